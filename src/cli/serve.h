// SPDX-License-Identifier: MIT
// What a server of records answers: pages of folders and records, and small pictures.

#ifndef KIFU_CLI_SERVE_H
#define KIFU_CLI_SERVE_H

#include "base/arena.h"
#include "base/buffer.h"

// A question, and what is answered. The body lives in the arena.
typedef struct kf_serve {
    int folder;           // open; nothing outside of it is ever read
    const char *title;    // of the folder itself
    const char *address;  // as it stands in the request, without its query
    bool wants_picture;   // of a record, instead of its page
    kf_arena *arena;      // freed with the answer
    unsigned status;      // 200, 301, 404 or 500
    const char *type;     // of the body
    const char *location; // of 301: where it is instead
    kf_buffer body;
} kf_serve;

// Answers; what goes wrong is an answer too. `arena` is fresh and its protected call is made here.
void kf_serve_answer(kf_serve *serve);

#endif
