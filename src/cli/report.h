// SPDX-License-Identifier: MIT
// Printing findings as a good compiler does, and counting them.

#ifndef KIFU_CLI_REPORT_H
#define KIFU_CLI_REPORT_H

#include "cli/command.h"

// Prints the log's entries on standard error, joins what they say to the exit status and the
// totals, and empties the log. Returns the status of these entries alone.
int kf_report_entries(kf_cli *cli);
// Lets out what was printed so far: what comes next may take long, and the run may be ended from
// outside meanwhile.
void kf_report_flush(kf_cli *cli);
// The same in an order of its own, as kf_order_entries gives it; NULL: that of the log.
int kf_report_ordered(kf_cli *cli, const kf_entry *const *ordered);
// The same without printing: for entries that were told in another way.
int kf_report_count(kf_cli *cli);

// Whether the entry says that something could not be done, and is not a finding in a record.
bool kf_report_is_failure(const kf_entry *entry);
// Prints one entry and does not count it.
void kf_report_print(kf_cli *cli, const kf_entry *entry);
// Prints one entry that is in no log, and counts it as the others.
void kf_report_entry(kf_cli *cli, const kf_entry *entry);

// Writes text of any origin so that a terminal shows it and obeys nothing in it: control
// characters become pictures such as ^[. With `lines`, line breaks stay.
void kf_report_text(FILE *out, kf_text text, bool lines);
// How many columns of a terminal the text takes.
size_t kf_report_width(kf_text text);
// Pads with spaces what has `width` columns up to `wanted`.
void kf_report_pad(FILE *out, size_t width, size_t wanted);

// Writes a number of things: "1 error", "2 errors".
void kf_report_amount(FILE *out, size_t count, const char *one);
// Writes how many errors and warnings there were, on standard error with a line break.
void kf_report_totals(kf_cli *cli);

#endif
