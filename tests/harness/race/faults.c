/* Has the n-th call of one kind fail, in a program that was started with this library preloaded:
 * FOOTRACE_FAIL="KIND:N", N from 1. At its end the program's calls of that kind are counted in the file
 * FOOTRACE_FAIL_COUNT. Only the process that was started counts and fails; its children, racers among
 * them, do as ever.
 *
 * Kinds: memory (malloc, calloc, realloc), open (also of streams, pipes, sockets), write (fflush,
 * fwrite, fclose, ftruncate, rename), sync (fsync), fork, map (mmap). */
#define _GNU_SOURCE

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>

enum kind { MEMORY, OPEN, WRITE, SYNC, FORK, MAP, KINDS };

static const char *const names[KINDS] = {"memory", "open", "write", "sync", "fork", "map"};
static const int errors[KINDS] = {ENOMEM, EMFILE, ENOSPC, EIO, EAGAIN, ENOMEM};

static enum kind failing = KINDS;
static long due, calls;
static pid_t ours;

/* Whether this call is the one. */
static bool fails(enum kind kind)
{
    if (kind != failing || getpid() != ours || ++calls != due)
        return false;
    errno = errors[kind];
    return true;
}

static void *next(const char *name)
{
    return dlsym(RTLD_NEXT, name);
}

/* The system's function of this name, of this one's type. */
#define REAL(name)                                                                                 \
    static __typeof__(&name) real;                                                                 \
    if (!real)                                                                                     \
    *(void **)&real = next(#name)

static void __attribute__((constructor)) read_order(void)
{
    const char *order = getenv("FOOTRACE_FAIL");
    for (int kind = 0; order && kind < KINDS; kind++) {
        const size_t length = strlen(names[kind]);
        if (strncmp(order, names[kind], length) == 0 && order[length] == ':') {
            due = atol(order + length + 1);
            ours = getpid();
            failing = (enum kind)kind;
        }
    }
}

static void __attribute__((destructor)) tell_count(void)
{
    const char *file = getenv("FOOTRACE_FAIL_COUNT");
    const enum kind told = failing;
    failing = KINDS;
    if (!file || told == KINDS || getpid() != ours)
        return;
    FILE *stream = fopen(file, "w");
    if (!stream)
        return;
    fprintf(stream, "%ld\n", calls);
    fclose(stream);
}

/* The C library's allocator, which dlsym needs before it can be called. */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);

void *malloc(size_t size)
{
    return fails(MEMORY) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails(MEMORY) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size)
{
    return fails(MEMORY) ? NULL : __libc_realloc(memory, size);
}

int open(const char *name, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = flags & O_CREAT ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    REAL(open);
    return fails(OPEN) ? -1 : real(name, flags, mode);
}

FILE *fopen(const char *name, const char *mode)
{
    REAL(fopen);
    return fails(OPEN) ? NULL : real(name, mode);
}

FILE *fdopen(int descriptor, const char *mode)
{
    REAL(fdopen);
    return fails(OPEN) ? NULL : real(descriptor, mode);
}

int pipe(int ends[2])
{
    REAL(pipe);
    return fails(OPEN) ? -1 : real(ends);
}

int socketpair(int domain, int type, int protocol, int ends[2])
{
    REAL(socketpair);
    return fails(OPEN) ? -1 : real(domain, type, protocol, ends);
}

/* What is told to people is not what a full disk holds. */
static bool is_told(FILE *stream)
{
    return !stream || stream == stderr || stream == stdout;
}

int fflush(FILE *stream)
{
    REAL(fflush);
    return !is_told(stream) && fails(WRITE) ? EOF : real(stream);
}

size_t fwrite(const void *bytes, size_t size, size_t count, FILE *stream)
{
    REAL(fwrite);
    return !is_told(stream) && fails(WRITE) ? 0 : real(bytes, size, count, stream);
}

int fclose(FILE *stream)
{
    REAL(fclose);
    const bool lost = fails(WRITE);
    const int closed = real(stream);
    if (!lost)
        return closed;
    errno = ENOSPC;
    return EOF;
}

int ftruncate(int descriptor, off_t length)
{
    REAL(ftruncate);
    return fails(WRITE) ? -1 : real(descriptor, length);
}

int rename(const char *from, const char *to)
{
    REAL(rename);
    return fails(WRITE) ? -1 : real(from, to);
}

int fsync(int descriptor)
{
    REAL(fsync);
    return fails(SYNC) ? -1 : real(descriptor);
}

pid_t fork(void)
{
    REAL(fork);
    return fails(FORK) ? -1 : real();
}

void *mmap(void *where, size_t size, int protection, int flags, int descriptor, off_t offset)
{
    REAL(mmap);
    return fails(MAP) ? MAP_FAILED : real(where, size, protection, flags, descriptor, offset);
}
