/* A guest (guests/protocol.md) in C that lies, each lie under the option does:
 *
 *     does=hasty    reports a hundredth of its own time
 *          last     gives the answer to the query before
 *          silent   does not answer a query
 *          slow     sleeps, and says how long
 *          dying    aborts at a query
 *          garbled  answers with a letter that the protocol does not have
 *          honest   nothing
 *
 * It fills the room from the goal, breadth first, and walks down: grid4. */
#define _GNU_SOURCE /* usleep */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define HELLO                                                                                      \
    "{\"protocol\":1,\"name\":\"lying\",\"label\":\"Lying\",\"summary\":\"lies\",\"source\":"      \
    "\"-\",\"movement\":\"grid4\",\"options\":[{\"name\":\"does\",\"choices\":"                    \
    "\"honest|hasty|last|silent|slow|dying|garbled\",\"help\":\"which lie\"}]}"

static int32_t width, height;
static char does[64];
static uint8_t *pixels;
static int32_t *steps, *queue; /* steps to the goal, from 1 */

static void take(void *bytes, size_t size)
{
    if (fread(bytes, 1, size, stdin) != size)
        exit(0);
}

static void reply(char letter, const void *front, size_t front_size, const void *rest, size_t size)
{
    const uint32_t length = (uint32_t)(1 + front_size + size);
    fwrite(&length, sizeof length, 1, stdout);
    putchar(letter);
    fwrite(front, 1, front_size, stdout);
    fwrite(rest, 1, size, stdout);
    fflush(stdout);
}

static double now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static void open_room(void)
{
    uint32_t head[4];
    take(head, sizeof head);
    char *options = calloc(head[3] + 1, 1);
    const size_t count = (size_t)head[1] * head[2];
    width = (int32_t)head[1];
    height = (int32_t)head[2];
    take(options, head[3]);
    snprintf(does, sizeof does, "%s", strchr(options, '=') + 1);
    free(options);
    pixels = realloc(pixels, count);
    steps = realloc(steps, count * sizeof *steps);
    queue = realloc(queue, count * sizeof *queue);
    take(pixels, count);
    reply('M', "", 1, NULL, 0);
}

/* The pixel at a side of another, or -1. */
static int32_t beside(int32_t at, int side)
{
    static const int across[] = {1, 0, -1, 0};
    const int32_t x = at % width + across[side], y = at / width + across[(side + 3) % 4];
    return x < 0 || y < 0 || x >= width || y >= height || !pixels[y * width + x] ? -1
                                                                                : y * width + x;
}

static void fill(int32_t goal)
{
    int32_t end = 0;
    memset(steps, 0, (size_t)width * (size_t)height * sizeof *steps);
    steps[goal] = 1;
    queue[end++] = goal;
    for (int32_t next = 0; next < end; next++)
        for (int side = 0; side < 4; side++) {
            const int32_t to = beside(queue[next], side);
            if (to >= 0 && steps[to] == 0) {
                steps[to] = steps[queue[next]] + 1;
                queue[end++] = to;
            }
        }
}

static void answer(void)
{
    static double last[1 << 17][2];
    static uint32_t last_count;
    int32_t q[5];
    uint32_t count = 0;
    take(q, sizeof q);
    const double begin = now_ns();
    const int32_t start = q[2] * width + q[1], goal = q[4] * width + q[3];
    fill(goal);
    double(*points)[2] = calloc((size_t)steps[start] + 1, sizeof *points);
    for (int32_t at = start; steps[at] > 0;) {
        points[count][0] = at % width + 0.5;
        points[count++][1] = at / width + 0.5;
        int side = 0;
        while (side < 4 && (beside(at, side) < 0 || steps[beside(at, side)] >= steps[at]))
            side++;
        if (side == 4)
            break;
        at = beside(at, side);
    }
    if (strcmp(does, "slow") == 0)
        usleep(20000);
    if (strcmp(does, "dying") == 0)
        abort();
    while (strcmp(does, "silent") == 0)
        sleep(1);
    double ns = now_ns() - begin;
    if (strcmp(does, "hasty") == 0)
        ns /= 100;
    const uint32_t given = strcmp(does, "last") == 0 ? last_count : count;
    char head[13];
    head[0] = given == 0;
    memcpy(head + 1, &ns, sizeof ns);
    memcpy(head + 9, &given, sizeof given);
    reply(strcmp(does, "garbled") == 0 ? 'Z' : 'Q', head, sizeof head,
          given == count ? points[0] : last[0], given * sizeof *points);
    last_count = count;
    memcpy(last, points, count * sizeof *points);
    free(points);
}

static void answer_empty(void)
{
    uint32_t count;
    take(&count, sizeof count);
    double *nothing = calloc(2 * (size_t)count + 1, sizeof *nothing);
    char head[13] = {0};
    memcpy(head + 9, &count, sizeof count);
    reply('Q', head, sizeof head, nothing, count * 2 * sizeof *nothing);
    free(nothing);
}

static void draw(void)
{
    static unsigned char *frame, colour;
    uint32_t bytes;
    take(&bytes, sizeof bytes);
    frame = realloc(frame, bytes);
    memset(frame, ++colour, bytes);
    reply('F', NULL, 0, NULL, 0);
}

int main(void)
{
    for (;;) {
        char head[5];
        uint32_t number;
        take(head, sizeof head);
        if (head[4] == 'H') {
            take(&number, sizeof number);
            reply('H', HELLO, strlen(HELLO), NULL, 0);
        } else if (head[4] == 'M')
            open_room();
        else if (head[4] == 'Q')
            answer();
        else if (head[4] == 'E')
            answer_empty();
        else if (head[4] == 'F')
            draw();
        else if (head[4] == 'D')
            take(&number, sizeof number);
        else
            return 0;
    }
}
