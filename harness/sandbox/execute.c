#define _GNU_SOURCE /* pipe2 */

#include "harness/sandbox/execute.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif

#include "harness/sandbox/map_bytes.h"
#include "harness/sandbox/sandbox_protocol.h"

/* Time limit until a program is ready: a tool that counts instructions makes everything fifty times
 * slower. */
#define PATIENCE_S 60.0
/* Time limit for hello: opening a plugin runs its constructors, which may hang; a busy machine
 * takes seconds. */
#define HELLO_S 60.0
#define PLUGIN_HELLO_S 10.0

enum { PLUGIN_MB = 1024, MOST_WORDS = 64, HIGHEST_DESCRIPTOR = 256 };

static const volatile sig_atomic_t never;

enum fr_status fr_executable_self(struct fr_executable *executable, struct fr_error *error)
{
    const ssize_t length =
        readlink("/proc/self/exe", executable->path, sizeof executable->path - 1);
    if (length < 0)
        return fr_fail(error, fr_status_of(errno), "the path of this program is unknown: %s",
                       strerror(errno));
    executable->path[length] = '\0';
    return FR_OK;
}

/* The last line that a program wrote on stderr. */
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

/* Moves the descriptors that the program expects to their numbers; closes all others. */
static void place_descriptors(int socket, int board, int errors)
{
    const int nowhere = open("/dev/null", O_RDWR);
    /* First moves the descriptors above the target numbers. */
    const int from[] = {fcntl(nowhere, F_DUPFD, 16), fcntl(errors, F_DUPFD, 16),
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

/* Runs in the child: executes the program. */
static void become(const struct fr_executable *executable, const char *address, int socket,
                   int board, int errors)
{
    const char *words[MOST_WORDS];
    int count = 0;
    for (int i = 0; executable->front[i]; i++)
        words[count++] = executable->front[i];
    words[count++] = executable->path;
    words[count++] = "serve";
    if (address) {
        words[count++] = "--algo";
        words[count++] = address;
    }
    for (int i = 0; executable->plugins[i]; i++) {
        words[count++] = "--plugin";
        words[count++] = executable->plugins[i];
    }
    words[count] = NULL;
#if defined(__linux__)
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    signal(SIGINT, SIG_IGN);
    place_descriptors(socket, board, errors);
    /* execvp does not modify the words. */
    execvp(words[0], (char *const *)(uintptr_t)words);
    dprintf(STDERR_FILENO, "%s: %s\n", words[0], strerror(errno));
    _exit(127);
}

static bool begin(const struct fr_executable *executable, const char *address, int board,
                  const struct fr_sandbox_rules *rules, struct fr_watched *watched, int *errors)
{
    int ends[2], socket;
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
        return false;
    const pid_t child = fr_watched_fork(watched, rules, &socket);
    if (child == 0)
        become(executable, address, socket, board, ends[1]);
    close(ends[1]);
    *errors = ends[0];
    if (child < 0)
        close(ends[0]);
    return child > 0;
}

/* Explains why a program sent no hello. The last line of a plugin's process names its step: see
 * fr_plugin_open. */
static void explain_silence(const struct fr_executable *executable, int errors,
                            struct fr_reply *reply)
{
    char line[320];
    const struct fr_reply ended = *reply;
    read_last_line(errors, line, sizeof line);
    if (ended.status == FR_REPLY_STOPPED)
        return;
    if (executable->plugins[0])
        snprintf(reply->reason, sizeof reply->reason, "%.70s %.80s", ended.reason, line);
    else
        snprintf(reply->reason, sizeof reply->reason,
                 "does not serve%s%.60s; expected a footrace command that has 'serve'",
                 *line ? ": " : "", line);
}

static void end_text(char *text, size_t size)
{
    text[size - 1] = '\0';
}

/* The program may have written anything: terminates texts, limits counts. */
static void tame(struct fr_serve_hello *hello)
{
    end_text(hello->version_text, sizeof hello->version_text);
    end_text(hello->revision, sizeof hello->revision);
    end_text(hello->compiler, sizeof hello->compiler);
    end_text(hello->flags, sizeof hello->flags);
    end_text(hello->options, sizeof hello->options);
    end_text(hello->build.text, sizeof hello->build.text);
    end_text(hello->error, sizeof hello->error);
    for (int i = 0; i < FR_MOST_SERVED; i++) {
        end_text(hello->served[i].name, sizeof hello->served[i].name);
        end_text(hello->served[i].label, sizeof hello->served[i].label);
        end_text(hello->served[i].colour, sizeof hello->served[i].colour);
    }
    if (hello->count > FR_MOST_SERVED)
        hello->count = 0;
}

/* Receives the program's hello, and checks its protocol; on failure `reply` says what is wrong. */
static bool hear_hello(const struct fr_executable *executable, struct fr_watched *watched,
                       int errors, struct fr_serve_hello *hello, struct fr_reply *reply)
{
    uint32_t bytes[FR_SERVE_PARTS];
    const size_t head = sizeof hello->magic + sizeof hello->version + sizeof hello->bytes;
    fr_serve_sizes(bytes);
    fr_watched_expect(watched, 1, watched->rules->timeout_s);
    if (!fr_watched_receive(watched, hello, head, reply))
        explain_silence(executable, errors, reply);
    else if (hello->magic != FR_SERVE_MAGIC)
        fr_watched_fail(reply, FR_REPLY_CRASH, "sent invalid data; expected a footrace command");
    else if (hello->version != FR_SERVE_VERSION || memcmp(hello->bytes, bytes, sizeof bytes) != 0)
        fr_watched_fail(reply, FR_REPLY_CRASH,
                        "uses version %u of the protocol between builds%s; expected %u with the "
                        "same structs: rebuild it with this version's harness",
                        (unsigned)hello->version,
                        hello->version == FR_SERVE_VERSION ? " with structs of other sizes" : "",
                        (unsigned)FR_SERVE_VERSION);
    else if (fr_watched_receive(watched, (char *)hello + head, sizeof *hello - head, reply)) {
        tame(hello);
        reply->status = FR_REPLY_ANSWERED;
        return true;
    }
    return false;
}

enum fr_status fr_execute_hello(const struct fr_executable *executable, const char *address,
                                struct fr_serve_hello *hello, struct fr_error *error)
{
    const struct fr_sandbox_rules rules = {
        .timeout_s = executable->plugins[0] && !executable->front[0] ? PLUGIN_HELLO_S : HELLO_S,
        .memory_mb = PLUGIN_MB,
        .stop = &never};
    struct fr_watched watched;
    struct fr_reply reply = {.status = FR_REPLY_ANSWERED};
    int errors;
    if (!begin(executable, address, -1, &rules, &watched, &errors))
        return fr_fail(error, FR_SYSTEM_ERROR, "cannot be started: %s", strerror(errno));
    watched.baseline_bytes = 0;
    const bool heard = hear_hello(executable, &watched, errors, hello, &reply);
    fr_watched_end(&watched);
    close(errors);
    if (!heard)
        return fr_fail(error, FR_BAD_INPUT, "%s", reply.reason);
    return *hello->error ? fr_fail(error, FR_BAD_INPUT, "%s", hello->error) : FR_OK;
}

enum fr_status fr_execute_probe(const struct fr_executable *executable, struct fr_racer *racer,
                                struct fr_serve_hello *hello, struct fr_error *error)
{
    const enum fr_status status = fr_execute_hello(executable, racer->address, hello, error);
    if (status != FR_OK)
        return status;
    racer->traits = (struct fr_traits){.movement = (enum fr_movement)hello->movement,
                                       .optimality = (enum fr_optimality)hello->optimality,
                                       .edge_walls = hello->edge_walls,
                                       .expected_faults = hello->expected_faults,
                                       .expansions = hello->expansions};
    racer->updates = hello->updates;
    snprintf(racer->options_text, sizeof racer->options_text, "%s", hello->options);
    return FR_OK;
}

static bool send_order(const struct fr_watched *watched, const struct fr_sandbox_rules *rules,
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
                                         .memory_mb = rules->memory_mb,
                                         .prepare_bytes = prepare_bytes,
                                         .frame_bytes = rules->frame ? rules->frame_bytes : 0,
                                         .map_bytes = size,
                                         .clock_ns = rules->clock_ns};
    fr_watched_send(watched, &order, sizeof order);
    fr_watched_send(watched, bytes, size);
    fr_deallocate(&fr_default_allocator, bytes, size, 1);
    return true;
}

/* Whether the program accepted the order; if not, `reply` says why. */
static bool is_ready(struct fr_watched *watched, struct fr_reply *reply)
{
    struct fr_serve_ready ready;
    if (!fr_watched_receive(watched, &ready, sizeof ready, reply))
        return false;
    if (ready.magic == FR_SERVE_MAGIC && ready.status == FR_OK)
        return true;
    fr_watched_fail(reply, FR_REPLY_CRASH, "did not accept the map%s",
                    ready.status == FR_NO_MEMORY ? ": not enough memory" : "");
    return false;
}

bool fr_execute_start(const struct fr_racer *racer, const struct fr_sandbox_rules *rules,
                      struct fr_reduction reduction, int64_t prepare_bytes,
                      const struct fr_map *map, int board, struct fr_watched *watched,
                      struct fr_reply *reply)
{
    struct fr_serve_hello hello;
    struct fr_sandbox_rules patient = *rules;
    bool agreed = false;
    int errors;
    patient.timeout_s = PATIENCE_S;
    if (!begin(racer->executable, racer->address, board, &patient, watched, &errors)) {
        fr_watched_fail(reply, FR_REPLY_STOPPED, "cannot start a process: %s", strerror(errno));
        return false;
    }
    if (!hear_hello(racer->executable, watched, errors, &hello, reply))
        agreed = false;
    else if (*hello.error)
        fr_watched_fail(reply, FR_REPLY_CRASH, "%.150s", hello.error);
    else if (!send_order(watched, rules, reduction, prepare_bytes, map))
        fr_watched_fail(reply, FR_REPLY_STOPPED, "not enough memory to send the map");
    else
        agreed = is_ready(watched, reply);
    close(errors);
    watched->rules = rules;
    if (!agreed)
        fr_watched_end(watched);
    return agreed;
}
