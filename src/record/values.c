// SPDX-License-Identifier: MIT
// All values of one name in a node, also when the name stands there more than once.

#include "record/value.h"

kf_values kf_values_of(const kf_record *record, kf_node node, const char *name) {
    return (kf_values){.name = name, .rest = kf_node_text(record, node), .values = {"", 0}};
}

bool kf_values_next(kf_values *values, kf_text *value) {
    for (;;) {
        if (kf_property_value(&values->values, value))
            return true;
        kf_property property;
        do {
            if (!kf_property_scan(&values->rest, &property))
                return false;
        } while (!kf_property_is(&property, values->name));
        values->values = property.values;
    }
}
