#define _GNU_SOURCE /* pipe2 */

#include "harness/sandbox/execute.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif

#include "harness/base/clock.h"
#include "harness/sandbox/family.h"
#include "harness/sandbox/map_bytes.h"
#include "harness/sandbox/sandbox_protocol.h"

enum {
    PATIENCE_S = 60, /* a tool that counts instructions makes everything fifty times slower */
    WATCH_MS = 100,
    MOST_WORDS = 64,
    HIGHEST_DESCRIPTOR = 256
};

static const volatile sig_atomic_t never;

/* The last line that a program wrote on stderr, without who wrote it. */
static void read_last_line(int pipe, char *line, size_t size)
{
    char text[2048];
    const ssize_t got = read(pipe, text, sizeof text - 1);
    text[got > 0 ? got : 0] = '\0';
    text[strcspn(text, "\r")] = '\0';
    while (*text && text[strlen(text) - 1] == '\n')
        text[strlen(text) - 1] = '\0';
    const char *last = strrchr(text, '\n');
    snprintf(line, size, "%.300s", last ? last + 1 : text);
}

/* Puts what the program is to find open where it looks for it; the rest is closed. */
static void place_descriptors(int socket, int board, int told)
{
    const int nowhere = open("/dev/null", O_RDWR);
    /* Out of the way of the places first. */
    const int from[] = {fcntl(nowhere, F_DUPFD, 16), fcntl(told, F_DUPFD, 16),
                        fcntl(socket, F_DUPFD, 16),
                        fcntl(board < 0 ? nowhere : board, F_DUPFD, 16)};
    dup2(from[0], STDIN_FILENO);
    dup2(from[0], STDOUT_FILENO);
    dup2(from[1], STDERR_FILENO);
    dup2(from[2], FR_SERVE_SOCKET);
    dup2(from[3], FR_SERVE_BOARD);
    for (int other = FR_SERVE_BOARD + 1; other < HIGHEST_DESCRIPTOR; other++)
        close(other);
}

/* The child's part. */
static void become(const struct fr_executable *executable, const char *address, int socket,
                   int board, int told)
{
    const char *words[MOST_WORDS];
    int count = 0;
    for (int i = 0; executable->front[i]; i++)
        words[count++] = executable->front[i];
    words[count++] = executable->path;
    words[count++] = "serve";
    words[count++] = "--algo";
    words[count++] = address;
    for (int i = 0; executable->plugins[i]; i++) {
        words[count++] = "--plugin";
        words[count++] = executable->plugins[i];
    }
    words[count] = NULL;
#if defined(__linux__)
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    signal(SIGINT, SIG_IGN);
    place_descriptors(socket, board, told);
    /* The words are not written to. */
    execvp(words[0], (char *const *)(uintptr_t)words);
    dprintf(STDERR_FILENO, "%s: %s\n", words[0], strerror(errno));
    _exit(127);
}

/* A program under way: its socket, and what it says on stderr. */
struct program {
    pid_t child;
    int socket, told;
};

static void end(struct program *program)
{
    fr_family_end(program->child, NULL);
    close(program->socket);
    close(program->told);
}

static bool begin(const struct fr_executable *executable, const char *address, int board,
                  struct program *program)
{
    int ends[2], told[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return false;
    if (pipe2(told, O_CLOEXEC | O_NONBLOCK) != 0) {
        close(ends[0]);
        close(ends[1]);
        return false;
    }
    *program = (struct program){.child = fr_family_fork(), .socket = ends[0], .told = told[0]};
    if (program->child == 0)
        become(executable, address, ends[1], board, told[1]);
    close(ends[1]);
    close(told[1]);
    if (program->child > 0)
        return true;
    close(ends[0]);
    close(told[0]);
    return false;
}

/* The next size bytes; false when the program is gone, too slow, or not wanted any longer. */
static bool receive(const struct program *program, const volatile sig_atomic_t *stop, void *buffer,
                    size_t size)
{
    char *at = buffer;
    const uint64_t last = fr_clock_ns() + PATIENCE_S * UINT64_C(1000000000);
    struct pollfd waiting = {.fd = program->socket, .events = POLLIN};
    while (size > 0 && !*stop && fr_clock_ns() < last) {
        if (poll(&waiting, 1, WATCH_MS) <= 0)
            continue;
        const ssize_t got = read(program->socket, at, size);
        if (got <= 0)
            return false;
        at += got;
        size -= (size_t)got;
    }
    return size == 0;
}

/* The program's hello, if it is one of this protocol; else a reason. */
static bool hear_hello(const struct program *program, const volatile sig_atomic_t *stop,
                       struct fr_serve_hello *hello, char *reason, size_t size)
{
    uint32_t bytes[FR_SERVE_PARTS];
    const size_t head = sizeof hello->magic + sizeof hello->version + sizeof hello->bytes;
    fr_serve_sizes(bytes);
    if (!receive(program, stop, hello, head)) {
        char told[320];
        read_last_line(program->told, told, sizeof told);
        snprintf(reason, size, "does not serve%s%s; expected a footrace command that knows 'serve'",
                 *told ? ": " : "", told);
    } else if (hello->magic != FR_SERVE_MAGIC) {
        snprintf(reason, size, "sent garbage; expected a footrace command");
    } else if (hello->version != FR_SERVE_VERSION ||
               memcmp(hello->bytes, bytes, sizeof bytes) != 0) {
        snprintf(reason, size,
                 "speaks version %u of the protocol between builds%s, expected %u with the same "
                 "structs: build it again with this version's harness",
                 (unsigned)hello->version,
                 hello->version == FR_SERVE_VERSION ? " with structs of other sizes" : "",
                 (unsigned)FR_SERVE_VERSION);
    } else if (!receive(program, stop, (char *)hello + head, sizeof *hello - head)) {
        snprintf(reason, size, "stopped in the middle of a word");
    } else {
        hello->error[sizeof hello->error - 1] = '\0';
        snprintf(reason, size, "%.400s", hello->error);
        return *reason == '\0';
    }
    return false;
}

static void copy_text(char *to, size_t size, const char *from, size_t most)
{
    snprintf(to, size, "%.*s", (int)most, from);
}

enum fr_status fr_execute_probe(struct fr_executable *executable, struct fr_racer *racer,
                                struct fr_error *error)
{
    struct fr_serve_hello hello;
    struct program program;
    char reason[512] = "";
    if (!begin(executable, racer->address, -1, &program))
        return fr_fail(error, fr_status_of(errno), "%s: cannot be started: %s", executable->path,
                       strerror(errno));
    const bool heard = hear_hello(&program, &never, &hello, reason, sizeof reason);
    end(&program);
    if (!heard)
        return fr_fail(error, FR_BAD_INPUT, "%s: %s", executable->path, reason);
    racer->traits = (struct fr_traits){.movement = (enum fr_movement)hello.movement,
                                       .optimality = (enum fr_optimality)hello.optimality,
                                       .edge_walls = hello.edge_walls,
                                       .expected_faults = hello.expected_faults};
    copy_text(racer->options_text, sizeof racer->options_text, hello.options,
              sizeof hello.options - 1);
    copy_text(executable->version, sizeof executable->version, hello.version_text,
              sizeof hello.version_text - 1);
    copy_text(executable->revision, sizeof executable->revision, hello.revision,
              sizeof hello.revision - 1);
    copy_text(executable->compiler, sizeof executable->compiler, hello.compiler,
              sizeof hello.compiler - 1);
    copy_text(executable->flags, sizeof executable->flags, hello.flags, sizeof hello.flags - 1);
    return FR_OK;
}

static bool send_order(const struct program *program, const struct fr_sandbox_rules *rules,
                       struct fr_reduction reduction, int64_t prepare_bytes,
                       const struct fr_map *map)
{
    unsigned char *bytes;
    size_t size;
    if (fr_map_bytes_write(map, &fr_default_allocator, &bytes, &size) != FR_OK)
        return false;
    const struct fr_serve_order order = {.magic = FR_SERVE_MAGIC,
                                         .unlimited_addresses = rules->unlimited_addresses,
                                         .scale = reduction.scale,
                                         .free = (int32_t)reduction.free,
                                         .memory_mb = rules->memory_mb,
                                         .prepare_bytes = prepare_bytes,
                                         .frame_bytes = rules->frame ? rules->frame_bytes : 0,
                                         .sweep_bytes = rules->sweep ? rules->sweep_bytes : 0,
                                         .map_bytes = size,
                                         .clock_ns = rules->clock_ns};
    const bool sent = fr_message_send(program->socket, &order, sizeof order) &&
                      fr_message_send(program->socket, bytes, size);
    fr_deallocate(&fr_default_allocator, bytes, size, 1);
    return sent;
}

bool fr_execute_start(const struct fr_racer *racer, const struct fr_sandbox_rules *rules,
                      struct fr_reduction reduction, int64_t prepare_bytes,
                      const struct fr_map *map, int board, struct fr_executed *executed,
                      char *reason, size_t size)
{
    struct fr_serve_hello hello;
    struct fr_serve_ready ready = {0, FR_OK};
    struct program program;
    if (!begin(racer->executable, racer->address, board, &program)) {
        snprintf(reason, size, "cannot start a process: %s", strerror(errno));
        return false;
    }
    bool agreed = hear_hello(&program, rules->stop, &hello, reason, size);
    if (agreed && (!send_order(&program, rules, reduction, prepare_bytes, map) ||
                   !receive(&program, rules->stop, &ready, sizeof ready) ||
                   ready.magic != FR_SERVE_MAGIC || ready.status != FR_OK)) {
        snprintf(reason, size, "%.80s did not take the map%s", racer->executable->path,
                 ready.status == FR_NO_MEMORY ? ": no memory" : "");
        agreed = false;
    }
    if (!agreed) {
        end(&program);
        return false;
    }
    close(program.told);
    *executed = (struct fr_executed){program.child, program.socket};
    return true;
}
