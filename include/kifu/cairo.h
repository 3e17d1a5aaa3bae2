// SPDX-License-Identifier: MIT
// The public interface of libkifu-draw: pictures that need cairo and pango.
//
// libkifu needs nothing but the C library. What needs more is a second library beside it, of the
// same version: `pkg-config --libs kifu-draw`, or find_package(kifu COMPONENTS draw).

#ifndef KIFU_CAIRO_H
#define KIFU_CAIRO_H

#include <kifu/draw.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- cairo.c -------------------------------------------------------- doc/spec/png.md ---- */

// PNG, PDF and EPS, to be named in kf_draw_how.
//
// What memory there is matters here more than elsewhere. libkifu and cairo say when an allocation
// fails, and then no picture is called good. glib and pango end the process instead (glib: "failed
// to allocate N bytes", then abort), may crash, may wait for ever, and where a font cannot be
// loaded they go on with another. A program that must outlive that draws in a process of its own
// and takes its end for the answer, as the command `kifu` does.
KF_API const kf_draw_library *kf_cairo_library(void);

#ifdef __cplusplus
}
#endif

#endif
