// SPDX-License-Identifier: MIT
// Runs a fuzz target over files, whole and cut short, without libFuzzer.
//
//   replay FILE…

#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>

enum { LIMIT = 1 << 16, CUTS = 8 };

// Reads the front of a file into a block of exactly that size, so that a sanitizer sees any step
// over its end.
static uint8_t *load(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    uint8_t *data = malloc(LIMIT);
    if (!file || !data) {
        perror(path);
        exit(2);
    }
    *length = fread(data, 1, LIMIT, file);
    fclose(file);
    return data;
}

int main(int argc, char **argv) {
    size_t runs = 0;
    for (int i = 1; i < argc; i++) {
        size_t length;
        uint8_t *data = load(argv[i], &length);
        fprintf(stderr, "%s\n", argv[i]);
        LLVMFuzzerTestOneInput(data, length);
        size_t cuts = length < 4096 ? CUTS : 0;
        for (size_t cut = 0; cut < cuts && cut < length; cut++) {
            size_t shorter = length * cut / cuts;
            uint8_t *exact = malloc(shorter ? shorter : 1);
            if (!exact)
                return 2;
            for (size_t k = 0; k < shorter; k++)
                exact[k] = data[k];
            LLVMFuzzerTestOneInput(exact, shorter);
            free(exact);
            runs++;
        }
        free(data);
        runs++;
    }
    printf("%zu inputs\n", runs);
    return runs == 0;
}
