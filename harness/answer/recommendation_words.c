#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "harness/answer/recommendation.h"
#include "harness/base/units.h"
#include "harness/base/wrap.h"

enum {
    INDENT = 2,
    FEW_CLICKS = 60,
    FEW_CHANGES = 8,
    PARAGRAPH = 2048,
    REASON = 320,
    WIDEST_NAME = 32
};

#define BOLD "\033[1m"
#define PLAIN "\033[0m"

/* Sentences of one paragraph. */
struct paragraph {
    char text[PARAGRAPH];
    size_t used;
};

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
say(struct paragraph *paragraph, const char *format, ...)
{
    va_list arguments;
    if (paragraph->used >= PARAGRAPH)
        return;
    va_start(arguments, format);
    paragraph->used += (size_t)vsnprintf(paragraph->text + paragraph->used,
                                         PARAGRAPH - paragraph->used, format, arguments);
    va_end(arguments);
}

static void print_paragraph(const struct paragraph *paragraph, int width)
{
    fr_wrap(paragraph->text, 0, 0, width);
    printf("\n\n");
}

static const struct fr_racer *chosen_racer(const struct fr_recommendation *recommendation)
{
    return &recommendation->halving->racers->at[recommendation->halving->choice.chosen];
}

static void say_times(struct paragraph *paragraph, const struct fr_figures *figures)
{
    char median[FR_UNIT_SIZE], worst[FR_UNIT_SIZE];
    say(paragraph, "It answers a click in %s (the worst of %zu took %s; ",
        fr_format_time(figures->median_ns, median), figures->timed,
        fr_format_time(figures->worst_ns, worst));
    if (figures->over_frame == 0)
        say(paragraph, "none takes longer than a frame of 16.7 ms).");
    else
        say(paragraph, "%.1f %% take longer than a frame of 16.7 ms).",
            fmax(0.1, 100 * (double)figures->over_frame / (double)figures->timed));
}

static const char *steps_of(enum fr_movement movement)
{
    static const char *const words[] = {
        [FR_GRID4] = "go from pixel to pixel in four directions",
        [FR_GRID8] = "go from pixel to pixel in eight directions and never across a wall's corner",
        [FR_GRID8_ONE] = "go from pixel to pixel in eight directions, and past single corners",
        [FR_GRID8_CUT] = "go from pixel to pixel in eight directions, and across corners",
        [FR_BEELINE] = "go straight from pixel to pixel where Bresenham's line is free",
        [FR_ANY_ANGLE] = "go straight at any angle",
        [FR_POLYGON] = "go straight inside the polygon"};
    return words[movement];
}

/* Whether the optimum of each of a racer's walks is known. */
static bool knows_optima(const struct fr_standings *standings, int racer)
{
    for (size_t i = 0; i < standings->clicks; i++)
        if (!isnan(standings->at[racer].lengths[i]) && isnan(standings->optima[i]))
            return false;
    return true;
}

static void say_walks(struct paragraph *paragraph, const struct fr_recommendation *recommendation,
                      const struct fr_figures *figures)
{
    const struct fr_halving *halving = recommendation->halving;
    const bool optimal = fr_standings_known_optima(halving->standings) > 0;
    const char *yardstick = optimal ? "the shortest there are" : "the shortest that any found";
    const char *limits = optimal && !knows_optima(halving->standings, halving->choice.chosen)
                             ? ", as far as optima are known"
                             : "";
    say(paragraph, " Its walks %s", steps_of(chosen_racer(recommendation)->traits.movement));
    if (figures->walks == 0)
        say(paragraph, ".");
    else if (figures->worst_detour < 1 + 1e-9)
        say(paragraph, ", and are %s%s.", yardstick, limits);
    else
        say(paragraph, "; they are %.2g %% longer than %s on average, %.2g %% at worst%s.",
            100 * (figures->detour - 1), yardstick, 100 * (figures->worst_detour - 1), limits);
    if (figures->illegal > 0)
        say(paragraph, " Beware: %zu of %zu walks go through a wall or its corner.",
            figures->illegal, figures->judged);
}

static void say_costs(struct paragraph *paragraph, const struct fr_recommendation *recommendation,
                      const struct fr_figures *figures)
{
    const struct fr_racer *racer = chosen_racer(recommendation);
    char prepare[FR_UNIT_SIZE], bytes[FR_UNIT_SIZE], update[FR_UNIT_SIZE], change[FR_UNIT_SIZE];
    say(paragraph, " Preparing it takes %s when the room loads; it uses %s of memory.",
        fr_format_time(figures->prepare_ns, prepare), fr_format_bytes(figures->peak_bytes, bytes));
    if (!racer->pathfinder->update)
        say(paragraph,
            " It cannot update when the ground changes: prepare it again after each change.");
    else if (figures->changes == 0)
        say(paragraph, " It can update when gates open or obstacles move; that was not raced "
                       "here (--prefer dynamic).");
    else
        say(paragraph,
            " When the ground changes, it updates in %s; the next walk is there after %s.",
            fr_format_time(figures->update_ns, update), fr_format_time(figures->change_ns, change));
    if (recommendation->inspection->health.walls == 0)
        say(paragraph, racer->traits.edge_walls
                           ? " It also supports edge walls between pixels."
                           : " It does not support edge walls between pixels.");
}

/* Lists those in a place, after an introduction. */
static void say_rivals(struct paragraph *paragraph, const struct fr_recommendation *recommendation,
                       enum fr_place place, const char *introduction)
{
    const struct fr_choice *choice = &recommendation->halving->choice;
    const char *separator = introduction;
    for (int i = 0; i < choice->candidates; i++)
        if (choice->places[i] == place) {
            say(paragraph, "%s%s", separator, recommendation->halving->racers->at[i].algo);
            separator = ", ";
        }
    if (separator != introduction)
        say(paragraph, ".");
}

static void print_answer(const struct fr_recommendation *recommendation, int width, bool bold)
{
    const struct fr_halving *halving = recommendation->halving;
    const struct fr_figures *figures = &halving->choice.figures[halving->choice.chosen];
    struct paragraph paragraph = {.used = 0};
    printf("%sShip %s", bold ? BOLD : "", chosen_racer(recommendation)->algo);
    if (halving->clicks < FEW_CLICKS && !halving->settled)
        printf(", judging by %zu click%s", figures->clicks, figures->clicks == 1 ? "" : "s");
    printf(".%s\n\n", bold ? PLAIN : "");
    say_times(&paragraph, figures);
    say_walks(&paragraph, recommendation, figures);
    say_costs(&paragraph, recommendation, figures);
    print_paragraph(&paragraph, width);
    paragraph = (struct paragraph){.used = 0};
    say_rivals(&paragraph, recommendation, FR_PLACE_EQUAL, "As good, but not cheaper: ");
    if (paragraph.used > 0)
        say(&paragraph, " ");
    say_rivals(&paragraph, recommendation, FR_PLACE_OPEN,
               "Not distinguishable from it in this time: ");
    if (paragraph.used > 0)
        print_paragraph(&paragraph, width);
}

/* Orders all others that were tried: the closest first, faster before slower. Returns how many. */
static int order_rivals(const struct fr_choice *choice, int order[FR_MAX_RACERS])
{
    int count = 0;
    for (int i = 0; i < choice->candidates; i++) {
        int place = count;
        if (i == choice->chosen || choice->places[i] == FR_PLACE_UNTRIED)
            continue;
        for (; place > 0; place--) {
            const int before = order[place - 1];
            if (choice->places[before] > choice->places[i] ||
                (choice->places[before] == choice->places[i] &&
                 !(choice->slower[i] < choice->slower[before])))
                break;
            order[place] = before;
        }
        order[place] = i;
        count++;
    }
    return count;
}

static int column_of_reasons(const struct fr_recommendation *recommendation)
{
    int column = 0;
    for (int i = 0; i < recommendation->halving->choice.candidates; i++) {
        const int length = (int)strlen(recommendation->halving->racers->at[i].algo);
        column = length + 2 * INDENT > column ? length + 2 * INDENT : column;
    }
    return column > WIDEST_NAME ? WIDEST_NAME : column;
}

/* One entry each, wrapped beside the name. */
static void print_reasons(const struct fr_recommendation *recommendation, int width)
{
    int order[FR_MAX_RACERS];
    const int count = order_rivals(&recommendation->halving->choice, order);
    const int column = column_of_reasons(recommendation);
    struct paragraph paragraph = {.used = 0};
    if (count > 0)
        printf("Why not\n");
    for (int i = 0; i < count; i++) {
        char reason[REASON];
        fr_recommendation_reason(recommendation, order[i], reason, sizeof reason);
        const int used =
            printf("%*s%s", INDENT, "", recommendation->halving->racers->at[order[i]].algo);
        if (used + 2 > column)
            printf("\n%*s", column, "");
        else
            printf("%*s", column - used, "");
        fr_wrap(reason, column, column, width);
        putchar('\n');
    }
    if (count > 0)
        putchar('\n');
    say_rivals(&paragraph, recommendation, FR_PLACE_UNTRIED,
               "Not tried for lack of time (--budget) or memory: ");
    if (paragraph.used > 0)
        print_paragraph(&paragraph, width);
}

static void print_grounds(const struct fr_recommendation *recommendation, int width)
{
    const struct fr_halving *halving = recommendation->halving;
    struct paragraph paragraph = {.used = 0};
    say(&paragraph,
        "Preferred (%s): %s. This took %.1f of %g s, for %zu clicks (%s); times that differ by "
        "less than %.0f %% count as equal.",
        fr_preference_name(halving->preference), fr_preference_help(halving->preference),
        recommendation->spent_s, recommendation->budget_s, halving->clicks,
        recommendation->course->clicks, ceil(100 * halving->noise - 1e-9));
    if (halving->clicks < FEW_CLICKS)
        say(&paragraph, " So few clicks give a first impression only: allow more time (--budget).");
    if (halving->preference == FR_PREFER_DYNAMIC && halving->choice.chosen >= 0 &&
        halving->choice.figures[halving->choice.chosen].changes < FEW_CHANGES)
        say(&paragraph,
            " The ground hardly changed in that time: the preference could not be judged.");
    print_paragraph(&paragraph, width);
}

static void print_usage(const struct fr_recommendation *recommendation)
{
    const struct fr_racer *racer = chosen_racer(recommendation);
    const char *options = strchr(racer->algo, ':');
    printf("To use it in a game (library footrace, algorithms/pathfinder.h)\n"
           "  finder = fr_pathfinder_find(\"%s\");  options: %s\n"
           "  finder->prepare(map, &options, allocator, &state);   when the room loads\n"
           "  finder->find(state, start, goal, NULL, &path);       at each click\n",
           racer->pathfinder->name, options ? options + 1 : "fr_options_default");
    if (racer->pathfinder->update)
        printf("  finder->update(state, &changed, 1);                  when the ground changes\n");
    printf("\n");
}

/* A command line to copy, with a long one broken before its flags. */
static void print_command(const char *command, int width)
{
    int column = printf("  ") - 1;
    while (*command) {
        const char *next = strstr(command + 1, " --");
        const char *output = strstr(command + 1, " -o ");
        next = output && (!next || output < next) ? output : next;
        const int length = next ? (int)(next - command) : (int)strlen(command);
        if (column > INDENT && column + length + 2 > width)
            column = printf(" \\\n     ") - 3;
        column += printf("%.*s", length, command);
        command += length;
    }
    putchar('\n');
}

static void print_mask(const struct fr_recommendation *recommendation, int width)
{
    const struct fr_inspection *inspection = recommendation->inspection;
    if (inspection->warning_count == 0)
        return;
    printf("About the mask\n");
    for (int i = 0; i < inspection->warning_count; i++) {
        printf("%*s", INDENT, "");
        fr_wrap(inspection->warnings[i], INDENT, INDENT, width);
        putchar('\n');
    }
    putchar('\n');
}

static void print_heading(const struct fr_recommendation *recommendation, int width)
{
    const struct fr_inspection *inspection = recommendation->inspection;
    const struct fr_health *health = &inspection->health;
    struct paragraph paragraph = {.used = 0};
    say(&paragraph, "%s: %d x %d pixels, %.1f %% of them floor, in %u part%s, with %lld corners.",
        inspection->spec, inspection->map->width, inspection->map->height,
        fr_share(health->walkable, health->pixels), health->components_4,
        health->components_4 == 1 ? "" : "s", (long long)health->corners);
    if (*recommendation->stopped)
        say(&paragraph, " The race was %s; these are its results so far.", recommendation->stopped);
    print_paragraph(&paragraph, width);
}

void fr_recommendation_print(const struct fr_recommendation *recommendation, int width, bool bold)
{
    print_heading(recommendation, width);
    if (recommendation->halving->choice.chosen >= 0)
        print_answer(recommendation, width, bold);
    else
        printf("%sNothing can be recommended.%s\n\n", bold ? BOLD : "", bold ? PLAIN : "");
    print_reasons(recommendation, width);
    print_grounds(recommendation, width);
    print_mask(recommendation, width);
    if (recommendation->halving->choice.chosen < 0)
        return;
    print_usage(recommendation);
    if (!*recommendation->rerun)
        return;
    printf("To race the best candidates again in full\n");
    print_command(recommendation->rerun, width);
    print_command(recommendation->compare, width);
}
