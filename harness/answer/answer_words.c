#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "harness/answer/answer.h"
#include "harness/base/wrap.h"

#define NOTABLE 0.05 /* points */
#define BOLD "\033[1m"
#define PLAIN "\033[0m"

enum { INDENT = 2, WIDEST_NAME = 32 };

struct text {
    char *at;
    size_t size, used;
};

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
say(struct text *text, const char *format, ...)
{
    va_list arguments;
    if (text->used >= text->size)
        return;
    va_start(arguments, format);
    text->used +=
        (size_t)vsnprintf(text->at + text->used, text->size - text->used, format, arguments);
    va_end(arguments);
}

static const char *name_of(const struct fr_final_answer *answer, int racer)
{
    return answer->evidence->racers.at[racer].algo;
}

static const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

/* Lists the quantities that cost a racer more points than another racer (-1: more than none), with
 * the difference: "load time 467 ms (4.5)". Returns false if there is nothing to list. */
static bool say_points(struct text *text, const struct fr_final_answer *answer, int racer, int than)
{
    const struct fr_weighing *weighing = &answer->weighing;
    bool any = false;
    for (int i = 0; i < FR_QUANTITIES; i++) {
        const double more = weighing->points[racer][i] - (than < 0 ? 0 : weighing->points[than][i]);
        char value[FR_UNIT_SIZE];
        if (more < NOTABLE)
            continue;
        say(text, "%s%s %s (%.1f)", any ? ", " : "", fr_quantities[i].called,
            fr_quantity_format((enum fr_quantity)i, weighing->mean[racer][i], value), more);
        any = true;
    }
    return any;
}

/* The racer with the least penalty among all others that can be shipped; -1: none. */
static int next_of(const struct fr_final_answer *answer)
{
    int next = -1;
    for (int i = 0; i < answer->measures.racers; i++)
        if (answer->places[i] >= FR_PLACE_HEAVIER && i != answer->chosen &&
            (next < 0 || answer->weighing.penalty[i] < answer->weighing.penalty[next]))
            next = i;
    return next;
}

static void say_merit(struct text *text, const struct fr_final_answer *answer)
{
    const double penalty = answer->weighing.penalty[answer->chosen];
    const int next = next_of(answer);
    char change[FR_UNIT_SIZE];
    int as_good = 1;
    for (int i = 0; i < answer->measures.racers; i++)
        as_good += answer->places[i] == FR_PLACE_LARGER;
    if (penalty < NOTABLE)
        say(text, "all its figures are within their thresholds");
    else {
        say(text, "a penalty of %.1f points, ", penalty);
        say_points(text, answer, answer->chosen, -1);
    }
    if (as_good > 1)
        say(text, "; it has the smallest object code of %d equally good back ends", as_good);
    else if (next >= 0 && answer->other < 0)
        say(text, "; next is %s with %.1f", name_of(answer, next), answer->weighing.penalty[next]);
    if (answer->weighing.counts[FR_CHANGE])
        say(text, "; after a change it takes %s",
            fr_format_time(answer->weighing.mean[answer->chosen][FR_CHANGE], change));
}

static void say_none(struct text *text, const struct fr_final_answer *answer)
{
    if (answer->untried > 0)
        say(text,
            "Not settled, as there was no time for %d more candidate%s, and none of the others "
            "answered every click within the limits.",
            answer->untried, plural((size_t)answer->untried));
    else
        say(text,
            "No back end can be shipped: no candidate answered every click within the limits.");
}

/* The first preference that the rows cannot judge, or FR_QUANTITIES. */
static enum fr_quantity unjudged(const struct fr_final_answer *answer)
{
    for (int i = 0; i < answer->situation->count; i++)
        if (!answer->weighing.counts[answer->situation->preferences[i]])
            return answer->situation->preferences[i];
    return FR_QUANTITIES;
}

static void say_undecided(struct text *text, const struct fr_final_answer *answer,
                          const char *where)
{
    const int leads = answer->weighing.leads;
    const int other = answer->chosen == leads ? answer->other : answer->chosen;
    say(text,
        "Undecided between %s, which leads%s, and %s (named by %.0f %% and %.0f %% of the "
        "resamples): ship %s, the smaller one",
        name_of(answer, leads), where, name_of(answer, other), 100 * answer->share[0],
        100 * answer->share[1], name_of(answer, answer->chosen));
}

static void say_ship(struct text *text, const struct fr_final_answer *answer)
{
    const enum fr_quantity lost = unjudged(answer);
    const int elsewhere = fr_answer_raced_elsewhere(answer);
    if (answer->chosen < 0) {
        say_none(text, answer);
        return;
    }
    const char *name = name_of(answer, answer->chosen);
    const char *where = answer->evidence->maps == 1 ? " on this map" : "";
    if (lost != FR_QUANTITIES)
        say(text, "Not settled, as these rows hold no %s: %s leads%s", fr_quantities[lost].called,
            name, where);
    else if (answer->untried > 0)
        say(text, "Not settled, as there was no time for %d more candidate%s: %s leads%s",
            answer->untried, plural((size_t)answer->untried), name, where);
    else if (elsewhere >= 0)
        say(text, "Not settled, as %s was raced on other clicks: %s leads%s",
            name_of(answer, elsewhere), name, where);
    else if (answer->other >= 0)
        say_undecided(text, answer, where);
    else if (answer->settled)
        say(text, "Ship %s%s", name, where);
    else
        say(text, "Not settled by %zu detour%s: %s leads%s", answer->detours,
            plural(answer->detours), name, where);
    say(text, ": ");
    say_merit(text, answer);
    say(text, ".");
}

static void say_border(struct text *text, const struct fr_final_answer *answer)
{
    const struct fr_border *border = &answer->border;
    char value[FR_UNIT_SIZE], flag[FR_UNIT_SIZE];
    if (border->quantity < 0) {
        say(text, "No change of one threshold by a factor of up to 64 makes %s back end lead.",
            answer->other < 0 ? "another" : "a third");
        return;
    }
    const char *name = name_of(answer, border->leads);
    if (border->quantity == FR_BY_QUERIES) {
        say(text, "%s leads with %.0f queries or more in a frame (--queries-per-frame %.0f).", name,
            border->value, border->value);
        return;
    }
    const enum fr_quantity quantity = (enum fr_quantity)border->quantity;
    fr_quantity_spell(quantity, border->value, flag);
    fr_quantity_format(quantity, border->value, value);
    say(text, "%s leads once the %s %s %s%s (--threshold-%s %s).", name,
        fr_quantities[quantity].called, border->above ? "costs nothing up to" : "counts from",
        value, border->above ? "" : " on", fr_quantities[quantity].name, flag);
}

static void say_lengths(struct text *text, const double mean[FR_QUANTITIES])
{
    char longer[FR_UNIT_SIZE], most[FR_UNIT_SIZE];
    if (isnan(mean[FR_LENGTH]))
        return;
    fr_quantity_format(FR_LENGTH, mean[FR_LENGTH], longer);
    fr_quantity_format(FR_LENGTH_P99, mean[FR_LENGTH_P99], most);
    if (strcmp(longer, "0 %") == 0 && strcmp(most, "0 %") == 0)
        say(text, "; its paths are the shortest");
    else
        say(text, "; its paths are %s longer than the shortest, at the 99th percentile %s", longer,
            most);
}

/* Describes the slow query, or a frame's queries; and the slowest query. */
static void say_slow(struct text *text, const struct fr_final_answer *answer)
{
    const struct fr_figures *figures = &answer->figures[answer->chosen];
    const struct fr_situation *situation = answer->situation;
    const double slow_ns = answer->weighing.mean[answer->chosen][FR_SLOW];
    char slow[FR_UNIT_SIZE], slowest[FR_UNIT_SIZE], waited[FR_UNIT_SIZE];
    if (situation->queries_per_frame > 1)
        say(text, ", %g queries in a frame take %s", situation->queries_per_frame,
            fr_format_time(slow_ns, slow));
    else
        say(text, ", its slow one %s", fr_format_time(slow_ns, slow));
    say(text, ", its slowest %s", fr_format_time(figures->slowest_ns * situation->slower, slowest));
    if (figures->slowest_waited_ns > 0)
        say(text, ", including %s in which other programs ran",
            fr_format_time(figures->slowest_waited_ns * situation->slower, waited));
}

static void say_cost(struct text *text, const struct fr_final_answer *answer)
{
    const struct fr_figures *figures = &answer->figures[answer->chosen];
    const double *mean = answer->weighing.mean[answer->chosen];
    char median[FR_UNIT_SIZE], load[FR_UNIT_SIZE], held[FR_UNIT_SIZE];
    char code[FR_UNIT_SIZE], saved[FR_UNIT_SIZE], looks[FR_UNIT_SIZE];
    say(text, "On %zu detour%s its median query takes %s", answer->detours, plural(answer->detours),
        fr_format_time(mean[FR_SPEED], median));
    say_slow(text, answer);
    say(text, "; a room loads in %s", fr_format_time(mean[FR_LOAD], load));
    if (answer->weighing.counts[FR_SAVED] && mean[FR_SAVED] > 1)
        say(text, ", from a saved state of %s",
            fr_quantity_format(FR_SAVED, mean[FR_SAVED], saved));
    else if (answer->weighing.counts[FR_SAVED])
        say(text, ", by preparing, as it saves no state");
    say(text, "; it holds %s", fr_quantity_format(FR_MEMORY, mean[FR_MEMORY], held));
    if (figures->interrupted > 0)
        say(text, "; the slow query excludes interruptions by the system, in %zu of %zu queries",
            figures->interrupted, figures->samples);
    say_lengths(text, mean);
    if (answer->weighing.counts[FR_LOOKS] && mean[FR_LOOKS] > 1)
        say(text, "; paths that look bad: %s", fr_quantity_format(FR_LOOKS, mean[FR_LOOKS], looks));
    if (answer->evidence->object_bytes[answer->chosen] > 0)
        say(text, "; its object code is %s",
            fr_format_bytes(answer->evidence->object_bytes[answer->chosen], code));
    say(text, ".");
}

static void say_thresholds(struct text *text, const struct fr_final_answer *answer)
{
    const int leads = answer->weighing.leads;
    if (answer->halved == leads && answer->doubled == leads)
        say(text, "With all thresholds halved or doubled, %s still leads.", name_of(answer, leads));
    else
        say(text, "With all thresholds halved, %s leads; with all doubled, %s leads.",
            name_of(answer, answer->halved), name_of(answer, answer->doubled));
}

/* Whether another racer could lead with other thresholds. */
static bool has_others(const struct fr_final_answer *answer)
{
    for (int i = 0; i < answer->measures.racers; i++)
        if (i != answer->chosen && answer->places[i] >= FR_PLACE_OVER_LIMIT)
            return true;
    return false;
}

void fr_answer_sentence(const struct fr_final_answer *answer, enum fr_sentence sentence,
                        char buffer[FR_ANSWER_TEXT])
{
    static void (*const sayers[])(struct text *, const struct fr_final_answer *) = {
        [FR_SHIP] = say_ship,
        [FR_BORDER] = say_border,
        [FR_COST] = say_cost,
        [FR_THRESHOLDS] = say_thresholds};
    struct text text = {buffer, FR_ANSWER_TEXT, 0};
    *buffer = '\0';
    const bool compares = sentence == FR_BORDER || sentence == FR_THRESHOLDS;
    if (sentence == FR_SHIP || (answer->chosen >= 0 && (!compares || has_others(answer))))
        sayers[sentence](&text, answer);
}

static void say_failures(struct text *text, const struct fr_standing *standing)
{
    static const char *const words[FR_FAILURES] = {
        [FR_FAILURE_TIMEOUT] = "exceeded the time limit",
        [FR_FAILURE_CRASH] = "crashed",
        [FR_FAILURE_MEMORY] = "ran out of memory",
        [FR_FAILURE_LIMIT] = "gave up at its limit",
        [FR_FAILURE_SHORT] = "returned a path that does not reach the goal",
        [FR_FAILURE_INVALID] = "returned an illegal path",
        [FR_FAILURE_FALSE_UNREACHABLE] = "missed a path that exists",
        [FR_FAILURE_NONDETERMINISTIC] = "returned different paths for the same click",
        [FR_FAILURE_CLOCK] = "reported impossible times"};
    const char *separator = "";
    for (int i = 0; i < FR_FAILURES; i++)
        if (standing->failures[i] > 0) {
            say(text, "%s%s (%zu of %zu clicks)", separator, words[i], standing->failures[i],
                standing->clicks);
            separator = "; ";
        }
}

/* Lists the limits that a racer exceeds, on the map where it exceeds them most. */
static void say_limits(struct text *text, const struct fr_final_answer *answer, int racer)
{
    const char *separator = "";
    for (int i = 0; i < FR_QUANTITIES; i++) {
        char found[FR_UNIT_SIZE], allowed[FR_UNIT_SIZE];
        const enum fr_quantity quantity = (enum fr_quantity)i;
        double most = 0;
        for (int map = 0; map < answer->measures.maps; map++)
            most = fmax(most, fr_measured(&answer->measures, answer->situation, map, racer, i));
        if (!(most > answer->situation->limits[i]))
            continue;
        say(text, "%s%s %s, over --max-%s %s", separator, fr_quantities[i].called,
            fr_quantity_format(quantity, most, found), fr_quantities[i].name,
            fr_quantity_spell(quantity, answer->situation->limits[i], allowed));
        separator = "; ";
    }
}

static void say_not_preferred(struct text *text, const struct fr_final_answer *answer, int racer)
{
    const enum fr_quantity quantity = answer->weighing.lost_by[racer];
    char value[FR_UNIT_SIZE], best[FR_UNIT_SIZE];
    double least = (double)INFINITY;
    for (int i = 0; i < answer->measures.racers; i++)
        if (answer->places[i] >= FR_PLACE_HEAVIER)
            least = fmin(least, answer->weighing.mean[i][quantity]);
    say(text, "%s %s, more than 10 %% above the best, %s", fr_quantities[quantity].called,
        fr_quantity_format(quantity, answer->weighing.mean[racer][quantity], value),
        fr_quantity_format(quantity, least, best));
}

static void say_heavier(struct text *text, const struct fr_final_answer *answer, int racer)
{
    const double *penalties = answer->weighing.penalty;
    const double more = penalties[racer] - penalties[answer->chosen];
    if (more >= 0)
        say(text, "%.1f points more: ", more);
    else /* undecided: the chosen back end has the smaller object code */
        say(text, "%.1f points less, but fewer resamples name it: ", -more);
    if (!say_points(text, answer, racer, answer->chosen))
        say(text, "small amounts of several quantities");
}

static void say_larger(struct text *text, const struct fr_final_answer *answer, int racer)
{
    const int64_t *bytes = answer->evidence->object_bytes;
    char mine[FR_UNIT_SIZE], theirs[FR_UNIT_SIZE];
    say(text, "equally good");
    if (bytes[racer] > 0 && bytes[answer->chosen] > 0)
        say(text, "; its object code has %s, that of %s %s", fr_format_bytes(bytes[racer], mine),
            name_of(answer, answer->chosen), fr_format_bytes(bytes[answer->chosen], theirs));
}

static void say_reason(struct text *text, const struct fr_final_answer *answer, int racer)
{
    static const char *const exclusions[FR_EXCLUSIONS] = {
        [FR_EXCLUDED_THREADS] = "keeps threads or processes, so its times do not count",
        [FR_EXCLUDED_CACHES] = "caches answers: a repeated query is much cheaper than a new one",
        [FR_EXCLUDED_KNOWN] = "knew the answers in advance",
        [FR_EXCLUDED_MEMORY] = "took memory that was not counted",
        [FR_EXCLUDED_SUSPECTED] = "may cache answers: its instructions could not be counted"};
    const struct fr_standing *standing = &answer->evidence->standings.at[racer];
    switch (answer->places[racer]) {
    case FR_PLACE_SHIPPED:
        return;
    case FR_PLACE_UNTRIED:
        say(text, "not raced, as no time or memory was left");
        return;
    case FR_PLACE_TOO_FEW:
        say(text, "raced on only %zu of the %zu detours, too few to compare",
            answer->chosen < 0
                ? 0
                : fr_standings_common(&answer->evidence->standings, answer->chosen, racer),
            answer->detours);
        return;
    case FR_PLACE_NO_CANDIDATE:
        say(text, "not meant to be shipped");
        return;
    case FR_PLACE_UNSUPPORTED:
        say(text, "does not support every map");
        return;
    case FR_PLACE_UNREADY:
        say(text, "preparation exceeded its time or memory limit");
        return;
    case FR_PLACE_FAILED:
    case FR_PLACE_TOO_SLOW:
        say_failures(text, standing);
        return;
    case FR_PLACE_EXCLUDED:
        say(text, "%s", exclusions[standing->excluded]);
        return;
    case FR_PLACE_CROSSES:
        say(text, "%zu of %zu paths cross a wall or its corner", standing->illegal,
            standing->any_angle);
        return;
    case FR_PLACE_OVER_LIMIT:
        say_limits(text, answer, racer);
        return;
    case FR_PLACE_NOT_PREFERRED:
        say_not_preferred(text, answer, racer);
        return;
    case FR_PLACE_UNDECIDED:
        say(text, "undecided: %.0f %% of the resamples name it",
            100 * answer->share[racer == answer->weighing.leads ? 0 : 1]);
        return;
    case FR_PLACE_HEAVIER:
        say_heavier(text, answer, racer);
        return;
    case FR_PLACE_LARGER:
        say_larger(text, answer, racer);
        return;
    }
}

void fr_answer_reason(const struct fr_final_answer *answer, int racer, char buffer[FR_ANSWER_TEXT])
{
    struct text text = {buffer, FR_ANSWER_TEXT, 0};
    *buffer = '\0';
    say_reason(&text, answer, racer);
}

/* Whether one racer is closer to the chosen one than the other. */
static bool comes_before(const struct fr_final_answer *answer, int one, int other)
{
    if (answer->places[one] != answer->places[other])
        return answer->places[one] > answer->places[other];
    return answer->weighing.penalty[one] < answer->weighing.penalty[other];
}

int fr_answer_others(const struct fr_final_answer *answer, int order[FR_MAX_RACERS])
{
    int count = 0;
    for (int i = 0; i < answer->measures.racers; i++) {
        int place = count;
        if (i == answer->chosen || answer->evidence->copy_of[i] >= 0 ||
            answer->evidence->other_build[i])
            continue;
        for (; place > 0 && comes_before(answer, i, order[place - 1]); place--)
            order[place] = order[place - 1];
        order[place] = i;
        count++;
    }
    return count;
}

void fr_answer_print_sentences(const struct fr_final_answer *answer, int width, bool bold)
{
    char text[FR_ANSWER_TEXT];
    int column = 0;
    for (int i = FR_SHIP; i < FR_SENTENCES; i++) {
        fr_answer_sentence(answer, (enum fr_sentence)i, text);
        if (!*text)
            continue;
        if (i == FR_SHIP && bold)
            printf(BOLD);
        column = fr_wrap(text, column, 0, width);
        if (i == FR_SHIP && bold)
            printf(PLAIN);
    }
    putchar('\n');
}

static int column_of_reasons(const struct fr_final_answer *answer, const int *order, int count)
{
    int column = 0;
    for (int i = 0; i < count; i++) {
        const int length = (int)strlen(name_of(answer, order[i])) + 2 * INDENT;
        column = length > column ? length : column;
    }
    return column > WIDEST_NAME ? WIDEST_NAME : column;
}

static void print_reasons(const struct fr_final_answer *answer, const int *order, int count,
                          int width)
{
    const int column = column_of_reasons(answer, order, count);
    if (count > 0)
        printf("\nWhy not\n");
    for (int i = 0; i < count; i++) {
        char reason[FR_ANSWER_TEXT];
        fr_answer_reason(answer, order[i], reason);
        fr_wrap_entry(name_of(answer, order[i]), reason, column, width);
    }
}

/* The columns of the table; a quantity that counts on no map is left out. */
static const enum fr_quantity columns[] = {FR_SPEED,      FR_SLOW,  FR_LOAD,   FR_MEMORY, FR_LENGTH,
                                           FR_LENGTH_P99, FR_LOOKS, FR_CHANGE, FR_SAVED};

enum { COLUMNS = sizeof columns / sizeof *columns, NAMES = 18 };

/* The width of a column, with a space before it; "0.25 in 100" must fit. */
static int width_of(enum fr_quantity quantity)
{
    return quantity == FR_LOOKS ? 12 : 10;
}

static void print_figures_row(const struct fr_final_answer *answer, int racer)
{
    char text[FR_UNIT_SIZE];
    printf("%*s%-*.*s %6.1f", INDENT, "", NAMES - INDENT, NAMES - INDENT, name_of(answer, racer),
           answer->weighing.penalty[racer]);
    for (int i = 0; i < COLUMNS; i++)
        if (answer->weighing.counts[columns[i]])
            fr_print_right(
                fr_quantity_format(columns[i], answer->weighing.mean[racer][columns[i]], text),
                width_of(columns[i]));
    printf(" %9s\n", fr_format_bytes(answer->evidence->object_bytes[racer] > 0
                                         ? answer->evidence->object_bytes[racer]
                                         : -1,
                                     text));
}

/* Prints the figures of all racers that can be shipped. */
static void print_figures(const struct fr_final_answer *answer, const int *order, int count)
{
    static const char *const heads[FR_QUANTITIES] = {
        [FR_SPEED] = "median",   [FR_SLOW] = "slow",     [FR_LOAD] = "load",
        [FR_MEMORY] = "memory",  [FR_LENGTH] = "longer", [FR_LENGTH_P99] = "at p99",
        [FR_LOOKS] = "look bad", [FR_CHANGE] = "change", [FR_SAVED] = "saved"};
    printf("\nAll on the same %zu detour%s, as played\n%*s%-*s %6s", answer->detours,
           plural(answer->detours), INDENT, "", NAMES - INDENT, "back end", "points");
    for (int i = 0; i < COLUMNS; i++)
        if (answer->weighing.counts[columns[i]])
            printf("%*s", width_of(columns[i]), heads[columns[i]]);
    printf(" %9s\n", "code");
    print_figures_row(answer, answer->chosen);
    for (int i = 0; i < count; i++)
        if (answer->places[order[i]] >= FR_PLACE_NOT_PREFERRED)
            print_figures_row(answer, order[i]);
}

static void print_situation(const struct fr_final_answer *answer, int width)
{
    char buffer[FR_ANSWER_TEXT], value[FR_UNIT_SIZE];
    struct text text = {buffer, sizeof buffer, 0};
    const struct fr_situation *situation = answer->situation;
    *buffer = '\0';
    for (int i = 0; i < situation->count; i++)
        say(&text, "%s%s",
            i > 0 ? ", then " : "Preferred: ", fr_quantities[situation->preferences[i]].called);
    say(&text, "%sThresholds:", situation->count > 0 ? ". " : "");
    for (int i = 0; i < FR_SPEED; i++)
        if (i != FR_SAVED || situation->saved)
            say(&text, "%s %s up to %s", i > 0 ? "," : "", fr_quantities[i].called,
                fr_quantity_format((enum fr_quantity)i, situation->thresholds[i], value));
    say(&text, ".");
    int lost = 0;
    for (int i = 0; i < FR_SPEED && answer->chosen >= 0; i++)
        if (!answer->weighing.counts[i] && (i != FR_SAVED || situation->saved))
            say(&text, "%s %s",
                lost++ > 0 ? "," : " Not measured in these rows:", fr_quantities[i].called);
    if (lost > 0)
        say(&text, ".");
    if (answer->evidence->disturbed)
        say(&text, " Other programs disturbed the race; see footrace doctor.");
    if (answer->evidence->cut_short)
        say(&text, " A race was cut short; these are the results so far.");
    putchar('\n');
    fr_wrap(buffer, 0, 0, width);
    putchar('\n');
}

void fr_answer_print(const struct fr_final_answer *answer, int width, bool bold)
{
    int order[FR_MAX_RACERS];
    char code[FR_GAME_CODE];
    const int count = fr_answer_others(answer, order);
    fr_answer_print_sentences(answer, width, bold);
    print_reasons(answer, order, count, width);
    if (answer->chosen >= 0)
        print_figures(answer, order, count);
    print_situation(answer, width);
    fr_answer_code(answer, code);
    if (*code)
        printf("\nIn a game (docs/library.md)\n\n%s", code);
}
