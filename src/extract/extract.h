// SPDX-License-Identifier: MIT
// Taking texts out of their wrappings.

#ifndef KF_EXTRACT_EXTRACT_H
#define KF_EXTRACT_EXTRACT_H

#include "base/buffer.h"
#include "base/log.h"

/* ---- unwrap.c ---------------------------------------------------------------------- ---- */

// A text without its wrapping, and for each of its lines the line of the file it comes from.
typedef struct kf_unwrap {
    kf_buffer text;
    uint32_t *lines;
    size_t count, capacity;
} kf_unwrap;

// Takes quoted-printable and base64 off the bytes of a mail, where it says that it is that.
void kf_unwrap_mail(kf_unwrap *out, kf_text bytes);
// Takes tags, entities and signs of quotation off the text that came out of that, and games out of
// strings of JSON, of programs and of tables; which it is may depend on the ending of the name.
void kf_unwrap_text(kf_unwrap *out, kf_text text, const char *name, const kf_unwrap *mail);

#endif
