// SPDX-License-Identifier: MIT
// LaTeX: the document around the pictures, and the entry in the list of writers.

#include "draw/picture/tex.h"

#include "base/log.h"
#include "base/text.h"

// The usual distance between two lines of the board, in thousandths of a point: 5 mm.
enum { UNIT = 14200 };

// Text outside of Latin needs a font that has it, which pdflatex cannot be given in general: it
// says so and prints a question mark, and the rest of the document is set all the same.
static const char plain_fonts[] =
    "\\usepackage{iftex}\n"
    "\\ifPDFTeX\n"
    "  \\usepackage[utf8]{inputenc}\n"
    "  \\usepackage[T1]{fontenc}\n"
    "  \\IfFileExists{lmodern.sty}{\\usepackage{lmodern}}{}\n"
    "  \\newcommand\\kifucjk[1]{?\\PackageWarning{kifu}{Some text here needs lualatex or "
    "xelatex}}\n"
    "\\else\n"
    "  \\usepackage{fontspec}\n";

static const char some_cjk[] =
    "  \\newcommand\\kifucjk[1]{{\\kifucjkfont #1}}\n"
    "  \\newcommand\\kifucjkfont{\\PackageWarning{kifu}{No font for CJK was found: define "
    "\\string\\kifucjkfont}}\n"
    "  \\newcommand\\kifutryfont[1]{\\IfFontExistsTF{#1}{\\renewfontfamily\\kifucjkfont{#1}}{}}\n"
    "  \\kifutryfont{Droid Sans Fallback}\\kifutryfont{WenQuanYi Micro Hei}%\n"
    "  \\kifutryfont{IPAexGothic}\\kifutryfont{Noto Sans CJK JP}\n"
    "\\fi\n";

// Lines of Chinese, Japanese and Korean end where they may: luatexja and xeCJK know.
static const char much_cjk[] =
    "  \\newcommand\\kifucjk[1]{#1}\n"
    "  \\newcommand\\kifucjkfont[1]{}\n"
    "  \\newcommand\\kifulua[1]{\\setmainjfont{#1}\\setsansjfont{#1}}\n"
    "  \\newcommand\\kifuxe[1]{\\setCJKmainfont{#1}\\setCJKsansfont{#1}}\n"
    "  \\ifLuaTeX\n"
    "    \\IfFileExists{luatexja-fontspec.sty}%\n"
    "      {\\usepackage{luatexja-fontspec}\\let\\kifucjkfont\\kifulua}%\n"
    "      {\\PackageWarning{kifu}{Lines need the package luatexja}}\n"
    "  \\else\n"
    "    \\IfFileExists{xeCJK.sty}{\\usepackage{xeCJK}\\let\\kifucjkfont\\kifuxe}%\n"
    "      {\\PackageWarning{kifu}{Lines need the package xeCJK}}\n"
    "  \\fi\n"
    "  \\newcommand\\kifutryfont[1]{\\IfFontExistsTF{#1}{\\kifucjkfont{#1}%\n"
    "    \\let\\kifutryfont\\kifunofont}{}}\n"
    "  \\newcommand\\kifunofont[1]{}\n";

static const char cjk_fonts[] = "\\kifutryfont{WenQuanYi Micro Hei}%\n"
                                "  \\kifutryfont{IPAexGothic}\\kifutryfont{Droid Sans Fallback}\n"
                                "\\fi\n";

void kf_tex_preamble(kf_buffer *out, bool psgo, kf_language language) {
    static const char *const first[KF_LANGUAGES] = {[KF_LANGUAGE_JA] = "Noto Serif CJK JP",
                                                    [KF_LANGUAGE_HANS] = "Noto Serif CJK SC",
                                                    [KF_LANGUAGE_HANT] = "Noto Serif CJK TC",
                                                    [KF_LANGUAGE_KO] = "Noto Serif CJK KR"};
    kf_buffer_add_string(out, plain_fonts);
    kf_buffer_add_string(out, first[language] != NULL ? much_cjk : some_cjk);
    if (first[language] != NULL) {
        kf_buffer_add_string(out, "  \\kifutryfont{");
        kf_buffer_add_string(out, first[language]);
        kf_buffer_add_string(out, "}");
        kf_buffer_add_string(out, cjk_fonts);
    }
    kf_buffer_add_string(out, "\\usepackage{tikz}\n");
    if (psgo)
        kf_buffer_add_string(out, "\\usepackage{psgo}\n");
}

// The page is as large as the picture, each on its own, where the class standalone is installed.
// psgo draws nothing that it knows as a picture: there the page is as large as all of them.
static void begin_document(kf_buffer *out, bool psgo, kf_language language) {
    kf_buffer_add_string(out,
                         "% Made by kifu.\n\\IfFileExists{standalone.cls}\n  {\\documentclass[");
    kf_buffer_add_string(out, psgo ? "varwidth,border=2pt" : "tikz,border=2pt");
    kf_buffer_add_string(out, "]{standalone}}\n  {\\documentclass{article}\\pagestyle{empty}}\n");
    kf_tex_preamble(out, psgo, language);
    kf_buffer_add_string(out, "\\begin{document}\n");
}

static void add_front(kf_buffer *out, const kf_drawing_job *job, bool psgo) {
    bool is_wide = false;
    for (size_t i = 0; i < job->count; i++) {
        const kf_scene *s = kf_drawing_job_scene(job, i);
        is_wide = is_wide || kf_tex_text_is_wide(s->title) || kf_tex_text_is_wide(s->caption);
        for (int k = 0; k < s->columns * s->rows; k++)
            is_wide = is_wide || kf_tex_text_is_wide(s->points[k].label);
    }
    kf_buffer_add_string(out, psgo ? "% Made by kifu. Needs \\usepackage{tikz,psgo}; compile with "
                                     "xelatex, or latex and dvips.\n"
                                   : "% Made by kifu. Needs \\usepackage{tikz}.\n");
    if (is_wide)
        kf_buffer_add_string(out, "\\providecommand\\kifucjk[1]{#1}% the font for CJK\n");
}

static bool add_scene(kf_buffer *out, const kf_drawing_job *job, const kf_scene *scene) {
    const kf_drawing *how = job->how;
    const kf_style *style = how != NULL && how->style != NULL ? how->style : kf_style_named("book");
    if (how != NULL && how->psgo)
        return kf_tex_psgo_add(out, scene, how->loss);
    const kf_picture *picture = kf_shape_list(job->arena, scene);
    int unit = UNIT;
    if (how != NULL && how->width > 0)
        unit = (int)((int64_t)how->width * 1000 * 1000 / picture->width);
    return kf_tex_shape_add(out, picture, style, unit, job);
}

static bool write(const kf_drawing_job *job, kf_log *log) {
    kf_buffer out = {.arena = job->arena};
    bool psgo = job->how != NULL && job->how->psgo;
    bool is_fragment = job->how != NULL && job->how->is_fragment;
    if (is_fragment) {
        add_front(&out, job, psgo);
    } else {
        kf_language language =
            job->count > 0 ? kf_drawing_job_scene(job, 0)->language : KF_LANGUAGE_EN;
        begin_document(&out, psgo, language);
    }
    for (size_t i = 0; i < job->count; i++) {
        if (i > 0)
            kf_buffer_add_string(&out, "\n\\bigskip\n");
        kf_arena_level level = kf_arena_mark(job->arena);
        if (!add_scene(&out, job, kf_drawing_job_scene(job, i))) {
            if (psgo)
                kf_log_add(log, KF_PROGRAM_FORMAT, (kf_place){0},
                           "psgo draws square boards of up to 19 lines; TikZ draws this one");
            return false;
        }
        kf_arena_rewind(job->arena, level);
        if (!kf_writer_put(job, &out))
            return false;
    }
    if (!is_fragment)
        kf_buffer_add_string(&out, "\\end{document}\n");
    return kf_writer_put(job, &out);
}

const kf_writer kf_tex_writer = {
    .name = "tex",
    .title = "LaTeX, by TikZ or psgo",
    .suffixes = ".tex",
    .takes_many = true,
    .write = write,
};
