#include <stdio.h>
#include <string.h>

#include "harness/answer/recommendation.h"
#include "harness/base/wrap.h"

enum { INDENT = 2, WIDEST_NAME = 32, MOST_LOST = 5, MOST_CORRIDORS = 4 };

static void print_line(const char *text, int indent, int width)
{
    fr_wrap(text, 0, indent, width);
    putchar('\n');
}

static void print_heading(const struct fr_recommendation *recommendation, int width)
{
    const struct fr_inspection *inspection = recommendation->inspection;
    const struct fr_health *health = &inspection->health;
    char text[FR_ANSWER_TEXT];
    snprintf(
        text, sizeof text,
        "%s: %d x %d pixels, %.1f %% of them floor, in %u component%s, with %lld corners.%s%s%s",
        inspection->spec, inspection->map->width, inspection->map->height,
        fr_share(health->walkable, health->pixels), health->components_4,
        health->components_4 == 1 ? "" : "s", (long long)health->corners,
        *recommendation->stopped ? " The race was cut short (" : "", recommendation->stopped,
        *recommendation->stopped ? "); these are the results so far." : "");
    print_line(text, 0, width);
    putchar('\n');
}

static int column_of(const struct fr_recommendation *recommendation, const int *racers, int count)
{
    int column = 0;
    for (int i = 0; i < count; i++) {
        const int length =
            (int)strlen(recommendation->screening->view.racers.at[racers[i]].algo) + 2 * INDENT;
        column = length > column ? length : column;
    }
    return column > WIDEST_NAME ? WIDEST_NAME : column;
}

static void print_dropped(const struct fr_recommendation *recommendation, int width)
{
    int racers[FR_MAX_RACERS];
    const int count = fr_recommendation_dropped(recommendation, racers);
    const int column = column_of(recommendation, racers, count);
    if (count > 0)
        printf("\nDropped before the race, after a few clicks\n");
    for (int i = 0; i < count; i++)
        fr_wrap_entry(recommendation->screening->view.racers.at[racers[i]].algo,
                      fr_recommendation_reason(recommendation, racers[i]), column, width);
}

static void print_mask(const struct fr_recommendation *recommendation, int width)
{
    const struct fr_inspection *inspection = recommendation->inspection;
    if (inspection->warning_count == 0)
        return;
    printf("\nAbout the mask\n");
    for (int i = 0; i < inspection->warning_count; i++) {
        printf("%*s", INDENT, "");
        fr_wrap(inspection->warnings[i], INDENT, INDENT, width);
        putchar('\n');
    }
}

/* " At 812,440 a corridor of 9 px closes, which loses 7 of them; at 100,20 ..." */
static void add_corridors(const struct fr_closed_corridors *corridors, char *text, size_t size)
{
    size_t used = strlen(text), named = 0;
    for (; named < corridors->listed_count && named < MOST_CORRIDORS && used < size; named++) {
        const struct fr_closed_corridor *corridor = &corridors->listed[named];
        if (corridor->clicks == 0)
            break;
        used += (size_t)snprintf(text + used, size - used,
                                 "%s %d,%d %s of %d px%s, which loses %zu of them",
                                 named == 0 ? " At" : "; at", corridor->place.at.x,
                                 corridor->place.at.y, named == 0 ? "a corridor" : "one",
                                 corridor->width, named == 0 ? " closes" : "", corridor->clicks);
    }
    if (named > 0 && used < size)
        snprintf(text + used, size - used, ".");
}

/* The first lost clicks: ": 1,2 to 3,4; 5,6 to 7,8; and more."; only "." if there are none. */
static void add_lost(const struct fr_course *course, char *text, size_t size)
{
    size_t used = strlen(text), named = 0;
    for (size_t i = 0; i < course->set.count && named < MOST_LOST && used < size; i++) {
        const struct fr_resolved_click *click = &course->resolved[i];
        if (course->lost[i])
            used += (size_t)snprintf(text + used, size - used, "%s %d,%d to %d,%d",
                                     named++ > 0 ? ";" : ":", click->start.x, click->start.y,
                                     click->goal.x, click->goal.y);
    }
    if (used < size)
        snprintf(text + used, size - used, "%s.", course->lost_count > named ? "; and more" : "");
}

/* Lists clicks that a figure of this radius cannot reach, though a point can. */
static void print_lost(const struct fr_recommendation *recommendation, int width)
{
    const struct fr_course *course = recommendation->course;
    char text[FR_ANSWER_TEXT];
    size_t clicks = 0;
    if (recommendation->inspection->report.agent.radius == 0)
        return;
    for (size_t i = 0; i < course->set.count; i++)
        clicks += !course->resolved[i].event;
    snprintf(text, sizeof text,
             "With this radius, the character cannot reach %zu of %zu clicks that a point can",
             course->lost_count, clicks);
    add_lost(course, text, sizeof text);
    add_corridors(&course->corridors, text, sizeof text);
    putchar('\n');
    print_line(text, 0, width);
}

/* Prints a command line for copying; a long one is broken before its flags. */
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

void fr_recommendation_print(const struct fr_recommendation *recommendation, int width, bool bold)
{
    char text[2 * FR_ANSWER_TEXT];
    print_heading(recommendation, width);
    fr_answer_print(recommendation->answer, width, bold);
    print_dropped(recommendation, width);
    print_lost(recommendation, width);
    print_mask(recommendation, width);
    if (recommendation->verbose) {
        snprintf(text, sizeof text,
                 "This took %.1f s of the %g s allowed (--budget), on the clicks %s.",
                 recommendation->spent_s, recommendation->budget_s, recommendation->course->clicks);
        putchar('\n');
        print_line(text, 0, width);
    }
    if (!*recommendation->rerun)
        return;
    printf("\nTo check the answer in a longer race, with other clicks\n");
    print_command(recommendation->rerun, width);
    print_command(recommendation->answering, width);
}
