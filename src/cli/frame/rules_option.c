// SPDX-License-Identifier: MIT
// The options --rules and --coords, which several commands share.

#include "cli/frame/cli.h"
#include "cli/frame/words.h"

#include <string.h>

const kf_rules *kf_rules_option_get(const kf_cli *cli) {
    const char *name = cli->values[KF_OPTION_RULES];
    return name != NULL ? kf_rules_find(name, strlen(name)) : NULL;
}

bool kf_rules_option_prepare(kf_cli *cli, kf_coords *coords) {
    const char *name = cli->values[KF_OPTION_RULES], *form = cli->values[KF_OPTION_COORDS];
    if (coords != NULL)
        *coords = KF_COORDS_A1;
    if (name != NULL && kf_rules_option_get(cli) == NULL) {
        kf_words_wrong(cli, "--rules", "@rules", name);
        return false;
    }
    if (form != NULL && coords != NULL && !kf_point_coords(form, strlen(form), coords)) {
        kf_options_wrong(cli, "'--coords' takes a1, sgf, igo, japanese or none, not '%.60s'", form);
        return false;
    }
    return true;
}
