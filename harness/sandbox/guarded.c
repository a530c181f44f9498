#include "harness/sandbox/guarded.h"

#include <stdlib.h>
#include <string.h>

#define MAGIC UINT64_C(0x6775617264656421)

enum { GUARD_BYTES = 64, GUARD = 0xA5 };

/* The header before a block's bytes; GUARD_BYTES follow the bytes. */
struct fr_guarded_block {
    struct fr_guarded_block *next, **link; /* the pointer that points here */
    uint64_t magic;
    size_t bytes;
    _Alignas(GUARD_BYTES) unsigned char front[GUARD_BYTES];
};

static unsigned char *content(struct fr_guarded_block *block)
{
    return (unsigned char *)(block + 1);
}

static bool is_guard(const unsigned char *bytes)
{
    for (int i = 0; i < GUARD_BYTES; i++)
        if (bytes[i] != GUARD)
            return false;
    return true;
}

static void note(struct fr_guarded_allocator *guarded, const char *fault)
{
    if (!guarded->fault)
        guarded->fault = fault;
}

static void *allocate(void *context, size_t bytes)
{
    struct fr_guarded_allocator *guarded = context;
    const size_t limit = guarded->limit_bytes ? guarded->limit_bytes : SIZE_MAX / 2;
    const size_t overhead = sizeof(struct fr_guarded_block) + 2 * GUARD_BYTES;
    const bool over = bytes > limit || guarded->live_bytes > limit - bytes;
    guarded->allocations++;
    struct fr_guarded_block *block = NULL;
    if (!over && guarded->allocations != guarded->fail_at)
        block = aligned_alloc(GUARD_BYTES, (bytes + overhead) / GUARD_BYTES * GUARD_BYTES);
    if (!block) {
        guarded->refused++;
        return NULL;
    }
    *block = (struct fr_guarded_block){guarded->blocks, &guarded->blocks, MAGIC, bytes, {0}};
    memset(block->front, GUARD, GUARD_BYTES);
    memset(content(block), GUARD - 1, bytes);
    memset(content(block) + bytes, GUARD, GUARD_BYTES);
    if (block->next)
        block->next->link = &block->next;
    guarded->blocks = block;
    guarded->live_bytes += bytes;
    return content(block);
}

/* Whether the guards of a block are intact. */
static bool is_intact(struct fr_guarded_block *block)
{
    return block->magic == MAGIC && is_guard(block->front) &&
           is_guard(content(block) + block->bytes);
}

static void deallocate(void *context, void *given, size_t bytes)
{
    struct fr_guarded_allocator *guarded = context;
    struct fr_guarded_block *block = guarded->blocks;
    while (block && content(block) != given)
        block = block->next;
    if (!block) {
        note(guarded, "freed memory that it did not allocate");
        return;
    }
    if (!is_intact(block)) {
        note(guarded, "wrote outside an allocated block");
        return;
    }
    if (block->bytes != bytes)
        note(guarded, "freed a block with the wrong size");
    *block->link = block->next;
    if (block->next)
        block->next->link = block->link;
    guarded->live_bytes -= block->bytes;
    free(block);
}

void fr_guarded_allocator_init(struct fr_guarded_allocator *guarded)
{
    *guarded = (struct fr_guarded_allocator){.allocator = {allocate, deallocate, guarded}};
}

const char *fr_guarded_fault(struct fr_guarded_allocator *guarded)
{
    for (struct fr_guarded_block *block = guarded->blocks; block; block = block->next)
        if (!is_intact(block)) {
            note(guarded, "wrote outside an allocated block");
            break;
        }
    return guarded->fault;
}

bool fr_guarded_holds(const struct fr_guarded_allocator *guarded, const void *given, size_t bytes)
{
    for (struct fr_guarded_block *block = guarded->blocks; block; block = block->next)
        if (content(block) == given)
            return block->bytes == bytes;
    return false;
}

void fr_guarded_allocator_release(struct fr_guarded_allocator *guarded)
{
    while (guarded->blocks) {
        struct fr_guarded_block *block = guarded->blocks;
        guarded->blocks = block->next;
        free(block);
    }
    guarded->live_bytes = 0;
}
