#include "harness/results/result_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

enum { CHUNK = 1 << 16, MOST_PIPES = 64, ANY_GZIP = 15 + 16 };

/* Pipes that were already read: some commands read a file twice. */
static struct {
    char *name;
    FILE *text;
} pipes[MOST_PIPES];

static enum fr_status cannot_read(const char *name, struct fr_error *error)
{
    return fr_fail(error, fr_status_of(errno), "%s: %s; expected a result file", name,
                   strerror(errno ? errno : EIO));
}

static enum fr_status damaged(const char *name, const char *what, struct fr_error *error)
{
    return fr_fail(error, FR_BAD_INPUT, "%s: damaged: %s; expected a result file", name, what);
}

static bool copy(FILE *from, FILE *to)
{
    char bytes[CHUNK];
    for (size_t got; (got = fread(bytes, 1, sizeof bytes, from)) > 0;)
        if (fwrite(bytes, 1, got, to) != got)
            return false;
    return !ferror(from) && fflush(to) == 0;
}

/* Whether another compressed part follows; zeros are padding. */
static bool is_next_part(const z_stream *inflating)
{
    return inflating->avail_in > 0 && inflating->next_in[0] == 0x1f;
}

static bool are_zeros(const z_stream *inflating)
{
    for (uInt i = 0; i < inflating->avail_in; i++)
        if (inflating->next_in[i])
            return false;
    return true;
}

/* Inflates the available input; `state` is Z_STREAM_END between two parts. */
static bool inflate_chunk(z_stream *inflating, int *state, FILE *to)
{
    unsigned char out[CHUNK];
    while (inflating->avail_in > 0) {
        if (*state == Z_STREAM_END) {
            if (!is_next_part(inflating))
                return are_zeros(inflating);
            if (inflateReset(inflating) != Z_OK)
                return false;
        }
        inflating->next_out = out;
        inflating->avail_out = sizeof out;
        *state = inflate(inflating, Z_NO_FLUSH);
        if (*state != Z_OK && *state != Z_STREAM_END && *state != Z_BUF_ERROR)
            return false;
        const size_t made = sizeof out - inflating->avail_out;
        if (fwrite(out, 1, made, to) != made)
            return false;
    }
    return true;
}

static enum fr_status unpack(const char *name, FILE *from, FILE *to, struct fr_error *error)
{
    unsigned char in[CHUNK];
    z_stream inflating = {.next_in = in};
    int state = Z_OK;
    bool good = true;
    if (inflateInit2(&inflating, ANY_GZIP) != Z_OK)
        return fr_fail(error, FR_NO_MEMORY, "%s: not enough memory to unpack it", name);
    errno = 0;
    for (size_t got; good && (got = fread(in, 1, sizeof in, from)) > 0;) {
        inflating.next_in = in;
        inflating.avail_in = (uInt)got;
        good = inflate_chunk(&inflating, &state, to);
    }
    inflateEnd(&inflating);
    if (ferror(from) || ferror(to) || fflush(to) != 0)
        return cannot_read(name, error);
    return good && state == Z_STREAM_END ? FR_OK : damaged(name, "an incomplete gzip file", error);
}

static FILE *find_pipe(const char *name)
{
    for (int i = 0; i < MOST_PIPES && pipes[i].name; i++)
        if (strcmp(pipes[i].name, name) == 0)
            return pipes[i].text;
    return NULL;
}

static void keep_pipe(const char *name, FILE *text)
{
    for (int i = 0; i < MOST_PIPES; i++)
        if (!pipes[i].name) {
            pipes[i].name = strdup(name);
            pipes[i].text = text;
            return;
        }
}

/* A second stream over the text of a pipe. */
static FILE *open_again(FILE *text)
{
    const int descriptor = fcntl(fileno(text), F_DUPFD_CLOEXEC, 0);
    FILE *stream = descriptor < 0 ? NULL : fdopen(descriptor, "r");
    if (!stream && descriptor >= 0)
        close(descriptor);
    if (stream)
        rewind(stream);
    return stream;
}

static bool is_packed(FILE *stream)
{
    const int first = getc(stream), second = first == EOF ? EOF : getc(stream);
    rewind(stream);
    return first == 0x1f && second == 0x8b;
}

static void skip_mark(FILE *stream)
{
    static const unsigned char mark[] = {0xEF, 0xBB, 0xBF};
    unsigned char begin[sizeof mark];
    rewind(stream);
    if (fread(begin, 1, sizeof begin, stream) == sizeof begin &&
        memcmp(begin, mark, sizeof mark) == 0)
        return;
    rewind(stream);
}

/* Copies a stream's text, unpacked or as it is, into a temporary file that replaces the stream. */
static enum fr_status replace(const char *name, bool packed, FILE **stream, struct fr_error *error)
{
    errno = 0;
    FILE *text = tmpfile();
    enum fr_status status = text ? FR_OK : cannot_read(name, error);
    if (text && packed)
        status = unpack(name, *stream, text, error);
    else if (text && !copy(*stream, text))
        status = cannot_read(name, error);
    fclose(*stream);
    *stream = text;
    if (status != FR_OK && text)
        fclose(text);
    if (status == FR_OK)
        rewind(text);
    return status;
}

enum fr_status fr_result_file_open(const char *name, FILE **stream, struct fr_error *error)
{
    struct stat facts;
    FILE *known = find_pipe(name);
    errno = 0;
    FILE *opened = known ? open_again(known) : fopen(name, "re");
    if (!opened || fstat(fileno(opened), &facts) != 0) {
        const enum fr_status status = cannot_read(name, error);
        if (opened)
            fclose(opened);
        return status;
    }
    enum fr_status status = FR_OK;
    const bool pipe = !S_ISREG(facts.st_mode) && !S_ISDIR(facts.st_mode);
    if (pipe)
        status = replace(name, false, &opened, error);
    if (status == FR_OK && is_packed(opened))
        status = replace(name, true, &opened, error);
    if (status == FR_OK && pipe) {
        keep_pipe(name, opened);
        FILE *again = open_again(opened);
        opened = again;
        status = again ? FR_OK : cannot_read(name, error);
    }
    if (status != FR_OK)
        return status;
    skip_mark(opened);
    *stream = opened;
    return FR_OK;
}
