// SPDX-License-Identifier: MIT
// All parts of the programs beside kifu, for tests that run commands in process.

#include "parts.h"

#include <kifu/cairo.h>

#include "cli/serve/serve.h"
#include "cli/view/view.h"

kf_parts parts_all(void) {
    kf_parts parts = {.draw = NULL};
#ifdef KIFU_HAVE_CAIRO
    parts.draw = kf_cairo_library();
#endif
#ifdef KIFU_HAVE_NCURSESW
    parts.view = kf_view_run;
#endif
#ifdef KIFU_HAVE_MICROHTTPD
    parts.serve = kf_serve_run;
#endif
    return parts;
}
