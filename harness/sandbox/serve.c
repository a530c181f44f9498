#include "harness/sandbox/serve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "harness/machine/machine.h"
#include "harness/sandbox/limits.h"
#include "harness/sandbox/map_bytes.h"
#include "harness/sandbox/sandbox_protocol.h"

#define MEBIBYTE (INT64_C(1) << 20)

/* Above the size of any map: 32767 pixels in both directions, a few bytes each. */
#define MOST_MAP_BYTES (UINT64_C(1) << 33)

void fr_serve_sizes(uint32_t bytes[FR_SERVE_PARTS])
{
    const uint32_t sizes[FR_SERVE_PARTS] = {
        sizeof(struct fr_serve_hello), sizeof(struct fr_serve_order),
        sizeof(struct fr_request_message), sizeof(struct fr_reply_message),
        sizeof(struct fr_sandbox_board)};
    memcpy(bytes, sizes, sizeof sizes);
}

bool fr_serve_list(const struct fr_pathfinder *const *served, int count,
                   struct fr_serve_hello *hello)
{
    if (count > FR_MOST_SERVED)
        return false;
    hello->count = (uint32_t)count;
    for (int i = 0; i < count; i++) {
        struct fr_serve_back_end *one = &hello->served[i];
        snprintf(one->name, sizeof one->name, "%s", served[i]->name);
        snprintf(one->label, sizeof one->label, "%s", served[i]->label);
        snprintf(one->colour, sizeof one->colour, "%s", served[i]->colour ? served[i]->colour : "");
        one->marker = (unsigned char)served[i]->marker;
        one->candidate = served[i]->candidate;
    }
    return true;
}

static bool greet(const struct fr_racer *racer, const struct fr_error *error,
                  struct fr_serve_hello *hello)
{
    struct fr_machine machine;
    fr_machine_read(&machine);
    hello->magic = FR_SERVE_MAGIC;
    hello->version = FR_SERVE_VERSION;
    fr_serve_sizes(hello->bytes);
    snprintf(hello->version_text, sizeof hello->version_text, "%s", machine.version);
    snprintf(hello->revision, sizeof hello->revision, "%s", machine.revision);
    snprintf(hello->compiler, sizeof hello->compiler, "%s", machine.compiler);
    snprintf(hello->flags, sizeof hello->flags, "%s", machine.flags);
    if (racer) {
        hello->movement = racer->traits.movement;
        hello->optimality = racer->traits.optimality;
        hello->edge_walls = racer->traits.edge_walls;
        hello->expected_faults = racer->traits.expected_faults;
        hello->expansions = racer->traits.expansions;
        hello->updates = racer->updates;
        snprintf(hello->options, sizeof hello->options, "%s", racer->options_text);
    } else if (error->status != FR_OK) {
        snprintf(hello->error, sizeof hello->error, "%.511s", error->text);
    }
    return fr_message_send(FR_SERVE_SOCKET, hello, sizeof *hello);
}

static enum fr_status receive_map(const struct fr_serve_order *order, struct fr_map **map)
{
    if (order->map_bytes > MOST_MAP_BYTES)
        return FR_BAD_INPUT;
    unsigned char *bytes = malloc((size_t)order->map_bytes);
    enum fr_status status = bytes ? FR_OK : FR_NO_MEMORY;
    if (status == FR_OK && !fr_message_receive(FR_SERVE_SOCKET, bytes, (size_t)order->map_bytes))
        status = FR_BAD_INPUT;
    if (status == FR_OK)
        status = fr_map_bytes_read(bytes, (size_t)order->map_bytes, &fr_default_allocator, map);
    free(bytes);
    return status;
}

/* Zeroed bytes, touched like the parent's frame; NULL for none. */
static void *take(uint64_t bytes)
{
    void *memory = bytes ? malloc((size_t)bytes) : NULL;
    if (memory)
        memset(memory, 1, (size_t)bytes);
    return memory;
}

static int carry_out(const struct fr_racer *racer, const struct fr_serve_order *order,
                     struct fr_map *map)
{
    struct fr_sandbox_board *board =
        mmap(NULL, sizeof *board, PROT_READ | PROT_WRITE, MAP_SHARED, FR_SERVE_BOARD, 0);
    if (board == MAP_FAILED)
        return EXIT_FAILURE;
    const struct fr_sandbox_job job = {
        .racer = racer,
        .map = map,
        .reduction = {(int32_t)order->scale},
        .limit_bytes = order->memory_mb * MEBIBYTE,
        .prepare_bytes = order->prepare_bytes,
        .plan = {.clock_ns = order->clock_ns,
                 .frame = take(order->frame_bytes),
                 .frame_bytes = (size_t)order->frame_bytes,
                 .heartbeat = &board->heartbeat,
                 .stepping = &board->stepping},
        .board = board,
        .executed = true,
    };
    const struct fr_serve_ready ready = {FR_SERVE_MAGIC, FR_OK};
    if (order->frame_bytes && !job.plan.frame)
        return EXIT_FAILURE;
    fr_limits_apply(FR_SERVE_SOCKET, order->memory_mb, order->unlimited_addresses);
    return fr_message_send(FR_SERVE_SOCKET, &ready, sizeof ready)
               ? fr_sandbox_serve(FR_SERVE_SOCKET, &job)
               : EXIT_FAILURE;
}

int fr_serve(const struct fr_racer *racer, const struct fr_error *error,
             struct fr_serve_hello *hello)
{
    struct fr_serve_order order;
    struct fr_map *map;
    if (!greet(racer, error, hello) || !racer ||
        !fr_message_receive(FR_SERVE_SOCKET, &order, sizeof order) || order.magic != FR_SERVE_MAGIC)
        return EXIT_FAILURE;
    const enum fr_status status = receive_map(&order, &map);
    if (status == FR_OK)
        return carry_out(racer, &order, map);
    const struct fr_serve_ready refused = {FR_SERVE_MAGIC, (int32_t)status};
    (void)fr_message_send(FR_SERVE_SOCKET, &refused, sizeof refused);
    return EXIT_FAILURE;
}
