// SPDX-License-Identifier: MIT
// Where variations and diagrams that came from Ishi stood among their siblings.

#ifndef KIFU_FORMAT_ISHI_LINKS_H
#define KIFU_FORMAT_ISHI_LINKS_H

#include <kifu/kifu.h>

#include "base/arena.h"

// In SGF all alternatives and diagrams at one place are siblings. KFVAR and KFDIAGRAM tell which
// of them Ishi had elsewhere: a diagram before the move of a sibling (its lead), a diagram in
// the VAR of another one, a VAR within a VAR. Such a node is tied to a sibling.
typedef struct kf_ishi_links kf_ishi_links;

// No ties yet. Costs nothing for a record that has none of these properties.
kf_ishi_links *kf_ishi_links_new(const kf_record *record, kf_arena *arena);
// Ties the siblings that begin with `first` as their properties say.
void kf_ishi_links_tie(kf_ishi_links *links, kf_node first);
bool kf_ishi_links_is_tied(const kf_ishi_links *links, kf_node node);
// The first diagram that stands before the node, the first variation inside of it, and the diagram
// behind it in the same VAR; 0 for none. The first two go on with `next`.
kf_node kf_ishi_links_lead(const kf_ishi_links *links, kf_node node);
kf_node kf_ishi_links_inner(const kf_ishi_links *links, kf_node node);
kf_node kf_ishi_links_same(const kf_ishi_links *links, kf_node node);
kf_node kf_ishi_links_next(const kf_ishi_links *links, kf_node node);

#endif
