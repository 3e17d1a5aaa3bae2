// SPDX-License-Identifier: MIT
// Looking for words in the comments, names, labels and header of a record.

#include <string.h>
#include <wctype.h>

#include "base/buffer.h"
#include "base/text.h"
#include "cli/print/print.h"
#include "cli/view/view.h"

static uint32_t fold(uint32_t code_point) {
    return (uint32_t)towlower((wint_t)code_point);
}

// How many bytes at the front of `text` are `wanted`, when case does not count; 0: they are not.
static size_t front_of(kf_text text, kf_text wanted) {
    kf_text rest = text;
    uint32_t a, b;
    while (kf_text_code_point(&wanted, &b))
        if (!kf_text_code_point(&rest, &a) || fold(a) != fold(b))
            return 0;
    return text.length - rest.length;
}

bool kf_view_find_in(kf_text text, kf_text wanted, size_t *begin, size_t *length) {
    kf_text rest = text;
    uint32_t code_point;
    do {
        *begin = text.length - rest.length;
        *length = front_of(rest, wanted);
        if (*length > 0)
            return true;
    } while (kf_text_code_point(&rest, &code_point));
    return false;
}

static bool contains(kf_text text, kf_text wanted) {
    size_t begin, length;
    return kf_view_find_in(text, wanted, &begin, &length);
}

// Whether people read the property. What only other notations say has its own names.
static bool is_read(const kf_property *property) {
    if (property->id < 0 || kf_text_starts(property->name, KF_TEXT("KF")))
        return false;
    kf_type type = kf_value_row(property->id)->type;
    return type == KF_TYPE_SIMPLE || type == KF_TYPE_TEXT || type == KF_TYPE_LABEL ||
           type == KF_TYPE_FIGURE;
}

static bool holds(const kf_record *record, kf_node node, kf_text wanted, kf_buffer *plain) {
    kf_text rest = kf_node_text(record, node), value, point, label;
    kf_property property;
    while (kf_property_next(&rest, &property)) {
        if (!is_read(&property))
            continue;
        bool is_label = kf_value_row(property.id)->type == KF_TYPE_LABEL;
        while (kf_property_value(&property.values, &value)) {
            if (is_label && kf_property_split(value, &point, &label))
                value = label;
            plain->length = 0;
            kf_facts_plain(plain, value, false);
            if (contains(kf_buffer_text(plain), wanted))
                return true;
        }
    }
    return false;
}

void kf_view_find(kf_view *view, int direction) {
    kf_buffer plain = {.arena = view->scratch};
    kf_text wanted = kf_text_of(view->wanted);
    kf_walk walk = kf_walk_from(view->record, 0);
    // Before the node in hand, and behind it: the first or the last of each.
    kf_node before = 0, behind = 0, node;
    bool is_behind = false;
    if (wanted.length == 0)
        return;
    while ((node = kf_walk_enter(&walk)) != 0) {
        if (node == view->node) {
            is_behind = true;
            continue;
        }
        kf_node *place = is_behind ? &behind : &before;
        if ((direction > 0 && *place != 0) || !holds(view->record, node, wanted, &plain))
            continue;
        *place = node;
        if (direction > 0 && is_behind)
            break;
    }
    kf_node first = direction > 0 ? behind : before, second = direction > 0 ? before : behind;
    kf_node found = first != 0 ? first : second;
    if (found == 0) {
        bool is_here = holds(view->record, view->node, wanted, &plain);
        snprintf(view->message, sizeof view->message, "'%.100s' occurs %s.", view->wanted,
                 is_here ? "only here" : "nowhere");
        return;
    }
    if (first == 0)
        snprintf(view->message, sizeof view->message, "Found beyond the %s of the file.",
                 direction > 0 ? "end" : "beginning");
    kf_view_step_to(view, found);
    view->is_found = true;
}
