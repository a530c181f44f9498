#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "harness/answer/answer.h"
#include "harness/answer/reason.h"
#include "harness/base/units.h"
#include "harness/base/wrap.h"

#define EXACT 1.0000001 /* a walk that is the shortest, but for rounding */
#define BOLD "\033[1m"
#define PLAIN "\033[0m"

enum { INDENT = 2, WIDEST_NAME = 32, FEW_DETOURS = 60, FEW_CHANGES = 8 };

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

static const struct fr_figures *figures_of(const struct fr_final_answer *answer)
{
    return &answer->choice.figures[answer->choice.chosen];
}

static int count_places(const struct fr_final_answer *answer, enum fr_place least)
{
    int count = 0;
    for (int i = 0; i < answer->choice.candidates; i++)
        count += answer->choice.places[i] >= least;
    return count;
}

/* "a", "a and b", "a, b and c": the racers in a place. */
static void list_place(struct text *text, const struct fr_final_answer *answer, enum fr_place place)
{
    int left = 0;
    for (int i = 0; i < answer->choice.candidates; i++)
        left += answer->choice.places[i] == place;
    for (int i = 0; i < answer->choice.candidates; i++)
        if (answer->choice.places[i] == place) {
            left--;
            say(text, "%s%s", name_of(answer, i), left > 1 ? ", " : left == 1 ? " and " : "");
        }
}

static void say_lengths(struct text *text, const struct fr_figures *figures)
{
    if (figures->walks == 0)
        say(text, "it answers every click");
    else if (figures->worst_detour < EXACT)
        say(text, "its walks are the shortest there are");
    else
        say(text, "its walks are %.2g %% longer than the shortest on average, %.2g %% at worst",
            100 * (figures->mean_detour - 1), 100 * (figures->worst_detour - 1));
}

static void say_merit(struct text *text, const struct fr_final_answer *answer)
{
    const struct fr_figures *figures = figures_of(answer);
    switch (answer->situation->preferences[0]) {
    case FR_PREFER_SPEED:
        say(text, "nothing answers faster, and ");
        say_lengths(text, figures);
        return;
    case FR_PREFER_MEMORY:
        say(text, "nothing that keeps up holds less memory, and ");
        say_lengths(text, figures);
        return;
    case FR_PREFER_DYNAMIC:
        if (!answer->unchanged)
            say(text, "nothing follows a change sooner, and ");
        say_lengths(text, figures);
        return;
    case FR_PREFER_LENGTH:
    case FR_PREFER_LOOKS:
    case FR_PREFERENCES:
        say_lengths(text, figures);
        if (answer->situation->count == 1)
            say(text, "; nothing with equally good paths is faster");
        return;
    }
}

static void say_none(struct text *text, const struct fr_final_answer *answer)
{
    if (answer->untried > 0)
        say(text,
            "Not settled, as there was no time for %d more candidate%s, and of the others none "
            "answered every click within the budgets.",
            answer->untried, answer->untried == 1 ? "" : "s");
    else
        say(text, "Nothing can be shipped: no candidate answered every click within the budgets.");
}

static void say_ship(struct text *text, const struct fr_final_answer *answer)
{
    const struct fr_choice *choice = &answer->choice;
    if (choice->chosen < 0) {
        say_none(text, answer);
        return;
    }
    if (answer->settled)
        say(text, "Ship %s: ", name_of(answer, choice->chosen));
    else if (answer->unchanged)
        say(text,
            "Not settled, as the ground never changed before a click of this race: %s leads; ",
            name_of(answer, choice->chosen));
    else if (answer->untried > 0)
        say(text, "Not settled, as there was no time for %d more candidate%s: %s leads; ",
            answer->untried, answer->untried == 1 ? "" : "s", name_of(answer, choice->chosen));
    else if (fr_answer_stranger(answer) >= 0)
        say(text, "Not settled, as %s was raced on other clicks: %s leads; ",
            name_of(answer, fr_answer_stranger(answer)), name_of(answer, choice->chosen));
    else if (answer->detours < FEW_DETOURS)
        say(text, "Not settled by %zu detour%s: %s leads; ", answer->detours,
            answer->detours == 1 ? "" : "s", name_of(answer, choice->chosen));
    else {
        say(text, "Not settled: %s leads, and these %zu detours show no difference between it and ",
            name_of(answer, choice->chosen), answer->detours);
        list_place(text, answer, FR_PLACE_OPEN);
        say(text, "; ");
    }
    say_merit(text, answer);
    say(text, ".");
}

/* "38.1 us (37.0 us to 39.9 us)". */
static void say_median(struct text *text, const struct fr_figures *figures)
{
    char median[FR_UNIT_SIZE], low[FR_UNIT_SIZE], high[FR_UNIT_SIZE];
    say(text, "%s", fr_format_time(figures->median_ns, median));
    if (!isnan(figures->median_low))
        say(text, " (%s to %s)", fr_format_time(figures->median_low, low),
            fr_format_time(figures->median_high, high));
}

static void say_cost(struct text *text, const struct fr_final_answer *answer)
{
    const struct fr_figures *figures = figures_of(answer);
    char worst[FR_UNIT_SIZE], prepare[FR_UNIT_SIZE], held[FR_UNIT_SIZE], peak[FR_UNIT_SIZE];
    char change[FR_UNIT_SIZE];
    if (answer->detours == 1) {
        say(text, "It answers the only detour in %s", fr_format_time(figures->median_ns, worst));
    } else {
        say(text, "It answers the median of %zu detours in ", answer->detours);
        say_median(text, figures);
        say(text, " and the slowest in %s", fr_format_time(figures->worst_ns, worst));
    }
    if (figures->over_frame > 0)
        say(text, " (%zu take longer than a frame)", figures->over_frame);
    say(text,
        ", after %s of preparation when the room loads; it holds %s of memory (%s at its peak, "
        "while "
        "preparing)",
        fr_format_time(figures->prepare_ns, prepare), fr_format_bytes(figures->held_bytes, held),
        fr_format_bytes(figures->peak_bytes, peak));
    if (figures->changes > 0)
        say(text, ", and a change with the click after it takes %s",
            fr_format_time(figures->change_ns, change));
    say(text, ".");
    if (figures->illegal > 0)
        say(text, " Beware: %zu of %zu walks cross a wall or its corner.", figures->illegal,
            figures->judged);
}

/* What a preference is for, after "you would ship X". */
static const char *aim_of(enum fr_preference preference)
{
    static const char *const aims[FR_PREFERENCES] = {
        [FR_PREFER_LOOKS] = "for good-looking paths in time (--prefer looks)",
        [FR_PREFER_SPEED] = "for the fastest clicks, whatever the paths look like (--prefer speed)",
        [FR_PREFER_LENGTH] = "if walks must be the shortest (--prefer length)",
        [FR_PREFER_MEMORY] = "for the least memory (--prefer memory)",
        [FR_PREFER_DYNAMIC] = "if gates open or things move (--prefer dynamic)"};
    return aims[preference];
}

static bool is_alternative(const struct fr_final_answer *answer, int preference)
{
    return answer->alone[preference] >= 0 && answer->alone[preference] != answer->choice.chosen &&
           !(answer->situation->count == 1 && (int)answer->situation->preferences[0] == preference);
}

static void say_change(struct text *text, const struct fr_final_answer *answer)
{
    const char *separator = "Ship ";
    const int rivals = count_places(answer, FR_PLACE_BEATEN) - 1;
    for (int i = 0; i < FR_PREFERENCES; i++)
        if (is_alternative(answer, i)) {
            say(text, "%s%s instead %s", separator, name_of(answer, answer->alone[i]),
                aim_of((enum fr_preference)i));
            separator = "; ";
        }
    if (strcmp(separator, "; ") == 0)
        say(text, ".");
    else if (rivals > 0)
        say(text, "No other preference would change that.");
    else
        say(text, "No other candidate came as far as this race.");
}

void fr_answer_sentence(const struct fr_final_answer *answer, enum fr_answer_sentence sentence,
                        char buffer[FR_ANSWER_TEXT])
{
    struct text text = {buffer, FR_ANSWER_TEXT, 0};
    *buffer = '\0';
    if (sentence == FR_SHIP)
        say_ship(&text, answer);
    else if (answer->choice.chosen >= 0 && sentence == FR_COST)
        say_cost(&text, answer);
    else if (answer->choice.chosen >= 0)
        say_change(&text, answer);
}

void fr_answer_reason(const struct fr_final_answer *answer, int racer, char text[FR_ANSWER_TEXT])
{
    double load_ns[FR_MAX_RACERS];
    int64_t held_bytes[FR_MAX_RACERS];
    for (int i = 0; i < answer->choice.candidates; i++) {
        load_ns[i] = answer->evidence->most[i].prepare_ns;
        held_bytes[i] = answer->evidence->most[i].held_bytes;
    }
    const struct fr_reason_grounds grounds = {&answer->choice, &answer->evidence->standings,
                                              answer->situation, load_ns, held_bytes};
    fr_reason(&grounds, racer, text, FR_ANSWER_TEXT);
}

/* Whether one comes before the other: closer to the chosen one, or faster. */
static bool comes_before(const struct fr_choice *choice, int one, int other)
{
    if (choice->places[one] != choice->places[other])
        return choice->places[one] > choice->places[other];
    return choice->slower[one] < choice->slower[other];
}

int fr_answer_rivals(const struct fr_final_answer *answer, int order[FR_MAX_RACERS])
{
    int count = 0;
    for (int i = 0; i < answer->choice.candidates; i++) {
        int place = count;
        if (i == answer->choice.chosen || answer->evidence->copy_of[i] >= 0 ||
            answer->evidence->other_build[i])
            continue;
        for (; place > 0 && comes_before(&answer->choice, i, order[place - 1]); place--)
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
        fr_answer_sentence(answer, (enum fr_answer_sentence)i, text);
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
        const int used = printf("%*s%s", INDENT, "", name_of(answer, order[i]));
        if (used + 2 > column)
            printf("\n%*s", column, "");
        else
            printf("%*s", column - used, "");
        fr_wrap(reason, column, column, width);
        putchar('\n');
    }
}

static void print_figures_row(const struct fr_final_answer *answer, int racer, int column)
{
    const struct fr_figures *figures = &answer->choice.figures[racer];
    char median[FR_UNIT_SIZE], worst[FR_UNIT_SIZE], prepare[FR_UNIT_SIZE];
    char held[FR_UNIT_SIZE], peak[FR_UNIT_SIZE], longer[FR_UNIT_SIZE] = "-";
    if (figures->walks > 0)
        snprintf(longer, sizeof longer, "%.1f %% (%.1f %%)", 100 * (figures->mean_detour - 1),
                 100 * (figures->worst_detour - 1));
    printf("%*s%-*.*s %9s %9s  %16s %9s %9s %9s\n", INDENT, "", column - INDENT, column - INDENT,
           name_of(answer, racer), fr_format_time(figures->median_ns, median),
           fr_format_time(figures->worst_ns, worst), longer,
           fr_format_time(figures->prepare_ns, prepare), fr_format_bytes(figures->held_bytes, held),
           fr_format_bytes(figures->peak_bytes, peak));
}

/* Of all that walked as many of the detours as the chosen one, and failed none. */
static void print_figures(const struct fr_final_answer *answer, const int *order, int count)
{
    enum { COLUMN = 18 };
    if (answer->detours == 1)
        printf("\nThe same detour, as played\n");
    else
        printf("\nThe same %zu detours, as played\n", answer->detours);
    printf("%*s%-*s %9s %9s  %16s %9s %9s %9s\n", INDENT, "", COLUMN - INDENT, "back end", "median",
           "worst", "longer (worst)", "prepare", "held", "peak");
    print_figures_row(answer, answer->choice.chosen, COLUMN);
    for (int i = 0; i < count; i++)
        if (answer->choice.figures[order[i]].timed == answer->detours &&
            answer->choice.figures[order[i]].failures == 0 &&
            answer->choice.figures[order[i]].walks > 0)
            print_figures_row(answer, order[i], COLUMN);
}

static void print_grounds(const struct fr_final_answer *answer, int width)
{
    char buffer[FR_ANSWER_TEXT], names[128];
    struct text text = {buffer, sizeof buffer, 0};
    const struct fr_evidence *evidence = answer->evidence;
    fr_situation_names(answer->situation, names, sizeof names);
    say(&text, "Preferred: %s (%s", names, fr_preference_help(answer->situation->preferences[0]));
    for (int i = 1; i < answer->situation->count; i++)
        say(&text, "; then %s", fr_preference_help(answer->situation->preferences[i]));
    say(&text, "). Times that differ by less than %.0f %% count as equal.",
        ceil(100 * answer->noise - 1e-9));
    if (answer->unchanged)
        say(&text, " The ground never changed before a click, so dynamic could not be judged: race "
                   "clicks with changes (auto:200:walk,movers).");
    else if (fr_situation_prefers(answer->situation, FR_PREFER_DYNAMIC) &&
             evidence->events < FEW_CHANGES)
        say(&text, " The ground changed only %zu time%s.", evidence->events,
            evidence->events == 1 ? "" : "s");
    if (evidence->disturbed)
        say(&text, " Other programs disturbed the race: see footrace doctor.");
    if (evidence->cut_short)
        say(&text, " A race was cut short; these are its results so far.");
    putchar('\n');
    fr_wrap(buffer, 0, 0, width);
    putchar('\n');
}

void fr_answer_print(const struct fr_final_answer *answer, int width, bool bold)
{
    int order[FR_MAX_RACERS];
    char code[FR_GAME_CODE];
    const int count = fr_answer_rivals(answer, order);
    fr_answer_print_sentences(answer, width, bold);
    print_reasons(answer, order, count, width);
    if (answer->choice.chosen >= 0)
        print_figures(answer, order, count);
    print_grounds(answer, width);
    fr_answer_code(answer, code);
    if (*code)
        printf("\nIn a game (docs/library.md)\n\n%s", code);
}
