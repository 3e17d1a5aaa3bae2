// SPDX-License-Identifier: MIT
// Writes the first moves of a game as animated SVG. The header film.h.

#include <kifu/film.h>
#include <kifu/format.h>
#include <stdio.h>

static bool put(void *context, const void *bytes, size_t length) {
    return fwrite(bytes, 1, length, context) == length;
}

int main(int argc, char **argv) {
    kf_record *record = argc > 2 ? kf_format_read_file(argv[1], NULL, NULL) : NULL;
    kf_film_plan plan = {.record = record, .delay = 500};
    if (record != NULL)
        plan.node = kf_path_find(record, kf_node_child(record, 0), argv[2]);
    kf_film *film = plan.node != 0 ? kf_film_new(&plan, NULL) : NULL;
    const kf_film_writer *svg = kf_film_writer_named("svg");
    bool is_done = film != NULL && kf_film_writer_run(svg, film, NULL, put, stdout, NULL);
    kf_film_free(film);
    kf_record_free(record);
    return is_done ? 0 : 1;
}
