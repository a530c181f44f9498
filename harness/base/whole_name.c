#include "harness/base/whole_name.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "harness/base/hash.h"
#include "harness/base/utf8.h"

enum { HASH_SIZE = sizeof "~0123456789abcdef" };

static bool is_plain(const char *text)
{
    if (fr_utf8_has_control(text))
        return false;
    for (size_t length; *text; text += length)
        if ((length = fr_utf8_length(text)) == 0)
            return false;
    return true;
}

void fr_whole_name(const char *whole, char *name, size_t size)
{
    size_t used = 0;
    if (strlen(whole) < size && is_plain(whole)) {
        strcpy(name, whole);
        return;
    }
    for (const char *at = whole; *at;) {
        const size_t length = fr_utf8_length(at), bytes = length ? length : 1;
        if (used + bytes > size - HASH_SIZE)
            break;
        memcpy(name + used, length ? at : "?", bytes);
        used += bytes;
        at += bytes;
    }
    name[used] = '\0';
    fr_utf8_tame(name);
    snprintf(name + used, size - used, "~%016" PRIx64, fr_hash_text(FR_HASH_BEGIN, whole));
}
