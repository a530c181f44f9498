#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/units.h"
#include "harness/race/standings.h"
#include "harness/racers/object_code.h"
#include "harness/statistics/quantiles.h"

enum { LEAST_NAME = 5, MOST_NAME = 40 };

static const char *format_share(size_t part, size_t whole, char text[FR_UNIT_SIZE])
{
    if (whole == 0)
        return "-";
    snprintf(text, FR_UNIT_SIZE, "%.1f %%", 100.0 * (double)part / (double)whole);
    return text;
}

static const char *format_ratio(double ratio, char text[FR_UNIT_SIZE])
{
    if (isnan(ratio))
        return "-";
    snprintf(text, FR_UNIT_SIZE, "%.4f", ratio);
    return text;
}

static void print_failures(const struct fr_standing *standing, bool expected)
{
    static const char *const exclusions[FR_EXCLUSIONS] = {[FR_EXCLUDED_NOT] = "",
                                                          [FR_EXCLUDED_THREADS] = "keeps threads",
                                                          [FR_EXCLUDED_CACHES] = "caches answers",
                                                          [FR_EXCLUDED_KNOWN] = "knew answers",
                                                          [FR_EXCLUDED_MEMORY] = "uncounted memory",
                                                          [FR_EXCLUDED_SUSPECTED] =
                                                              "may cache answers"};
    bool any = false;
    for (int i = 0; i < FR_FAILURES; i++) {
        if (standing->failures[i] == 0)
            continue;
        printf("%s%zu %s", any ? ", " : "  ", standing->failures[i], fr_failure_names[i]);
        any = true;
    }
    if (any && expected)
        printf(" (expected)");
    if (standing->remembers)
        printf("%s%s", any ? ", " : "  ", exclusions[standing->excluded]);
    any = any || standing->remembers;
    if (standing->untried > 0)
        printf("; %zu not tried", standing->untried);
    printf("%s\n", any ? "" : standing->unsupported ? "  unsupported" : "  -");
}

struct columns {
    const int *ranks; /* of the racers; 0: none */
    int name_width;
    bool events; /* the table has three more columns, as there were events */
};

static double greatest(const struct fr_samples *samples)
{
    return samples->count > 0 ? samples->ns[samples->count - 1] : (double)NAN;
}

/* The median time after a change; NAN if there was none. */
static double after_change(const struct fr_standing *standing, size_t clicks)
{
    struct fr_samples costs = {malloc((clicks + 1) * sizeof *costs.ns), 0};
    for (size_t i = 0; i < clicks && costs.ns; i++) {
        const double cost = fr_change_cost(standing, i);
        if (!isnan(cost))
            costs.ns[costs.count++] = cost;
    }
    const double ns = fr_median_of(costs.ns, costs.count);
    free(costs.ns);
    return ns;
}

static void print_time(double ns, int columns)
{
    char text[FR_UNIT_SIZE];
    fr_print_right(fr_format_time(ns, text), columns);
}

/* Prints the time of an update, or of a preparation (with a mark), the time after a change, and the
 * share of paths that are still free after a change. */
static void print_event_times(struct fr_standing *standing, size_t clicks,
                              const struct fr_racer *racer)
{
    char kept[FR_UNIT_SIZE];
    fr_sort(standing->updates.ns, standing->updates.count);
    print_time(fr_median(standing->updates.ns, standing->updates.count), 10);
    fputs(racer->updates || standing->updates.count == 0 ? " " : "*", stdout);
    print_time(after_change(standing, clicks), 14);
    printf("  %8s", format_share(standing->surviving, standing->under_way, kept));
}

/* Prints the median preparation time, and its range over the rounds. */
static void print_preparation(const struct fr_standing *standing)
{
    const struct fr_samples *rounds = &standing->prepares;
    char least[FR_UNIT_SIZE], most[FR_UNIT_SIZE];
    char range[2 * FR_UNIT_SIZE + 4] = "-";
    if (rounds->count > 1)
        snprintf(range, sizeof range, "%s to %s", fr_format_time(rounds->ns[0], least),
                 fr_format_time(greatest(rounds), most));
    print_time(standing->prepare_ns, 10);
    fr_print_right(range, 22);
}

static void print_racer(struct fr_standings *standings, int index, const struct fr_racer *racer,
                        const struct columns *columns)
{
    struct fr_standing *standing = &standings->at[index];
    const struct fr_samples *detours = &standing->played[FR_CLASS_DETOUR];
    char held[FR_UNIT_SIZE], peak[FR_UNIT_SIZE], code[FR_UNIT_SIZE], ratio[FR_UNIT_SIZE],
        illegal[FR_UNIT_SIZE];
    const int64_t code_bytes = fr_object_code_bytes(racer->pathfinder->name);
    for (int class = 0; class < FR_CLASSES; class ++)
        fr_sort(standing->played[class].ns, standing->played[class].count);
    if (columns->ranks[index] > 0)
        printf("  %4d", columns->ranks[index]);
    else
        printf("  %4s", "-");
    printf("  %-*.*s  %6zu  %6zu", columns->name_width, MOST_NAME, racer->algo, standing->clicks,
           standing->found);
    print_time(fr_median(detours->ns, detours->count), 10);
    print_time(fr_tail_percentile(detours->ns, detours->count, 95), 10);
    print_time(greatest(detours), 10);
    for (int i = 0; i < 2; i++) {
        const struct fr_samples *others =
            &standing->played[i == 0 ? FR_CLASS_DIRECT : FR_CLASS_UNREACHABLE];
        print_time(fr_median(others->ns, others->count), 10);
    }
    print_preparation(standing);
    if (columns->events)
        print_event_times(standing, standings->clicks, racer);
    printf("  %8s  %8s  %7s  %7s  %7s", fr_format_bytes(standing->held_bytes, held),
           fr_format_bytes(standing->peak_bytes, peak),
           code_bytes > 0 ? fr_format_bytes(code_bytes, code) : "-",
           format_ratio(fr_standings_length_ratio(standings, index), ratio),
           format_share(standing->illegal, standing->any_angle, illegal));
    print_failures(standing, racer->traits.expected_faults);
}

/* The radius of the map, and how it was read. */
static void print_variant(const struct fr_load_report *report)
{
    if (report->agent.radius > 0)
        printf(", radius %g px (%s)", report->agent.radius / 2.0,
               fr_agent_shape_name(report->agent.shape));
    if (fr_reduction_reduces(report->reduction))
        printf(", on cells of %d x %d pixels", report->reduction.scale, report->reduction.scale);
}

/* Prints what the ratios refer to. */
static void print_heading(const struct fr_standings *standings, const struct fr_course *course)
{
    size_t reachable = 0;
    for (size_t i = 0; i < course->set.count; i++)
        reachable += course->resolved[i].answerable && course->resolved[i].reachable;
    const size_t known = fr_standings_known_optima(standings);
    printf("%s, %d x %d", course->name, course->map->width, course->map->height);
    print_variant(&course->report);
    printf(", clicks: %s; ratio: length / ", course->clicks);
    if (known == 0)
        printf("shortest found\n");
    else if (known < reachable)
        printf("optimum, known for %zu of %zu\n", known, reachable);
    else
        printf("optimum\n");
}

static bool has_events(const struct fr_course *course)
{
    for (size_t i = 0; i < course->set.count; i++)
        if (course->resolved[i].event)
            return true;
    return false;
}

/* Whether any racer was prepared again after an event. */
static bool any_anew(const struct fr_standings *standings, const struct fr_racers *racers)
{
    for (int i = 0; i < racers->count; i++)
        if (!racers->at[i].updates && standings->at[i].updates.count > 0)
            return true;
    return false;
}

void fr_standings_print(struct fr_standings *standings, const struct fr_course *course,
                        const struct fr_racers *racers, const int *ranks)
{
    struct columns columns = {
        .ranks = ranks, .name_width = LEAST_NAME, .events = has_events(course)};
    for (int i = 0; i < racers->count; i++) {
        const int length = (int)strlen(racers->at[i].algo);
        columns.name_width = length > columns.name_width ? length : columns.name_width;
    }
    columns.name_width = columns.name_width > MOST_NAME ? MOST_NAME : columns.name_width;
    print_heading(standings, course);
    printf("  %4s  %-*s  %6s  %6s  %8s  %8s  %8s  %8s  %8s  %8s  %20s%s  %8s  %8s  %7s  %7s  %7s  "
           "%s\n",
           "rank", columns.name_width, "racer", "clicks", "found", "detours", "p95", "worst",
           "direct", "no path", "prepare", "over rounds",
           columns.events ? "    update   after change  survives" : "", "held", "peak", "code",
           "ratio", "illegal", "failures");
    for (int i = 0; i < racers->count; i++)
        print_racer(standings, i, &racers->at[i], &columns);
    if (columns.events && any_anew(standings, racers))
        printf("  * no update: prepared again after each change\n");
    printf("\n");
}
