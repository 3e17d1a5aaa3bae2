// SPDX-License-Identifier: MIT
// Files of other kinds, by what they begin with or hold, so that they are refused by their name.
//
// A picture or an archive by the name of a record would otherwise be read as one with a thousand
// faults, none of which says what is wrong.

#include "format/foreign.h"

#include <string.h>

#include "base/text.h"

typedef struct signature {
    size_t offset;
    kf_text bytes;
    const char *name;
} signature;

#define WIDE "SGF in signs of full width, as a keyboard for Chinese or Japanese writes them"

#define ROW(offset, bytes, name)                                                                   \
    { offset, {bytes, sizeof(bytes) - 1}, name }

// What stands at a fixed place. Source: the formats' own specifications.
static const signature signatures[] = {
    ROW(0, "\xFF\xD8\xFF", "a JPEG picture"),
    ROW(0, "\x89PNG\r\n\x1A\n", "a PNG picture"),
    ROW(0, "GIF87a", "a GIF picture"),
    ROW(0, "GIF89a", "a GIF picture"),
    ROW(8, "WEBP", "a WebP picture"),
    ROW(0, "II*\0", "a TIFF picture"),
    ROW(0, "MM\0*", "a TIFF picture"),
    ROW(0, "%PDF-", "a PDF document"),
    ROW(0, "%!PS", "a PostScript document"),
    ROW(0, "{\\rtf", "an RTF document"),
    ROW(0, "PK\x03\x04", "a ZIP archive, or a document in one"),
    ROW(0, "PK\x05\x06", "an empty ZIP archive"),
    ROW(0, "7z\xBC\xAF\x27\x1C", "a 7z archive"),
    ROW(0, "Rar!\x1A\x07", "a RAR archive"),
    ROW(257, "ustar", "a tar archive"),
    ROW(0, "\x1F\x8B", "text or an archive that gzip packed"),
    ROW(0, "BZh", "text or an archive that bzip2 packed"),
    ROW(0,
        "\xFD"
        "7zXZ\0",
        "text or an archive that xz packed"),
    ROW(0, "\x28\xB5\x2F\xFD", "text or an archive that zstd packed"),
    ROW(0, "SQLite format 3\0", "an SQLite database"),
    ROW(0,
        "\x7F"
        "ELF",
        "a program"),
    ROW(0, "MZ\x90", "a program for Windows"),
    ROW(0, "RIFF", "sound or a film"),
    ROW(0, "ID3\x03", "sound"),
    ROW(0, "ID3\x04", "sound"),
    ROW(0, "OggS", "sound or a film"),
    ROW(4, "ftyp", "a film or sound"),
    ROW(0, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "a document of an old office program"),
    ROW(0, "wOFF", "a font"),
    ROW(0, "\xEF\xBC\x88\xEF\xBC\x9B", WIDE), // a parenthesis and a semicolon in UTF-8
    ROW(3, "\xEF\xBC\x88\xEF\xBC\x9B", WIDE), // behind a byte order mark
    ROW(0, "(\xEF\xBC\x9B", WIDE),
    ROW(0, "\xA3\xA8\xA3\xBB", WIDE), // in GB2312 and EUC-KR
    ROW(0, "(\xA3\xBB", WIDE),
    ROW(0, "\x81i\x81G", WIDE), // in Shift_JIS
    ROW(0, "(\x81G", WIDE),
    ROW(0, "\xA1\xCA\xA1\xA8", WIDE), // in EUC-JP
    ROW(0, "\xA1]\xA1\x46", WIDE),    // in Big5
};

// Words that only programs around the game have.
static const struct {
    const char *word, *name;
} words[] = {
    {"WGo.BasicPlayer", "a WGo script"},
    {"WGo.Player", "a WGo script"},
    {"new WGo.", "a WGo script"},
    {"data-wgo", "a page with a WGo player"},
    {"[General]\r\n", "settings of a program"},
    {"<svg", "an SVG picture"},
};

// How much of the front the words are looked for in.
enum { FRONT = 4096 };

static bool has(kf_text head, const char *word) {
    size_t length = strlen(word);
    for (size_t i = 0; i + length <= head.length; i++)
        if (memcmp(head.data + i, word, length) == 0)
            return true;
    return false;
}

static size_t skip_blanks_of_ebcdic(kf_text head, size_t i) {
    static const char blanks[] = "\x40\x05\x0D\x15\x25";
    while (i < head.length && head.data[i] != '\0' && strchr(blanks, head.data[i]) != NULL)
        i++;
    return i;
}

// A parenthesis, a semicolon, and the name of a property with its bracket, which is another byte in
// each set of EBCDIC.
const char *kf_foreign_ebcdic(kf_text head) {
    enum { LONGEST = 8 };
    size_t i = skip_blanks_of_ebcdic(head, 0);
    if (i >= head.length || head.data[i] != '\x4D')
        return NULL;
    i = skip_blanks_of_ebcdic(head, i + 1);
    if (i >= head.length || head.data[i] != '\x5E')
        return NULL;
    size_t name = i = skip_blanks_of_ebcdic(head, i + 1);
    for (; i < head.length && i - name <= LONGEST; i++) {
        unsigned char row = (unsigned char)head.data[i] & 0xF0, column = head.data[i] & 0x0F;
        bool is_capital = row >= 0xC0 && row <= 0xE0 && column <= 9 && column > (row == 0xE0);
        if (!is_capital)
            break;
    }
    int bracket = i < head.length && i > name ? (unsigned char)head.data[i] : 0;
    return bracket == 0xBA   ? "SGF in EBCDIC, which 'iconv -f IBM037' converts"
           : bracket == 0xAD ? "SGF in EBCDIC, which 'iconv -f IBM1047' converts"
           : bracket == 0x4A ? "SGF in EBCDIC, which 'iconv -f IBM500' converts"
                             : NULL;
}

const char *kf_foreign_binary(kf_text head) {
    for (size_t i = 0; i < sizeof signatures / sizeof *signatures; i++) {
        const signature *s = &signatures[i];
        if (s->offset + s->bytes.length <= head.length &&
            memcmp(head.data + s->offset, s->bytes.data, s->bytes.length) == 0)
            return s->name;
    }
    return kf_foreign_ebcdic(head);
}

const char *kf_foreign_text(kf_text head) {
    head = kf_text_cut(head, 0, FRONT);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (has(head, words[i].word))
            return words[i].name;
    return NULL;
}
