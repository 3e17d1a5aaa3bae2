// SPDX-License-Identifier: MIT
// The runnable examples of doc/spec: reading them out of a chapter, and running one in process.

#ifndef KIFU_TEST_EXAMPLE_H
#define KIFU_TEST_EXAMPLE_H

#include <stdbool.h>
#include <stddef.h>

// Bytes with a NUL behind them that does not count.
typedef struct bytes {
    char *data;
    size_t length;
} bytes;

// PART_MADE is a file that the commands make and whose bytes are not shown.
typedef enum part_kind {
    PART_INPUT,
    PART_FILE,
    PART_MADE,
    PART_ERR,
    PART_OUT,
    PART_EXIT
} part_kind;

// A section of an example.
typedef struct part {
    part_kind kind;
    char *name;      // of the file; "" for the standard streams
    size_t from, to; // the section in the chapter, its `---` line included
    size_t text;     // where its text begins
    bytes content;   // decoded
} part;

// A fenced block that is opened by the command a user would type.
typedef struct example {
    const char *chapter;
    size_t line;     // of the opening fence, from 1
    size_t from, to; // what stands between the fences
    size_t section;  // where the text under the last heading before it begins
    char *command;
    part *parts;
    size_t count;
    int status;
} example;

typedef struct chapter {
    char *path;
    char *name; // without folders
    bytes text;
    example *examples;
    size_t count;
} chapter;

// What running an example gave. `files` answers the example's PART_OUT parts that have a name, in
// their order; data is NULL where no such file was written.
typedef struct outcome {
    int status;
    bytes out, err;
    bytes *files;
    size_t count;
    bool stray; // a file was left that the example does not name, or an input was changed
    char stray_name[256];
} outcome;

// Reads a file; data is NULL when that fails.
bytes example_load(const char *path);

// Exits with a message when the chapter cannot be read or an example is malformed.
chapter example_read(const char *path);
void example_free(chapter *chapter);

// Runs all commands of the example in a fresh folder, which is removed again. `around`, which may
// be NULL, is called with true before each command and with false behind it.
outcome example_run(const example *example, void (*around)(bool));
void example_forget(outcome *outcome);

// Whether both hold the same bytes.
bool example_same(bytes a, bytes b);

// Bytes as a chapter writes them: control characters as pictures, odd bytes as ⟨xx⟩, a picture
// itself as ⟨␀⟩, and a newline at the end, behind ␤ where the bytes have none. Free the data.
bytes example_encode(bytes plain);

// Takes the terminal and the user's settings out of the environment.
void example_settle(void);

#endif
