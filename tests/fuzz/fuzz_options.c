/* Words of the command line: options of back ends, racers, maps and generators, and shards. A second
 * reading says the same; a refusal is one line. */
#include "tests/fuzz/fuzz.h"

#include "harness/race/shard.h"
#include "harness/racers/addresses.h"
#include "maps/formats/base/load_options.h"
#include "maps/generators/generate.h"

enum { LONGEST = 400 };

static void read_back_end(const struct fr_pathfinder *pathfinder, const char *text)
{
    struct fr_option_values values, again;
    char message[256] = "", spelled[1024];
    size_t used = 0;
    const enum fr_status status = fr_options_parse(pathfinder->options, pathfinder->option_count,
                                                   text, &values, message, sizeof message);
    if (status != FR_OK) {
        fuzz_require(status == FR_BAD_INPUT && *message, "a refusal says why");
        return;
    }
    for (int i = 0; i < pathfinder->option_count; i++) {
        char value[128];
        used += (size_t)snprintf(
            spelled + used, sizeof spelled - used, "%s%s=%s", i ? "," : "",
            pathfinder->options[i].name,
            fr_option_format(&pathfinder->options[i], values.at[i], value, sizeof value));
        fuzz_require(used < sizeof spelled, "room for all options");
    }
    spelled[used] = '\0';
    fuzz_require(fr_options_parse(pathfinder->options, pathfinder->option_count, spelled, &again,
                                  message, sizeof message) == FR_OK,
                 "options as they are printed can be read");
    for (int i = 0; i < pathfinder->option_count; i++)
        fuzz_require(values.at[i] == again.at[i], "and are the same");
}

static void read_racers(const char *text)
{
    static struct fr_racers racers;
    struct fr_error error;
    racers.count = 0;
    const enum fr_status status = fr_racers_add(&racers, fr_pathfinders, text, &error);
    if (status != FR_OK)
        fuzz_require_refusal(status, &error);
    fuzz_require(racers.count >= 0 && racers.count <= FR_MAX_RACERS, "a count of racers");
}

static void read_map(const char *text)
{
    struct fr_load_options options;
    struct fr_error error;
    const enum fr_status status = fr_load_options_parse("map", text, &options, &error);
    if (status != FR_OK)
        fuzz_require_refusal(status, &error);
}

static void generate(const char *text)
{
    struct fuzz_memory memory;
    struct fr_canvas canvas;
    struct fr_error error;
    fuzz_memory_init(&memory);
    const enum fr_status status = fr_generate(text, 48, 32, 1, &memory.allocator, &canvas, &error);
    if (status == FR_OK)
        fr_canvas_release(&canvas, &memory.allocator);
    else
        fuzz_require_refusal(status, &error);
    fuzz_require(memory.live_bytes == 0, "memory is given back");
}

static void divide(const char *text)
{
    struct fr_error error;
    int shard = 0, shards = 0;
    const enum fr_status status = fr_shard_read(text, &shard, &shards, &error);
    if (status != FR_OK)
        fuzz_require_refusal(status, &error);
    else
        fuzz_require(shard >= 1 && shard <= shards, "a shard of its shards");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[LONGEST + 1];
    if (size > LONGEST || memchr(data, 0, size))
        return 0;
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    for (int i = 0; fr_pathfinders[i]; i++)
        read_back_end(fr_pathfinders[i], text);
    read_racers(text);
    read_map(text);
    generate(text);
    divide(text);
    return 0;
}
