// SPDX-License-Identifier: MIT
// What belongs to one node of an Ishi file while its lines are read.

#include "format/ishi/ishi_reader.h"

#include <string.h>

#include "base/text.h"
#include "record/sign.h"
#include "record/value.h"

static const char *const names[KF_ISHI_LISTS] = {
    [KF_ISHI_LIST_BLACK] = "AB",        [KF_ISHI_LIST_WHITE] = "AW",
    [KF_ISHI_LIST_REMARK] = "KFREMARK", [KF_ISHI_LIST_FORM] = "KFCOM",
    [KF_ISHI_LIST_MARK] = "KFMARK",     [KF_ISHI_LIST_PRISONER] = "KFPRISONER",
    [KF_ISHI_LIST_HIDE] = "KFHIDE",     [KF_ISHI_LIST_STONES] = "KFDSETUP",
    [KF_ISHI_LIST_USER] = "KFUSER",     [KF_ISHI_LIST_SIZE] = "KFSIZE",
    [KF_ISHI_LIST_SIGN] = "KFSIGN",     [KF_ISHI_LIST_EXTRA] = "KFEXTRA",
    [KF_ISHI_LIST_LINE] = "KFLINE",     [KF_ISHI_LIST_EMPTY] = "KFEMPTY",
};

// Makes data of what was laid to rest.
static void wake(kf_ishi_owners *owners, kf_ishi_owner *owner);

static kf_ishi_data *take_data(kf_ishi_owners *owners) {
    kf_ishi_data *data = owners->unused;
    if (data != NULL) {
        owners->unused = data->next;
    } else {
        data = kf_arena_alloc(owners->record->arena, sizeof *data);
        memset(data, 0, sizeof *data);
        data->own.arena = data->comment.arena = owners->record->arena;
    }
    return data;
}

kf_ishi_data *kf_ishi_owner_data(kf_ishi_owners *owners, kf_ishi_owner *owner) {
    if (owner->data == NULL)
        owner->data = take_data(owners);
    if (owner->rest != NULL)
        wake(owners, owner);
    return owner->data;
}

void kf_ishi_owner_add(kf_ishi_owners *owners, kf_ishi_owner *owner, kf_ishi_list list,
                       kf_text value) {
    kf_ishi_data *data = kf_ishi_owner_data(owners, owner);
    if (data->lists[list] == NULL) {
        data->lists[list] = kf_arena_alloc(owners->record->arena, sizeof *data->lists[list]);
        *data->lists[list] = (kf_buffer){.arena = owners->record->arena};
    }
    kf_buffer_add_char(data->lists[list], '[');
    kf_value_escape(data->lists[list], value);
    kf_buffer_add_char(data->lists[list], ']');
    data->counts[list]++;
}

// The default is one block without a title that has the lines of the comment.
static void add_form(kf_ishi_owners *owners, kf_ishi_owner *owner, kf_text title, size_t lines) {
    kf_buffer form = {.arena = owners->record->arena};
    kf_buffer_add_text(&form, title);
    if (title.length > 0)
        kf_buffer_add_char(&form, ' ');
    kf_buffer_add_number(&form, (long)lines);
    kf_ishi_owner_add(owners, owner, KF_ISHI_LIST_FORM, kf_buffer_text(&form));
    kf_arena_release(form.arena, form.data);
}

static void wake(kf_ishi_owners *owners, kf_ishi_owner *owner) {
    const kf_ishi_rest *rest = owner->rest;
    owner->rest = NULL;
    kf_buffer_add(&owner->data->own, rest->texts, rest->own);
    kf_buffer_add(&owner->data->comment, rest->texts + rest->own, rest->comment);
    owner->data->lines = rest->lines;
    if (rest->lines > 0)
        add_form(owners, owner, (kf_text){"", 0}, rest->lines);
}

// Adds a text of several lines to the comment, with signs in the place of the words for them. Their
// list has all signs, for one that stands in the file as it is must come back so.
static void add_lines(kf_ishi_owners *owners, kf_ishi_owner *owner, kf_text text, size_t count) {
    kf_ishi_data *data = owner->data;
    kf_sign sign;
    size_t done = 0;
    if (count == 0)
        return;
    if (data->lines > 0)
        kf_buffer_add_char(&data->comment, '\n');
    for (; kf_sign_next(text, done, &sign); done = sign.begin + sign.length) {
        kf_buffer_add_text(&data->comment, kf_text_cut(text, done, sign.begin));
        kf_buffer_add_string(&data->comment, sign.shown);
        kf_ishi_owner_add(owners, owner, KF_ISHI_LIST_SIGN,
                          kf_text_cut(text, sign.begin, sign.begin + sign.length));
        data->has_signs = data->has_signs || sign.is_word;
    }
    kf_buffer_add_text(&data->comment, kf_text_cut(text, done, text.length));
    data->lines += count;
}

void kf_ishi_owner_comment(kf_ishi_owners *owners, kf_ishi_owner *owner, kf_text title,
                           kf_text body) {
    kf_ishi_data *data = kf_ishi_owner_data(owners, owner);
    size_t lines = body.data != NULL;
    for (size_t i = 0; i < body.length; i++)
        lines += body.data[i] == '\n';
    bool is_first = data->counts[KF_ISHI_LIST_FORM] == 0;
    if (!is_first)
        add_lines(owners, owner, (kf_text){"", 0}, 1);
    add_lines(owners, owner, title, title.length > 0);
    add_lines(owners, owner, body, lines);
    data->has_forms =
        data->has_forms || !is_first || title.length > 0 || (lines == 1 && body.length == 0);
    add_form(owners, owner, title, lines);
}

void kf_ishi_owner_begin_setup(kf_ishi_owners *owners, kf_ishi_owner *owner) {
    kf_ishi_data *data = kf_ishi_owner_data(owners, owner);
    data->has_setup = true;
    memcpy(data->before, data->counts, sizeof data->before);
}

void kf_ishi_owner_put(kf_ishi_owners *owners, kf_ishi_owner *owner, const char *name,
                       kf_text value) {
    kf_buffer *own = &kf_ishi_owner_data(owners, owner)->own;
    kf_buffer_add_string(own, name);
    kf_buffer_add_char(own, '[');
    kf_value_escape(own, value);
    kf_buffer_add_char(own, ']');
}

// ---- The properties ----

static void add_after(kf_buffer *out, const kf_ishi_data *data, kf_ishi_list list,
                      const char *word) {
    size_t after = data->counts[list] - data->before[list];
    if (after == 0)
        return;
    kf_buffer_add_char(out, '[');
    kf_buffer_add_string(out, word);
    kf_buffer_add_char(out, ' ');
    kf_buffer_add_number(out, (long)after);
    kf_buffer_add_char(out, ']');
}

// Which blocks belong to the setup and not to the event.
static void add_setup(kf_buffer *out, const kf_ishi_data *data, uint8_t kind) {
    static const char name[] = "KFSETUP";
    size_t before = out->length;
    bool has_stones = data->counts[KF_ISHI_LIST_BLACK] + data->counts[KF_ISHI_LIST_WHITE] > 0;
    kf_buffer_add_string(out, name);
    if (kind == KF_ISHI_ROOT) {
        add_after(out, data, KF_ISHI_LIST_FORM, "COM");
        add_after(out, data, KF_ISHI_LIST_USER, "USER");
    }
    if (kind != KF_ISHI_SETUP) {
        add_after(out, data, KF_ISHI_LIST_REMARK, "REMARK");
    }
    if (out->length > before + sizeof name - 1)
        return;
    if (has_stones)
        out->length = before;
    else
        kf_buffer_add_string(out, "[]");
}

static bool is_needed(const kf_ishi_data *data, kf_ishi_list list) {
    if (list == KF_ISHI_LIST_FORM && !data->has_forms)
        return false;
    if (list == KF_ISHI_LIST_SIGN && !data->has_signs)
        return false;
    if (list == KF_ISHI_LIST_STONES && !data->has_stones)
        return false;
    return data->counts[list] > 0;
}

static void add_all(kf_buffer *out, const kf_ishi_data *data, uint8_t kind) {
    if (data->counts[KF_ISHI_LIST_FORM] > 0) {
        kf_buffer_add_string(out, "C[");
        kf_value_escape(out, kf_buffer_text(&data->comment));
        kf_buffer_add_char(out, ']');
    }
    if (data->has_setup)
        add_setup(out, data, kind);
    for (int list = 0; list < KF_ISHI_LISTS; list++) {
        if (!is_needed(data, (kf_ishi_list)list))
            continue;
        kf_buffer_add_string(out, names[list]);
        kf_buffer_add_text(out, kf_buffer_text(data->lists[list]));
    }
}

// Empties the data and keeps their memory for another node.
static void put_away(kf_ishi_owners *owners, kf_ishi_data *data) {
    data->own.length = data->comment.length = data->lines = 0;
    data->has_signs = data->has_forms = data->has_setup = data->has_stones = false;
    for (size_t i = 0; i < KF_ISHI_LISTS; i++) {
        if (data->lists[i] != NULL)
            data->lists[i]->length = 0;
        data->counts[i] = data->before[i] = 0;
    }
    data->next = owners->unused;
    owners->unused = data;
}

// ---- At rest ----

// Properties of its own and a comment of one block, and nothing else.
static bool is_usual(const kf_ishi_data *data) {
    uint32_t others = 0;
    for (int list = 0; list < KF_ISHI_LISTS; list++)
        others += list != KF_ISHI_LIST_FORM ? data->counts[list] : 0;
    return others == 0 && data->counts[KF_ISHI_LIST_FORM] == (data->lines > 0) &&
           !data->has_forms && !data->has_setup && !data->has_stones &&
           data->comment.length < UINT32_MAX / 2 && data->own.length < UINT32_MAX / 2;
}

void kf_ishi_owner_lay(kf_ishi_owners *owners, kf_ishi_owner *owner) {
    kf_ishi_data *data = owner->data;
    if (data == NULL || !is_usual(data))
        return;
    kf_text own = kf_buffer_text(&data->own), comment = kf_buffer_text(&data->comment);
    kf_ishi_rest *rest =
        kf_arena_alloc(owners->record->arena, sizeof *rest + own.length + comment.length);
    *rest = (kf_ishi_rest){(uint32_t)own.length, (uint32_t)comment.length, (uint32_t)data->lines};
    if (own.length > 0)
        memcpy(rest->texts, own.data, own.length);
    if (comment.length > 0)
        memcpy(rest->texts + own.length, comment.data, comment.length);
    put_away(owners, data);
    owner->data = NULL;
    owner->rest = rest;
}

// Most diagrams stand before a move: where one does not, that is told when it is known.
static void add_diagram(kf_buffer *out, kf_text region) {
    kf_buffer_add_string(out, "KFDIAGRAM[");
    kf_value_escape(out, region);
    kf_buffer_add_string(out, "][" KF_ISHI_NEXT "]");
}

void kf_ishi_owner_finish(kf_ishi_owners *owners, kf_ishi_owner *owner) {
    bool is_diagram = owner->region.data != NULL;
    if (owner->rest != NULL)
        kf_ishi_owner_data(owners, owner);
    // That a node is shown as a diagram says nothing of figures.
    bool is_whole = is_diagram && kf_ishi_nodes_has(owners->whole, owner->node);
    if (owner->node != 0 && (owner->data != NULL || is_diagram)) {
        owners->out.arena = owners->record->arena;
        owners->out.length = 0;
        if (owner->data != NULL && !is_whole)
            kf_buffer_add_text(&owners->out, kf_buffer_text(&owner->data->own));
        if (owner->data != NULL)
            add_all(&owners->out, owner->data, owner->kind);
        if (is_diagram && !is_whole)
            add_diagram(&owners->out, owner->region);
        if (owners->out.length > 0)
            kf_record_replace(owners->record, owner->node, kf_buffer_text(&owners->out));
        if (owner->data != NULL)
            put_away(owners, owner->data);
    }
    *owner = (kf_ishi_owner){.node = 0};
}
