#include "harness/base/hash.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

uint64_t fr_hash_bytes(uint64_t hash, const void *bytes, size_t count)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ at[i]) * 0x100000001b3u;
    return hash;
}

uint64_t fr_hash_text(uint64_t hash, const char *text)
{
    return fr_hash_bytes(hash, text, strlen(text) + 1);
}

enum fr_status fr_hash_file(const char *file, uint64_t *hash, struct fr_error *error)
{
    unsigned char bytes[1 << 14];
    uint64_t now = *hash;
    errno = 0;
    FILE *stream = fopen(file, "r");
    for (size_t got; stream && (got = fread(bytes, 1, sizeof bytes, stream)) > 0;)
        now = fr_hash_bytes(now, bytes, got);
    const bool read = stream && !ferror(stream);
    const int why = errno ? errno : EIO;
    if (stream)
        fclose(stream);
    if (!read)
        return fr_fail(error, fr_status_of(why), "%s: %s", file, strerror(why));
    *hash = now;
    return FR_OK;
}
