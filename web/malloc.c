// SPDX-License-Identifier: MIT
// Memory for one record: blocks of powers of two, with a list of free ones for each size. It takes
// a thirtieth of the room of the allocator that comes with the C library.

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 65536, HEAD = 16, SMALLEST = 5, CLASSES = 32 };

// What stands before each block; `next` counts while it is free.
typedef struct head {
    struct head *next;
    uint32_t class; // the block has 1 << class bytes, with this
} head;

extern unsigned char __heap_base; // where the linker says that the heap begins

static struct {
    head *free[CLASSES];
    uintptr_t top, end;
} heap;

static uint32_t class_of(size_t size) {
    return size + HEAD <= (1u << SMALLEST) ? SMALLEST
                                           : 32 - (uint32_t)__builtin_clz(size + HEAD - 1);
}

// More memory from the end of the heap; NULL when there is none.
static head *take(size_t size) {
    if (heap.top == 0) {
        heap.top = ((uintptr_t)&__heap_base + HEAD - 1) / HEAD * HEAD;
        heap.end = __builtin_wasm_memory_size(0) * PAGE;
    }
    if (heap.end - heap.top < size) {
        size_t pages = (size - (heap.end - heap.top) + PAGE - 1) / PAGE;
        if (__builtin_wasm_memory_grow(0, pages) == SIZE_MAX)
            return NULL;
        heap.end += pages * PAGE;
    }
    head *block =
        (head *)heap.top; // NOLINT(performance-no-int-to-ptr): this is where memory begins
    heap.top += size;
    return block;
}

void *malloc(size_t size) {
    if (size > (1u << 30))
        return NULL;
    uint32_t class = class_of(size);
    head *block = heap.free[class];
    if (block != NULL)
        heap.free[class] = block->next;
    else if ((block = take((size_t)1 << class)) == NULL)
        return NULL;
    block->class = class;
    return (char *)block + HEAD;
}

void free(void *memory) {
    if (memory == NULL)
        return;
    head *block = (head *)((char *)memory - HEAD);
    block->next = heap.free[block->class];
    heap.free[block->class] = block;
}

void *calloc(size_t count, size_t size) {
    if (size != 0 && count > (1u << 30) / size)
        return NULL;
    void *memory = malloc(count * size);
    return memory != NULL ? memset(memory, 0, count * size) : NULL;
}

void *realloc(void *memory, size_t size) {
    if (memory == NULL)
        return malloc(size);
    size_t room = ((size_t)1 << ((head *)((char *)memory - HEAD))->class) - HEAD;
    if (size <= room)
        return memory;
    void *moved = malloc(size);
    if (moved == NULL)
        return NULL;
    memcpy(moved, memory, room);
    free(memory);
    return moved;
}
