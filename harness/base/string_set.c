#include "harness/base/string_set.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_CAPACITY = 64 };

/* FNV-1a. */
static uint64_t hash(const char *text)
{
    uint64_t value = 0xCBF29CE484222325u;
    for (; *text; text++)
        value = (value ^ (unsigned char)*text) * 0x100000001B3u;
    return value;
}

/* The slot of `text`, or the empty slot for it. */
static struct fr_string_entry *place_of(struct fr_string_entry *table, size_t capacity,
                                        const char *text)
{
    size_t at = (size_t)hash(text) & (capacity - 1);
    while (table[at].text && strcmp(table[at].text, text) != 0)
        at = (at + 1) & (capacity - 1);
    return &table[at];
}

static enum fr_status grow(struct fr_string_set *set)
{
    const size_t capacity = set->capacity ? 2 * set->capacity : LEAST_CAPACITY;
    struct fr_string_entry *table = calloc(capacity, sizeof *table);
    if (!table)
        return FR_NO_MEMORY;
    for (size_t i = 0; i < set->capacity; i++)
        if (set->table[i].text)
            *place_of(table, capacity, set->table[i].text) = set->table[i];
    free(set->table);
    set->table = table;
    set->capacity = capacity;
    return FR_OK;
}

enum fr_status fr_string_set_add(struct fr_string_set *set, const char *text, int number,
                                 bool *added)
{
    if (2 * set->count >= set->capacity && grow(set) != FR_OK)
        return FR_NO_MEMORY;
    struct fr_string_entry *place = place_of(set->table, set->capacity, text);
    const bool fresh = !place->text;
    if (fresh) {
        const size_t size = strlen(text) + 1;
        char *copy = malloc(size);
        if (!copy)
            return FR_NO_MEMORY;
        memcpy(copy, text, size);
        *place = (struct fr_string_entry){copy, number};
        set->count++;
    }
    *added = fresh;
    return FR_OK;
}

const struct fr_string_entry *fr_string_set_find(const struct fr_string_set *set, const char *text)
{
    if (set->count == 0)
        return NULL;
    const struct fr_string_entry *place = place_of(set->table, set->capacity, text);
    return place->text ? place : NULL;
}

void fr_string_set_release(struct fr_string_set *set)
{
    for (size_t i = 0; i < set->capacity; i++)
        free(set->table[i].text);
    free(set->table);
    *set = (struct fr_string_set){NULL, 0, 0};
}
