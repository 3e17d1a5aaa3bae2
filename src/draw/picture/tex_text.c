// SPDX-License-Identifier: MIT
// Text as LaTeX prints it.

#include "base/text.h"
#include "draw/picture/tex.h"

void kf_tex_text_decimal(kf_buffer *out, long thousandths) {
    if (thousandths < 0)
        kf_buffer_add_char(out, '-');
    if (thousandths < 0)
        thousandths = -thousandths;
    kf_buffer_add_number(out, thousandths / 1000);
    long rest = thousandths % 1000;
    if (rest == 0)
        return;
    kf_buffer_add_char(out, '.');
    for (long digit = 100; rest > 0; digit /= 10) {
        kf_buffer_add_char(out, (char)('0' + rest / digit));
        rest %= digit;
    }
}

// What a sign is called in LaTeX, or NULL when it stands for itself. Signs of Go are drawn, so
// that no font needs to have them.
static const char *name_of(uint32_t sign) {
    static const struct {
        uint32_t sign;
        const char *name;
    } names[] = {
        {'#', "\\#"},
        {'$', "\\$"},
        {'%', "\\%"},
        {'&', "\\&"},
        {'-', "-{}"},
        {'<', "\\textless{}"},
        {'>', "\\textgreater{}"},
        {'\\', "\\textbackslash{}"},
        {'^', "\\textasciicircum{}"},
        {'_', "\\_"},
        {'{', "\\{"},
        {'|', "\\textbar{}"},
        {'}', "\\}"},
        {'~', "\\textasciitilde{}"},
        {0xA0, "~"},
        {0xD7, "\\ensuremath{\\times}"},
        {0xB1, "\\ensuremath{\\pm}"},
        {0xBD, "\\ensuremath{\\frac12}"},
        {0x2013, "--"},
        {0x2014, "---"},
        {0x2018, "`"},
        {0x2019, "'"},
        {0x201C, "``"},
        {0x201D, "''"},
        {0x2026, "\\dots{}"},
        {0x2212, "\\ensuremath{-}"},
        {0x25A1, "\\tikz\\draw(0,0)rectangle(1.3ex,1.3ex);"},
        {0x25B3, "\\tikz\\draw(0,0)--(1.6ex,0)--(.8ex,1.4ex)--cycle;"},
        {0x25C7, "\\tikz\\draw(0,.8ex)--(.7ex,0)--(1.4ex,.8ex)--(.7ex,1.6ex)--cycle;"},
        {0x25CB, "\\tikz\\draw(0,0)circle(.7ex);"},
        {0x25CF, "\\tikz\\fill(0,0)circle(.7ex);"},
        {0x2713, "\\tikz\\draw(0,.6ex)--(.5ex,0)--(1.3ex,1.4ex);"},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i].sign == sign)
            return names[i].name;
    return NULL;
}

static bool is_wide(uint32_t sign) {
    return sign >= 0x250 && name_of(sign) == NULL;
}

bool kf_tex_text_is_wide(kf_text text) {
    uint32_t sign;
    while (kf_text_code_point(&text, &sign))
        if (is_wide(sign))
            return true;
    return false;
}

// A control character means nothing in print.
static void add_sign(kf_buffer *out, uint32_t sign, bool lines) {
    char bytes[4];
    const char *name = name_of(sign);
    if (sign == '\n' && lines)
        kf_buffer_add_string(out, "\n\n");
    else if (sign < ' ' || (sign >= 127 && sign < 160))
        kf_buffer_add_char(out, ' ');
    else if (name != NULL)
        kf_buffer_add_string(out, name);
    else
        kf_buffer_add(out, bytes, kf_text_put_code_point(bytes, sign));
}

void kf_tex_text_add(kf_buffer *out, kf_text text, bool lines) {
    bool is_open = false;
    uint32_t sign;
    while (kf_text_code_point(&text, &sign)) {
        if (is_wide(sign) != is_open) {
            kf_buffer_add_string(out, is_open ? "}" : "\\kifucjk{");
            is_open = !is_open;
        }
        add_sign(out, sign, lines);
    }
    if (is_open)
        kf_buffer_add_char(out, '}');
}
