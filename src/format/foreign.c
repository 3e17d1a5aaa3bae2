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

#define KATAGO "an analysis of KataGo, which does not have the moves of the game"
#define JGF    "JGF, a record in JSON of the programs ngGo and Seki, which can save SGF"
#define SABAKI "a game tree of Sabaki, which can save SGF"
#define TREES  "trees that a program made of SGF"

#define ROW(offset, bytes, name)                                                                   \
    { offset, {bytes, sizeof(bytes) - 1}, name }

// What stands at a fixed place. Source: the formats' own specifications.
static const signature signatures[] = {
    ROW(0, "\xFF\xD8\xFF", "a JPEG picture"),
    ROW(0, "\x89PNG\r\n\x1A\n", "a PNG picture"),
    ROW(0, "GIF87a", "a GIF picture"),
    ROW(0, "GIF89a", "a GIF picture"),
    ROW(8, "WEBP", "a WebP picture"),
    ROW(6, "\0\0\0\0\x36\0\0\0\x28\0\0\0", "a BMP picture"),
    ROW(0, "8BPS\0\1", "a Photoshop picture"),
    ROW(0, "gimp xcf ", "a GIMP picture"),
    ROW(4, "ftypheic", "a HEIF picture"),
    ROW(4, "ftypheix", "a HEIF picture"),
    ROW(4, "ftypmif1", "a HEIF picture"),
    ROW(4, "ftypavif", "an AVIF picture"),
    ROW(0, "\0\0\1\0", "an icon"),
    ROW(0, "\xD7\xCD\xC6\x9A", "a WMF picture"),
    ROW(0, "\xC5\xD0\xD3\xC6", "a PostScript picture"),
    ROW(0, "II*\0", "a TIFF picture"),
    ROW(0, "MM\0*", "a TIFF picture"),
    ROW(0, "%PDF-", "a PDF document, whose text 'pdftotext' takes out"),
    ROW(0, "AT&TFORM", "a DjVu document"),
    ROW(0, "ITSF\3\0\0\0", "help in HTML that Windows packed"),
    ROW(60, "BOOKMOBI", "a Mobipocket book"),
    ROW(0, "%!PS", "a PostScript document"),
    ROW(0, "{\\rtf", "an RTF document"),
    ROW(0, "PK\x03\x04", "a ZIP archive, or a document in one"),
    ROW(0, "PK\x05\x06", "an empty ZIP archive"),
    ROW(0, "7z\xBC\xAF\x27\x1C", "a 7z archive"),
    ROW(0, "Rar!\x1A\x07", "a RAR archive, which 'unrar x' unpacks"),
    ROW(0, "\x60\xEA\x1E\0", "an ARJ archive"),
    ROW(0, "\x60\xEA\x22\0", "an ARJ archive"),
    ROW(0, "MSCF\0\0\0\0", "a cabinet, which 'cabextract' unpacks"),
    ROW(0, "SIT!\0", "a StuffIt archive, which 'unar' unpacks"),
    ROW(0, "StuffIt (c)1997-", "a StuffIt archive, which 'unar' unpacks"),
    ROW(0, "!<arch>\n", "a library or a package"),
    ROW(32769, "CD001", "the image of a disc"),
    ROW(257, "ustar", "a tar archive"),
    ROW(0, "\x1F\x8B", "text or an archive that gzip packed"),
    ROW(0, "\x1F\x9D", "text or an archive that compress packed, which 'gzip -d' unpacks"),
    ROW(0, "LZIP\1", "text or an archive that lzip packed"),
    ROW(0, "\x04\x22\x4D\x18", "text or an archive that lz4 packed"),
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
    ROW(0, "MThd\0\0\0\6", "sound"),
    ROW(0, "\xFF\xFB\x90", "sound"),
    ROW(0, "\x30\x26\xB2\x75\x8E\x66\xCF\x11", "a film or sound of Windows"),
    ROW(0, ".RMF\0", "a film or sound of RealPlayer"),
    ROW(0, "FLV\1", "a film"),
    ROW(0, "\x1A\x45\xDF\xA3", "a film"),
    ROW(0, "\0\0\1\xBA", "a film"),
    ROW(0, "\0\0\1\xB3", "a film"),
    ROW(4, "ftyp", "a film or sound"),
    ROW(0, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "a document of an old office program"),
    ROW(0, "\xFFWPC", "a WordPerfect document"),
    ROW(0, "!BDN", "a mail store of Outlook"),
    ROW(0, "\xCA\xFE\xBA\xBE\0", "a program"),
    ROW(0, "wOFF", "a font"),
    ROW(0, "\0\1\0\0\0", "a font"),
    ROW(0, "\0\5\x16\7\0", "what a Mac noted about a file"),
    ROW(0, "\0\0\0\1Bud1", "what a Mac noted about a folder"),
    ROW(0, "L\0\0\0\1\x14\2\0", "a link of Windows to a file"),
    ROW(0, "bplist00", "settings of a program"),
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

typedef struct word {
    const char *word, *name;
} word;

// Words that only programs around the game have.
static const word words[] = {
    {"WGo.BasicPlayer", "a WGo script"},
    {"WGo.Player", "a WGo script"},
    {"new WGo.", "a WGo script"},
    {"data-wgo", "a page with a WGo player"},
    {"[General]\r\n", "settings of a program"},
    {"<svg", "an SVG picture"},
};

// Words of texts that may have a record in them: they say what it is that no notation recognises.
static const word others[] = {
    {"<!DOCTYPE html", "a web page"},
    {"<!doctype html", "a web page"},
    {"<html", "a web page"},
    {"<HTML", "a web page"},
    {"<?xml", "XML of another kind"},
    {"\\documentclass", "a LaTeX document"},
    {"\\documentstyle", "a LaTeX document"},
    {"[Event \"", "PGN, a notation of chess"},
    {"\xE6\x89\x8B\xE5\x90\x88\xE5\x89\xB2\xEF\xBC\x9A", "KIF, a notation of shogi"}, // UTF-8
    {"\x8E\xE8\x8D\x87\x8A\x84\x81\x46", "KIF, a notation of shogi"},                 // Shift_JIS
    {"+7776FU", "CSA, a notation of shogi"},
    {"+2726FU", "CSA, a notation of shogi"},
    {"with BinHex", "a file in the letters of BinHex, which 'unar' unpacks"},
    {"begin 644 ", "a file in the letters of uuencode, which 'uudecode' unpacks"},
    {"#GAME\tRES_B\tRES_W", "a table of results of GoGui's twogtp, whose games are files of SGF"},
    {" reg_genmove ", "a test of GNU Go, whose games are files of SGF"},
    {" gg_genmove ", "a test of GNU Go, whose games are files of SGF"},
    {"[InternetShortcut]", "a link to a page"},
    {"[.ShellClassInfo]", "settings of a folder"},
    {"\nfunc ", "a program in the language Go"},
};

// Members of JSON about games, in which no moves are found: all of a row stand in the text.
static const struct {
    const char *members[4], *name;
} jsons[] = {
    {{"\"moveInfos\""}, KATAGO},
    {{"\"rootInfo\"", "\"turnNumber\""}, KATAGO},
    {{"\"win_rates\"", "\"engine\""},
     "a review of OGS by a program, which does not have the moves of the game"},
    {{"\"chesslist\""}, "a list of games of Fox, which does not have their moves"},
    {{"\"sgfEvents\""}, "messages of the server KGS"},
    {{"\"andata\""}, "a problem of 101weiqi"},
    {{"\"code\"", "\"data\"", "\"coord\"", "\"prob\""}, "one move of the server Golaxy"},
    {{"\"leelaz\"", "\"ui\"", "\"engine-command\""}, "settings of Lizzie"},
    {{"\"tree\"", "\"move\"", "\"board\""}, JGF},
    {{"\"tree\"", "\"move\"", "\"size\""}, JGF},
    {{"\"root\"", "\"move\"", "\"markup\"", "\"setup\""}, JGF},
    {{"\"game\"", "\"info\"", "\"size\"", "\"B\""}, "JGF of WGo, which can save SGF"},
    {{"\"data\"", "\"children\"", "\"SZ\""}, SABAKI},
    {{"\"data\"", "\"children\"", "\"parentId\"", "\"B\""}, SABAKI},
    {{"\"gameTrees\"", "\"nodes\"", "\"sequences\""}, TREES},
    {{"\"gameTrees\"", "\"sequence\""}, TREES},
};

// Endings of programs whose notations are not known.
static const struct {
    const char *ending, *name;
} endings[] = {
    {".xgf", "a file of XuanXuanGo, which can save SGF"},
    {".hon", "a file of WinHonte"},
    {".gam", "a file of Nemesis or TurboGo"},
    {".mpa", "a file of PilotGOne"},
    {".gobook", "a book of SmartGo"},
};

// How much of the front the words are looked for in.
enum { FRONT = 4096 };

static bool has(kf_text head, const char *word) {
    kf_text rest = head, wanted = kf_text_of(word);
    while (rest.length >= wanted.length) {
        const char *at = memchr(rest.data, *word, rest.length);
        if (at == NULL)
            return false;
        rest = kf_text_cut(rest, (size_t)(at - rest.data), rest.length);
        if (kf_text_starts(rest, wanted))
            return true;
        rest = kf_text_cut(rest, 1, rest.length);
    }
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

// Whether a header of LHA begins the text, since the letters of its method may stand in any text:
// of level 0 or 1, with the sum of its bytes, or of level 2, whose size takes both bytes before
// these.
static bool is_lha(kf_text head) {
    enum { METHOD = 2, LEVEL = 20, LEAST = 22 };
    static const char methods[] = "014567d";
    const unsigned char *bytes = (const unsigned char *)head.data;
    if (head.length < LEAST || memcmp(bytes + METHOD, "-lh", 3) != 0 || bytes[METHOD + 4] != '-' ||
        bytes[METHOD + 3] == '\0' || strchr(methods, bytes[METHOD + 3]) == NULL)
        return false;
    size_t end = (size_t)bytes[0] + 2;
    unsigned sum = 0;
    for (size_t i = METHOD; i < end && i < head.length; i++)
        sum += bytes[i];
    bool is_whole = end >= LEAST && end <= head.length && (sum & 0xFF) == bytes[1];
    return bytes[LEVEL] == 2 || (bytes[LEVEL] < 2 && is_whole);
}

const char *kf_foreign_binary(kf_text head) {
    const char *front = head.data;
    bool has_nul = head.length > 0 && memchr(head.data, 0, head.length) != NULL;
    for (size_t i = 0; i < sizeof signatures / sizeof *signatures; i++) {
        const signature *s = &signatures[i];
        // Letters further on may stand in the words of a record.
        if (s->offset + s->bytes.length <= head.length && front[s->offset] == s->bytes.data[0] &&
            (s->offset == 0 || front[0] != '(' || has_nul) &&
            memcmp(front + s->offset, s->bytes.data, s->bytes.length) == 0)
            return s->name;
    }
    if (is_lha(head))
        return "an LHA archive, which 'lha x' unpacks";
    if (is_lha(kf_text_cut(head, 2, head.length)))
        return "UGZ, UGF that PandaNet packed; from its third byte on 'lha x' unpacks it";
    return kf_foreign_ebcdic(head);
}

static const char *find_word(kf_text head, const word *list, size_t count) {
    head = kf_text_cut(head, 0, FRONT);
    for (size_t i = 0; i < count; i++)
        if (has(head, list[i].word))
            return list[i].name;
    return NULL;
}

const char *kf_foreign_text(kf_text head) {
    return find_word(head, words, sizeof words / sizeof *words);
}

// Whether a member has that name: a value that is the same word is none.
static bool has_member(kf_text head, const char *word) {
    size_t length = strlen(word);
    for (size_t i = 0; i + length <= head.length; i++) {
        kf_text behind = kf_text_cut(head, i + length, head.length);
        if (memcmp(head.data + i, word, length) == 0 &&
            kf_text_starts(kf_text_trim(behind), KF_TEXT(":")))
            return true;
    }
    return false;
}

const char *kf_foreign_json(kf_text head) {
    head = kf_text_cut(head, 0, FRONT);
    for (size_t i = 0; i < sizeof jsons / sizeof *jsons; i++) {
        bool has_all = true;
        for (size_t k = 0; k < 4 && has_all && jsons[i].members[k] != NULL; k++)
            has_all = has_member(head, jsons[i].members[k]);
        if (has_all)
            return jsons[i].name;
    }
    return NULL;
}

const char *kf_foreign_other(kf_text head, const char *file_name) {
    const char *dot = file_name != NULL ? strrchr(file_name, '.') : NULL;
    for (size_t i = 0; dot != NULL && i < sizeof endings / sizeof *endings; i++)
        if (kf_text_equal_fold(kf_text_of(dot), kf_text_of(endings[i].ending)))
            return endings[i].name;
    return find_word(head, others, sizeof others / sizeof *others);
}
