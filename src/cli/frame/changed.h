// SPDX-License-Identifier: MIT
// What is changed in the games of a large file, one after the other.

#ifndef KF_CLI_FRAME_CHANGED_H
#define KF_CLI_FRAME_CHANGED_H

#include <kifu/check.h>

#include "cli/frame/cli.h"

// The file as it will be, in its own layout, as far as it is known. It waits in a file that has no
// name, until all games are known.
typedef struct kf_changed kf_changed;

// Nothing yet; in the arena of the command. NULL: there is no room for such a file.
kf_changed *kf_changed_new(kf_cli *cli);
// Looks at games before they are changed.
void kf_changed_look(kf_changed *changed, const kf_record *record);
// Takes them as they are now. False: there is no memory, and the log says so.
bool kf_changed_add(kf_changed *changed, const kf_record *record, kf_log *log);
// What is known of the file; behind the last game, what is to be done with it.
kf_fix_series_state kf_changed_state(const kf_changed *changed);
kf_fix_series_state kf_changed_end(kf_changed *changed);
// Gives the whole file to the sink. False: the sink stopped, or the log says what is wrong.
bool kf_changed_copy(kf_changed *changed, kf_sink *sink, void *context);

#endif
