#include "harness/answer/reason.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "harness/base/units.h"

#define MUCH_MEMORY 3.0 /* this many times the chosen one's is worth a remark */
#define MUCH_TIME 1.5

/* Text built part by part, with separators. */
struct parts {
    char *text;
    size_t size, used;
};

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
append(struct parts *parts, const char *format, ...)
{
    va_list arguments;
    if (parts->used >= parts->size)
        return;
    va_start(arguments, format);
    parts->used +=
        (size_t)vsnprintf(parts->text + parts->used, parts->size - parts->used, format, arguments);
    va_end(arguments);
}

/* Another part, after a separator. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
add_part(struct parts *parts, const char *format, ...)
{
    va_list arguments;
    if (parts->used > 0)
        append(parts, "; ");
    if (parts->used >= parts->size)
        return;
    va_start(arguments, format);
    parts->used +=
        (size_t)vsnprintf(parts->text + parts->used, parts->size - parts->used, format, arguments);
    va_end(arguments);
}

const char *fr_format_times(double ratio, char *text)
{
    snprintf(text, FR_UNIT_SIZE, ratio < 1.095 ? "%.2fx" : ratio < 9.95 ? "%.1fx" : "%.0fx", ratio);
    return text;
}

/* The ratio with its interval, where it has one; the more certain the narrower. */
static void add_times(struct parts *parts, double ratio, double low, double high)
{
    char factor[FR_UNIT_SIZE], from[FR_UNIT_SIZE], to[FR_UNIT_SIZE];
    const bool slower = ratio > 1;
    fr_format_times(slower ? ratio : 1 / ratio, factor);
    add_part(parts, slower ? "a click takes %s as long" : "though a click is %s faster", factor);
    if (isnan(low) || isnan(high))
        return;
    append(parts, " (%s to %s)", fr_format_times(slower ? low : 1 / high, from),
           fr_format_times(slower ? high : 1 / low, to));
}

static void add_memory(struct parts *parts, const struct fr_figures *figures)
{
    char bytes[FR_UNIT_SIZE];
    add_part(parts, "it holds %s", fr_format_bytes(figures->held_bytes, bytes));
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
        add_part(parts, "its walks are %.1f %% longer than the shortest",
                 100 * (figures->mean_detour - 1));
        return;
    case FR_ON_MEMORY:
        add_memory(parts, figures);
        return;
    case FR_ON_CHANGES:
        add_part(parts, "%s as long from a change to the next walk (%s)",
                 fr_format_times(finding->ratio, factor), fr_format_time(figures->change_ns, time));
        return;
    case FR_ON_TIMES:
        add_times(parts, finding->ratio, finding->low, finding->high);
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
        add_times(parts, slower, choice->slower_low[racer], choice->slower_high[racer]);
    if (told != FR_ON_FRAMES && figures->over_frame > 0)
        add_frames(parts, figures);
    if (told != FR_ON_MEMORY &&
        (double)figures->held_bytes > MUCH_MEMORY * (double)chosen->held_bytes)
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
        [FR_FAILURE_FALSE_UNREACHABLE] = "missed a path that exists",
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
        add_part(parts, "a click takes %s as long", fr_format_times(slower, factor));
}

static void add_budgets(struct parts *parts, const struct fr_reason_grounds *grounds, int racer)
{
    const struct fr_situation *situation = grounds->situation;
    const struct fr_figures *figures = &grounds->choice->figures[racer];
    char found[FR_UNIT_SIZE], allowed[FR_UNIT_SIZE];
    if (figures->worst_ns > situation->max_click_ns)
        add_part(parts, "its slowest click takes %s, over --max-click %s",
                 fr_format_time(figures->worst_ns, found),
                 fr_format_time(situation->max_click_ns, allowed));
    if (grounds->load_ns[racer] > situation->max_load_ns)
        add_part(parts, "preparing takes %s, over --max-load %s",
                 fr_format_time(grounds->load_ns[racer], found),
                 fr_format_time(situation->max_load_ns, allowed));
    if (grounds->held_bytes[racer] > situation->max_bytes)
        add_part(parts, "it holds %s, over --max-memory %s",
                 fr_format_bytes(grounds->held_bytes[racer], found),
                 fr_format_bytes(situation->max_bytes, allowed));
}

static void add_few(struct parts *parts, const struct fr_reason_grounds *grounds, int racer)
{
    const struct fr_choice *choice = grounds->choice;
    const size_t common = fr_standings_common(grounds->standings, choice->chosen, racer);
    add_part(parts, "raced on only %zu of these %zu detours: too few to compare", common,
             choice->figures[choice->chosen].timed);
}

/* A back end that is there to be compared with. */
static void add_exclusion(struct parts *parts, const struct fr_figures *figures)
{
    add_part(parts, "not meant to be shipped");
    if (figures->mean_detour > 1.01)
        add_part(parts,
                 "its walks are %.1f %% longer than the shortest on average, %.0f %% at worst",
                 100 * (figures->mean_detour - 1), 100 * (figures->worst_detour - 1));
}

void fr_reason(const struct fr_reason_grounds *grounds, int racer, char *text, size_t size)
{
    const struct fr_choice *choice = grounds->choice;
    const struct fr_figures *figures = &choice->figures[racer];
    struct parts parts = {text, size, 0};
    *text = '\0';
    switch (choice->places[racer]) {
    case FR_PLACE_CHOSEN:
        return;
    case FR_PLACE_UNTRIED:
        add_part(&parts, "not asked: no time or memory was left for it");
        return;
    case FR_PLACE_TOO_FEW:
        add_few(&parts, grounds, racer);
        return;
    case FR_PLACE_NO_CANDIDATE:
        add_exclusion(&parts, figures);
        return;
    case FR_PLACE_OVER_BUDGET:
        add_budgets(&parts, grounds, racer);
        return;
    case FR_PLACE_UNSUPPORTED:
        add_part(&parts, "does not support this map");
        return;
    case FR_PLACE_UNREADY:
        add_part(&parts, "preparation exceeded its limit of time or memory");
        return;
    case FR_PLACE_FAULTY:
        add_faults(&parts, &grounds->standings->at[racer]);
        return;
    case FR_PLACE_REMEMBERS:
        add_part(&parts, "remembers what it was asked: a question that it has not met yet takes "
                         "many times as long");
        return;
    case FR_PLACE_TOO_SLOW:
        add_slowness(&parts, &grounds->standings->at[racer], choice->slower[racer]);
        return;
    case FR_PLACE_OPEN:
        add_part(&parts, "no significant difference on these clicks");
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
