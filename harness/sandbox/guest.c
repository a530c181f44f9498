#define _GNU_SOURCE /* pipe2 */

#include "harness/sandbox/guest.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#endif

#include "algorithms/front.h"
#include "harness/base/clock.h"
#include "harness/sandbox/limits.h"
#include "harness/statistics/quantiles.h"
#include "maps/geometry/line_of_sight.h"
#include "maps/random.h"

/* The protocol: a message begins with a letter that says what it is. */
enum { VERSION = 1, MOST_HELLO = 1 << 16, MOST_POINTS = 1 << 26 };

/* By how much our time of a query may exceed the guest's own time: this many times the fastest
 * empty answer, this fraction of its own time, and this many nanoseconds. A query in doubt is
 * repeated this often and, with pauses, for this long; the least of each kind of time counts, as
 * the system may have interrupted the other queries. */
#define EMPTY_TIMES 3.0
#define OWN_SHARE 0.25
#define SLACK_NS 30e3
#define DOUBT_NS 300e6
#define PAUSE_NS 1000000
enum { DOUBTS = 12 };

/* Warming up ends when this many medians in a row, of this many queries each, agree. */
enum { MEDIANS = 20, QUERIES = 9 };
#define STEADY_SHARE 0.05
#define WARM_NS 2e9

struct fr_state {
    struct fr_head head;
    uint32_t room; /* the room's number in messages */
    double (*points)[2];
    size_t capacity;
};

static struct guest {
    struct fr_pathfinder pathfinder;
    struct fr_option options[FR_MAX_OPTIONS];
    struct fr_traits traits;
    pid_t process;
    int to, from;
    bool garbled, stops;
    _Atomic uint32_t rooms; /* so far */
    double least_empty_ns;  /* over all empty answers */
    struct fr_guest_times times;
    uint32_t points; /* waypoints of the last answer */
} guest;

/* Locked from each message to its reply, so that threads cannot mix up replies. */
static pthread_mutex_t talking = PTHREAD_MUTEX_INITIALIZER;

/* Ends this process in the same way as its guest ended, so that the parent reports that end. */
static void die_alike(void)
{
    int status;
    close(guest.to);
    if (waitpid(guest.process, &status, 0) == guest.process && WIFSIGNALED(status)) {
        signal(WTERMSIG(status), SIG_DFL);
        raise(WTERMSIG(status));
    }
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILURE);
}

static void put(const void *bytes, size_t size)
{
    const char *at = bytes;
    while (size > 0) {
        const ssize_t done = write(guest.to, at, size);
        if (done < 0 && errno != EINTR)
            die_alike();
        at += done > 0 ? done : 0;
        size -= done > 0 ? (size_t)done : 0;
    }
}

static void get(void *bytes, size_t size)
{
    char *at = bytes;
    while (size > 0) {
        const ssize_t done = read(guest.from, at, size);
        if (done == 0 || (done < 0 && errno != EINTR))
            die_alike();
        at += done > 0 ? done : 0;
        size -= done > 0 ? (size_t)done : 0;
    }
}

/* A message to the guest: its length, its letter, and its contents, which may come in two parts. */
static void write_message(char letter, const void *front, size_t front_size, const void *rest,
                          size_t rest_size)
{
    char head[5];
    const uint32_t length = (uint32_t)(1 + front_size + rest_size);
    memcpy(head, &length, sizeof length);
    head[4] = letter;
    if (guest.garbled)
        return;
    if (guest.stops)
        kill(-guest.process, SIGCONT);
    put(head, sizeof head);
    put(front, front_size);
    put(rest, rest_size);
}

/* Reads the head of the reply to a message with this letter; false if it is not such a reply. */
static bool hear(char letter, uint32_t least, uint32_t most, uint32_t *size)
{
    uint32_t length;
    char kind;
    if (guest.garbled)
        return false;
    get(&length, sizeof length);
    get(&kind, sizeof kind);
    *size = length - 1;
    guest.garbled = length == 0 || kind != letter || *size < least || *size > most;
    return !guest.garbled;
}

static void rest(void)
{
    if (guest.stops)
        kill(-guest.process, SIGSTOP);
}

/* The status in the guest's answer to a room or to changes. */
static enum fr_status hear_status(char letter)
{
    static const enum fr_status statuses[] = {FR_OK, FR_UNSUPPORTED, FR_NO_MEMORY};
    uint32_t size;
    uint8_t status;
    if (!hear(letter, sizeof status, sizeof status, &size))
        return FR_UNSUPPORTED;
    get(&status, sizeof status);
    rest();
    guest.garbled = status >= sizeof statuses / sizeof *statuses;
    return guest.garbled ? FR_UNSUPPORTED : statuses[status];
}

/* Sends a room or changes; returns the status in the guest's answer. */
static enum fr_status hand_over(char letter, const void *head, size_t head_size, const void *bytes,
                                size_t size)
{
    pthread_mutex_lock(&talking);
    write_message(letter, head, head_size, bytes, size);
    const enum fr_status status = hear_status(letter);
    pthread_mutex_unlock(&talking);
    return status;
}

static void release(struct fr_state *state)
{
    if (state->room == 0)
        return;
    pthread_mutex_lock(&talking);
    write_message('D', &state->room, sizeof state->room, NULL, 0);
    rest();
    pthread_mutex_unlock(&talking);
    fr_deallocate(state->head.allocator, state->points, state->capacity, sizeof *state->points);
}

static void copy_pixels(const struct fr_map *map, struct fr_rect rect, unsigned char *pixels)
{
    for (int32_t y = rect.y; y < rect.y + rect.height; y++)
        for (int32_t x = rect.x; x < rect.x + rect.width; x++)
            *pixels++ = fr_map_walkable(map, x, y);
}

static enum fr_status prepare(struct fr_state *state)
{
    const struct fr_map *map = state->head.map;
    const size_t size = (size_t)map->width * (size_t)map->height;
    char text[512];
    fr_options_format(guest.options, guest.pathfinder.option_count, &state->head.options, text,
                      sizeof text);
    const uint32_t head[4] = {++guest.rooms, (uint32_t)map->width, (uint32_t)map->height,
                              (uint32_t)strlen(text)};
    unsigned char *bytes = fr_allocate(state->head.allocator, size + head[3], 1);
    if (!bytes)
        return FR_NO_MEMORY;
    state->room = head[0];
    memcpy(bytes, text, head[3]);
    copy_pixels(map, (struct fr_rect){0, 0, map->width, map->height}, bytes + head[3]);
    const enum fr_status status = hand_over('M', head, sizeof head, bytes, size + head[3]);
    fr_deallocate(state->head.allocator, bytes, size + head[3], 1);
    return status;
}

static enum fr_status update(struct fr_state *state, const struct fr_rect *rects, size_t count)
{
    size_t size = 0;
    for (size_t i = 0; i < count; i++)
        size += sizeof *rects + (size_t)rects[i].width * (size_t)rects[i].height;
    unsigned char *bytes = fr_allocate(state->head.allocator, size + 1, 1), *at = bytes;
    if (!bytes)
        return FR_NO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        memcpy(at, &rects[i], sizeof *rects);
        copy_pixels(state->head.map, rects[i], at + sizeof *rects);
        at += sizeof *rects + (size_t)rects[i].width * (size_t)rects[i].height;
    }
    const uint32_t head[2] = {state->room, (uint32_t)count};
    const enum fr_status status = hand_over('C', head, sizeof head, bytes, size);
    fr_deallocate(state->head.allocator, bytes, size + 1, 1);
    return status;
}

struct answer {
    uint8_t outcome;
    double ns;
    uint32_t count;
};

/* The answer to a query, or to an empty one; the waypoints follow. */
static bool hear_answer(struct answer *answer)
{
    const uint32_t head = sizeof answer->outcome + sizeof answer->ns + sizeof answer->count;
    uint32_t size;
    if (!hear('Q', head, head + 16u * MOST_POINTS, &size))
        return false;
    get(&answer->outcome, sizeof answer->outcome);
    get(&answer->ns, sizeof answer->ns);
    get(&answer->count, sizeof answer->count);
    guest.garbled = answer->outcome > FR_NONE || !(answer->ns >= 0) ||
                    size != head + (uint64_t)answer->count * 16;
    return !guest.garbled;
}

/* Receives this many waypoints in a buffer that grows if needed; false if out of memory. */
static bool take_points(struct fr_state *state, uint32_t count)
{
    if (count > state->capacity) {
        double(*more)[2] = fr_allocate(state->head.allocator, 2 * (size_t)count, sizeof *more);
        if (!more) {
            double lost[2];
            for (uint32_t i = 0; i < count; i++)
                get(lost, sizeof lost);
            return false;
        }
        fr_deallocate(state->head.allocator, state->points, state->capacity, sizeof *state->points);
        state->points = more;
        state->capacity = 2 * (size_t)count;
    }
    get(state->points, count * sizeof *state->points);
    return true;
}

/* The half pixel nearest to a coordinate or, if `beside`, the one on its other side; -1, outside
 * the map, for a value that is not a coordinate. */
static int32_t half_pixel(double pixels, bool beside)
{
    const double halves = 2 * pixels, nearest = nearbyint(halves);
    if (!(fabs(halves) < 4.0 * FR_MAP_MAX_SIZE))
        return -1;
    return (int32_t)(nearest + (beside ? (halves < nearest ? -1 : 1) : 0));
}

static bool sees(const struct fr_map *map, struct fr_point from, struct fr_point to)
{
    return to.x >= 0 && to.y >= 0 && to.x <= 2 * map->width && to.y <= 2 * map->height &&
           fr_line_of_sight(map, from, to);
}

static struct fr_point round_point(const struct fr_state *state, const double at[2],
                                   const struct fr_path *path)
{
    const struct fr_point nearest = {half_pixel(at[0], false), half_pixel(at[1], false)};
    const bool x_first = fabs(2 * at[0] - nearest.x) > fabs(2 * at[1] - nearest.y);
    if (guest.traits.movement != FR_ANY_ANGLE || path->count == 0)
        return nearest;
    const struct fr_point last = path->points[path->count - 1];
    if (!sees(state->head.map, last, last))
        return nearest;
    for (int beside = 0; beside < 4; beside++) {
        const bool one = beside & 1, other = beside & 2;
        const struct fr_point point = {half_pixel(at[0], x_first ? one : other),
                                       half_pixel(at[1], x_first ? other : one)};
        if (sees(state->head.map, last, point))
            return point;
    }
    return nearest;
}

static enum fr_outcome take_path(struct fr_state *state, uint32_t count, struct fr_path *path)
{
    if (!take_points(state, count) || fr_path_reserve(path, count) != FR_OK)
        return FR_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < count; i++) {
        const struct fr_point point = round_point(state, state->points[i], path);
        const double moved =
            hypot(state->points[i][0] - point.x / 2.0, state->points[i][1] - point.y / 2.0);
        guest.times.moved = fmax(guest.times.moved, moved);
        if (path->count == 0 || !fr_point_equal(point, path->points[path->count - 1]))
            path->points[path->count++] = point;
    }
    return FR_FOUND;
}

static enum fr_outcome ask(struct fr_state *state, const int32_t query[5], struct fr_path *path)
{
    struct answer answer;
    guest.points = 0;
    write_message('Q', query, 5 * sizeof *query, NULL, 0);
    if (!hear_answer(&answer))
        return FR_NONE;
    guest.times.own_ns += answer.ns;
    guest.points = answer.count;
    const enum fr_outcome outcome = take_path(state, answer.count, path);
    rest();
    return outcome == FR_FOUND ? (enum fr_outcome)answer.outcome : outcome;
}

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    const struct fr_pixel from = fr_point_pixel(start), to = fr_point_pixel(goal);
    const int32_t query[5] = {(int32_t)state->room, from.x, from.y, to.x, to.y};
    (void)probe;
    pthread_mutex_lock(&talking);
    const enum fr_outcome outcome = ask(state, query, path);
    pthread_mutex_unlock(&talking);
    return outcome;
}

/* The time of an answer with this many waypoints that takes no work. */
static double time_empty(struct fr_state *state, uint32_t points)
{
    struct answer answer;
    const uint64_t begin = fr_clock_ns();
    write_message('E', &points, sizeof points, NULL, 0);
    if (!hear_answer(&answer) || !take_points(state, answer.count))
        return 0;
    rest();
    return (double)(fr_clock_ns() - begin);
}

static bool is_plausible(double unexplained, double own, double empty)
{
    return unexplained >= 0 && unexplained <= EMPTY_TIMES * empty + OWN_SHARE * own + SLACK_NS;
}

bool fr_guest_is_believed(struct fr_state *state, struct fr_point start, struct fr_point goal,
                          double ns, struct fr_guest_times *times)
{
    times->empty_ns = time_empty(state, guest.points);
    guest.least_empty_ns =
        guest.least_empty_ns > 0 ? fmin(guest.least_empty_ns, times->empty_ns) : times->empty_ns;
    double unexplained = ns - times->own_ns, own = times->own_ns, empty = times->empty_ns;
    bool believed = is_plausible(unexplained, own, guest.least_empty_ns);
    struct fr_path again;
    fr_path_init(&again, state->head.allocator);
    const uint64_t doubted = fr_clock_ns();
    for (int doubt = 0; !believed && !guest.garbled &&
                        (doubt < DOUBTS || (double)(fr_clock_ns() - doubted) < DOUBT_NS);
         doubt++) {
        const struct timespec pause = {0, doubt < DOUBTS ? 0 : PAUSE_NS};
        nanosleep(&pause, NULL);
        fr_guest_start();
        const uint64_t begin = fr_clock_ns();
        if (fr_find(&guest.pathfinder, state, start, goal, NULL, &again) == FR_OUT_OF_MEMORY)
            break;
        unexplained = fmin(unexplained, (double)(fr_clock_ns() - begin) - guest.times.own_ns);
        own = fmax(own, guest.times.own_ns);
        empty = fmin(empty, time_empty(state, guest.points));
        believed = doubt > 0 && is_plausible(unexplained, own, empty);
    }
    fr_path_release(&again);
    return believed;
}

void fr_guest_write_frame(size_t bytes)
{
    const uint32_t count = (uint32_t)bytes;
    uint32_t size;
    write_message('F', &count, sizeof count, NULL, 0);
    if (hear('F', 0, 0, &size))
        rest();
}

void fr_guest_start(void)
{
    guest.times = (struct fr_guest_times){0};
    guest.points = 0;
}

void fr_guest_read(struct fr_guest_times *times)
{
    *times = guest.times;
}

static struct fr_pixel random_pixel(const struct fr_map *map, struct fr_random *random)
{
    struct fr_pixel pixel = {0, 0};
    for (int tries = 0; tries < 1000 && !fr_map_walkable(map, pixel.x, pixel.y); tries++)
        pixel = (struct fr_pixel){(int32_t)fr_random_below(random, (uint32_t)map->width),
                                  (int32_t)fr_random_below(random, (uint32_t)map->height)};
    return pixel;
}

static bool agree(const double *medians, int count)
{
    double least = INFINITY, most = 0;
    for (int i = count - MEDIANS; i >= 0 && i < count; i++) {
        least = fmin(least, medians[i % MEDIANS]);
        most = fmax(most, medians[i % MEDIANS]);
    }
    return count >= MEDIANS && most <= least * (1 + STEADY_SHARE);
}

double fr_guest_warm(const struct fr_map *map, struct fr_state *state, struct fr_path *path,
                     _Atomic uint64_t *heartbeat)
{
    struct fr_random random = {0x9E3779B97F4A7C15u};
    double first = (double)NAN, samples[QUERIES], medians[MEDIANS];
    const uint64_t begin = fr_clock_ns();
    guest.stops = false;
    kill(-guest.process, SIGCONT);
    for (int asked = 0; (double)(fr_clock_ns() - begin) < WARM_NS && !guest.garbled; asked++) {
        const struct fr_point from = fr_pixel_centre(random_pixel(map, &random));
        const struct fr_point to = fr_pixel_centre(random_pixel(map, &random));
        atomic_store(heartbeat, fr_clock_ns());
        fr_guest_start();
        if (fr_find(&guest.pathfinder, state, from, to, NULL, path) == FR_FOUND && isnan(first))
            first = guest.times.own_ns;
        samples[asked % QUERIES] = guest.times.own_ns;
        if (asked % QUERIES != QUERIES - 1)
            continue;
        const int median = asked / QUERIES;
        fr_sort(samples, QUERIES);
        medians[median % MEDIANS] = fr_median(samples, QUERIES);
        if (agree(medians, median + 1))
            break;
    }
    guest.stops = true;
    rest();
    return first;
}

static const char *text_of(const cJSON *object, const char *key, const char *fallback)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    return cJSON_IsString(item) ? item->valuestring : fallback;
}

static bool read_movement(const char *name, enum fr_movement *movement)
{
    for (int i = 0; name && i < FR_MOVEMENTS; i++)
        if (strcmp(name, fr_movement_name((enum fr_movement)i)) == 0) {
            *movement = (enum fr_movement)i;
            return true;
        }
    return false;
}

/* The contents of hello; its texts are kept. The code that adds the back end to a list checks names
 * and texts. */
static enum fr_status read_hello(const char *text, size_t size, struct fr_error *error)
{
    const cJSON *hello = cJSON_ParseWithLength(text, size), *one;
    const cJSON *version = cJSON_GetObjectItemCaseSensitive(hello, "protocol");
    struct fr_pathfinder *pathfinder = &guest.pathfinder;
    if (!cJSON_IsNumber(version) || version->valueint != VERSION)
        return fr_fail(error, FR_BAD_INPUT, "sent no hello of protocol %d (guests/protocol.md)",
                       VERSION);
    if (!read_movement(text_of(hello, "movement", NULL), &guest.traits.movement))
        return fr_fail(error, FR_BAD_INPUT,
                       "names no movement model in its hello, such as any-angle");
    *pathfinder = (struct fr_pathfinder){.name = text_of(hello, "name", NULL),
                                         .label = text_of(hello, "label", NULL),
                                         .summary = text_of(hello, "summary", NULL),
                                         .source = text_of(hello, "source", NULL),
                                         .colour = text_of(hello, "colour", "#777777"),
                                         .marker = text_of(hello, "marker", "X")[0],
                                         .options = guest.options,
                                         .traits = guest.traits,
                                         .state_bytes = sizeof(struct fr_state),
                                         .prepare = prepare,
                                         .find = find,
                                         .release = release};
    if (cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(hello, "updates")))
        pathfinder->update = update;
    cJSON_ArrayForEach(one, cJSON_GetObjectItemCaseSensitive(hello, "options"))
    {
        if (pathfinder->option_count == FR_MAX_OPTIONS)
            return fr_fail(error, FR_BAD_INPUT, "has more than %d options", FR_MAX_OPTIONS);
        guest.options[pathfinder->option_count++] =
            (struct fr_option){.name = text_of(one, "name", NULL),
                               .kind = FR_OPTION_CHOICE,
                               .choices = text_of(one, "choices", NULL),
                               .help = text_of(one, "help", NULL)};
    }
    return FR_OK;
}

/* The child's part. What the guest writes on stderr is lost, unless FOOTRACE_GUEST_ERRORS names a
 * file. */
static void become(const char *program, const int to[2], const int from[2])
{
    const char *errors = getenv("FOOTRACE_GUEST_ERRORS");
    const int file = open(errors ? errors : "/dev/null", O_WRONLY | O_CREAT | O_APPEND, 0666);
#if defined(__linux__)
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    setpgid(0, 0);
    signal(SIGPIPE, SIG_DFL);
    dup2(to[0], STDIN_FILENO);
    dup2(from[1], STDOUT_FILENO);
    dup2(file, STDERR_FILENO);
    execl(program, program, (char *)NULL);
    _exit(127);
}

bool fr_guest_is_program(const char *file)
{
    const size_t length = strlen(file);
    struct stat facts;
    return stat(file, &facts) == 0 && S_ISREG(facts.st_mode) && access(file, X_OK) == 0 &&
           !(length >= 3 && strcmp(file + length - 3, ".so") == 0);
}

enum fr_status fr_guest_open(const char *program, const struct fr_pathfinder **pathfinder,
                             struct fr_error *error)
{
    int to[2], from[2];
    uint32_t size;
    char text[MOST_HELLO];
    const uint32_t version = VERSION;
    if (guest.process)
        return fr_fail(error, FR_BAD_INPUT, "is a second guest in the same process");
    if (pipe2(to, O_CLOEXEC) != 0 || pipe2(from, O_CLOEXEC) != 0)
        return fr_fail(error, fr_status_of(errno), "%s", strerror(errno));
    signal(SIGPIPE, SIG_IGN);
    guest.process = fork();
    if (guest.process == 0)
        become(program, to, from);
    if (guest.process > 0) /* parent and child both set the group, as either may run first */
        setpgid(guest.process, guest.process);
    close(to[0]);
    close(from[1]);
    guest.to = fr_limits_keep(to[1]);
    guest.from = fr_limits_keep(from[0]);
    if (guest.process < 0 || guest.to < 0 || guest.from < 0)
        return fr_fail(error, fr_status_of(errno), "%s", strerror(errno));
    write_message('H', &version, sizeof version, NULL, 0);
    if (!hear('H', 1, MOST_HELLO, &size))
        return fr_fail(error, FR_BAD_INPUT, "sent no hello (guests/protocol.md)");
    get(text, size);
    guest.stops = true;
    rest();
    *pathfinder = &guest.pathfinder;
    return read_hello(text, size, error);
}

bool fr_guest_is_open(void)
{
    return guest.process > 0;
}

bool fr_guest_is_garbled(void)
{
    return guest.garbled;
}
