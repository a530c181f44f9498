#include "harness/answer/recommendation.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "harness/base/units.h"

#define MUCH_MEMORY 3.0 /* this many times the chosen one's is worth a remark */
#define MUCH_TIME 1.5

const char *fr_place_name(enum fr_place place)
{
    static const char *const names[] = {
        [FR_PLACE_UNTRIED] = "not tried",   [FR_PLACE_UNSUPPORTED] = "unsupported",
        [FR_PLACE_UNREADY] = "not ready",   [FR_PLACE_FAULTY] = "failed",
        [FR_PLACE_REMEMBERS] = "remembers", [FR_PLACE_TOO_SLOW] = "too slow",
        [FR_PLACE_BEATEN] = "beaten",       [FR_PLACE_OPEN] = "not told apart",
        [FR_PLACE_EQUAL] = "as good",       [FR_PLACE_CHOSEN] = "recommended"};
    return names[place];
}

/* Text built part by part, with separators. */
struct parts {
    char *text;
    size_t size, used;
};

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
add_part(struct parts *parts, const char *format, ...)
{
    va_list arguments;
    if (parts->used > 0 && parts->used + 2 < parts->size)
        parts->used += (size_t)snprintf(parts->text + parts->used, parts->size - parts->used, "; ");
    if (parts->used >= parts->size)
        return;
    va_start(arguments, format);
    parts->used +=
        (size_t)vsnprintf(parts->text + parts->used, parts->size - parts->used, format, arguments);
    va_end(arguments);
}

/* "12x", "1.4x", "1.03x". */
static const char *times(double ratio, char text[FR_UNIT_SIZE])
{
    snprintf(text, FR_UNIT_SIZE, ratio < 1.095 ? "%.2fx" : ratio < 9.95 ? "%.1fx" : "%.0fx", ratio);
    return text;
}

static void add_times(struct parts *parts, double slower)
{
    char factor[FR_UNIT_SIZE];
    if (slower > 1)
        add_part(parts, "%s slower clicks", times(slower, factor));
    else
        add_part(parts, "though %s faster clicks", times(1 / slower, factor));
}

static void add_memory(struct parts *parts, const struct fr_figures *figures)
{
    char bytes[FR_UNIT_SIZE];
    add_part(parts, "%s of memory", fr_format_bytes(figures->peak_bytes, bytes));
}

static void add_frames(struct parts *parts, const struct fr_figures *figures)
{
    char worst[FR_UNIT_SIZE];
    add_part(parts, "%.1f %% of clicks take longer than a frame, the worst %s",
             fmax(0.1, 100 * (double)figures->over_frame / (double)figures->timed),
             fr_format_time(figures->worst_ns, worst));
}

/* The criterion that decided. */
static void add_criterion(struct parts *parts, const struct fr_finding *finding,
                          const struct fr_figures *figures)
{
    char factor[FR_UNIT_SIZE], time[FR_UNIT_SIZE];
    switch (finding->criterion) {
    case FR_ON_LEGALITY:
        add_part(parts, "%zu of %zu walks go through walls", figures->illegal, figures->judged);
        return;
    case FR_ON_FRAMES:
        add_frames(parts, figures);
        return;
    case FR_ON_DETOUR:
    case FR_ON_LENGTH:
        add_part(parts, "walks %.1f %% longer than the shortest", 100 * (figures->detour - 1));
        return;
    case FR_ON_MEMORY:
        add_memory(parts, figures);
        return;
    case FR_ON_CHANGES:
        add_part(parts, "%s as long from a change to the next walk (%s)",
                 times(finding->ratio, factor), fr_format_time(figures->change_ns, time));
        return;
    case FR_ON_TIMES:
        add_times(parts, finding->ratio);
        return;
    case FR_CRITERIA:
        return;
    }
}

/* Further differences that a developer may weigh. */
static void add_asides(struct parts *parts, const struct fr_choice *choice, int racer)
{
    const struct fr_figures *figures = &choice->figures[racer];
    const struct fr_figures *chosen = &choice->figures[choice->chosen];
    const enum fr_criterion told = choice->findings[racer].criterion;
    const double slower = choice->slower[racer];
    if (told != FR_ON_TIMES && (slower > MUCH_TIME || slower * MUCH_TIME < 1))
        add_times(parts, slower);
    if (told != FR_ON_FRAMES && figures->over_frame > 0)
        add_frames(parts, figures);
    if (told != FR_ON_MEMORY &&
        (double)figures->peak_bytes > MUCH_MEMORY * (double)chosen->peak_bytes)
        add_memory(parts, figures);
}

static void add_faults(struct parts *parts, const struct fr_standing *standing)
{
    static const char *const words[FR_FAILURES] = {
        [FR_FAILURE_TIMEOUT] = "took too long",
        [FR_FAILURE_CRASH] = "crashed",
        [FR_FAILURE_MEMORY] = "ran out of memory",
        [FR_FAILURE_LIMIT] = "gave up at its limit",
        [FR_FAILURE_SHORT] = "claimed a walk that does not arrive",
        [FR_FAILURE_INVALID] = "returned an illegal walk",
        [FR_FAILURE_FALSE_UNREACHABLE] = "missed a walk that exists",
        [FR_FAILURE_NONDETERMINISTIC] = "answered the same click differently"};
    for (int i = 0; i < FR_FAILURES; i++)
        if (standing->failures[i] > 0)
            add_part(parts, "%s (click %zu)", words[i], standing->clicks);
}

static void add_slowness(struct parts *parts, const struct fr_standing *standing, double slower)
{
    char factor[FR_UNIT_SIZE];
    if (standing->failures[FR_FAILURE_TIMEOUT] > 0)
        add_part(parts, "timed out at click %zu", standing->clicks);
    else
        add_part(parts, "dropped after %zu click%s", standing->clicks,
                 standing->clicks == 1 ? "" : "s");
    if (slower > 1)
        add_part(parts, "%s slower clicks", times(slower, factor));
}

void fr_recommendation_reason(const struct fr_recommendation *recommendation, int racer, char *text,
                              size_t size)
{
    const struct fr_halving *halving = recommendation->halving;
    const struct fr_choice *choice = &halving->choice;
    const struct fr_figures *figures = &choice->figures[racer];
    struct parts parts = {text, size, 0};
    *text = '\0';
    switch (choice->places[racer]) {
    case FR_PLACE_CHOSEN:
        return;
    case FR_PLACE_UNTRIED:
        add_part(&parts, "no time or memory was left for it");
        return;
    case FR_PLACE_UNSUPPORTED:
        add_part(&parts, "does not support this map");
        return;
    case FR_PLACE_UNREADY:
        add_part(&parts, "was not prepared in its share of time or memory");
        return;
    case FR_PLACE_FAULTY:
        add_faults(&parts, &halving->standings->at[racer]);
        return;
    case FR_PLACE_REMEMBERS:
        add_part(&parts, "remembers what it was asked: a question that it has not met yet takes "
                         "many times as long");
        return;
    case FR_PLACE_TOO_SLOW:
        add_slowness(&parts, &halving->standings->at[racer], choice->slower[racer]);
        return;
    case FR_PLACE_OPEN:
        add_part(&parts, "not distinguishable in this time");
        break;
    case FR_PLACE_EQUAL:
        add_part(&parts, "as good, but not cheaper");
        break;
    case FR_PLACE_BEATEN:
        break;
    }
    if (choice->findings[racer].relation == FR_BETTER)
        add_criterion(&parts, &choice->findings[racer], figures);
    add_asides(&parts, choice, racer);
}

static void add_flag(struct parts *line, const char *flag, const char *value)
{
    if (line->used < line->size)
        line->used +=
            (size_t)snprintf(line->text + line->used, line->size - line->used, " %s", flag);
    if (line->used < line->size)
        line->used += fr_argument_quote(value, line->text + line->used, line->size - line->used);
}

/* The chosen one, its A/A copy, and those that came close. */
static void add_racers(struct parts *line, const struct fr_halving *halving)
{
    const struct fr_choice *choice = &halving->choice;
    for (int i = 0; i < choice->candidates; i++) {
        const char *algo = halving->racers->at[i].algo;
        const bool close = fr_is_contender(choice, i) ||
                           (choice->places[i] == FR_PLACE_BEATEN && choice->slower[i] < 10);
        char copy[sizeof halving->racers->at[i].algo + sizeof "twin="];
        snprintf(copy, sizeof copy, "twin=%s", algo);
        if (close)
            add_flag(line, "--algo", algo);
        if (i == choice->chosen)
            add_flag(line, "--algo", copy);
    }
}

void fr_recommendation_spell(struct fr_recommendation *recommendation, uint64_t seed,
                             const struct fr_arguments *arguments)
{
    const struct fr_course *course = recommendation->course;
    const struct fr_choice *choice = &recommendation->halving->choice;
    const char *clicks = fr_argument(arguments, "clicks", 0);
    struct parts line = {recommendation->rerun, sizeof recommendation->rerun, 0};
    char number[24];
    *recommendation->rerun = *recommendation->compare = '\0';
    if (choice->chosen < 0)
        return;
    snprintf(number, sizeof number, "%llu", (unsigned long long)seed);
    add_part(&line, "footrace run");
    add_flag(&line, "--map", course->file);
    add_flag(&line, "--clicks", clicks ? clicks : course->clicks);
    add_flag(&line, "--seed", number);
    for (int i = 0; i < fr_argument_count(arguments, "plugin"); i++)
        add_flag(&line, "--plugin", fr_argument(arguments, "plugin", i));
    add_racers(&line, recommendation->halving);
    add_flag(&line, "-o", "race.jsonl");
    if (line.used >= line.size) {
        *recommendation->rerun = '\0';
        return;
    }
    snprintf(recommendation->compare, sizeof recommendation->compare,
             "footrace compare race.jsonl --base %s",
             recommendation->halving->racers->at[choice->chosen].algo);
}
