#include "harness/answer/recommendation.h"

#include <stdio.h>
#include <string.h>

static bool is_final_racer(const struct fr_recommendation *recommendation, int racer)
{
    const struct fr_racers *final_racers = recommendation->final_racers;
    const char *algo = recommendation->screening->view.racers.at[racer].algo;
    for (int i = 0; final_racers && i < final_racers->count; i++)
        if (strcmp(final_racers->at[i].algo, algo) == 0)
            return true;
    return false;
}

int fr_recommendation_dropped(const struct fr_recommendation *recommendation,
                              int dropped[FR_MAX_RACERS])
{
    int count = 0;
    for (int i = 0;
         recommendation->final_racers && i < recommendation->screening->view.racers.count; i++)
        if (!is_final_racer(recommendation, i))
            dropped[count++] = i;
    return count;
}

const char *fr_recommendation_reason(const struct fr_recommendation *recommendation, int racer)
{
    return recommendation->screening->left[racer] == FR_PLACE_SHIPPED
               ? "close, but there was no time to race it"
               : recommendation->screening->reasons[racer];
}

/* Words, each preceded by a space. */
struct line {
    char *text;
    size_t size, used;
};

static void add_text(struct line *line, const char *text)
{
    if (line->used < line->size)
        line->used +=
            (size_t)snprintf(line->text + line->used, line->size - line->used, "%s", text);
}

static void add_word(struct line *line, const char *word)
{
    if (line->used < line->size)
        line->used += fr_argument_quote(word, line->text + line->used, line->size - line->used);
}

static void add_flag(struct line *line, const char *flag, const char *value)
{
    add_text(line, " ");
    add_text(line, flag);
    add_word(line, value);
}

static void add_given(struct line *line, const struct fr_arguments *arguments, const char *flag)
{
    char spelled[32];
    snprintf(spelled, sizeof spelled, "--%s", flag);
    for (int i = 0; i < fr_argument_count(arguments, flag); i++)
        add_flag(line, spelled, fr_argument(arguments, flag, i));
}

static const struct fr_flag situation[] = {
    FR_SITUATION_FLAGS, FR_THRESHOLD_FLAGS, {NULL, NULL, false, false, NULL}};

/* Repeats the final race with its control, on clicks of another seed. */
static void spell_rerun(struct fr_recommendation *recommendation, uint64_t seed,
                        const struct fr_arguments *arguments, struct line *line)
{
    const struct fr_course *course = recommendation->course;
    const struct fr_racers *final_racers = recommendation->final_racers;
    char number[24], twin[sizeof final_racers->at[0].algo + sizeof "twin="];
    add_text(line, "footrace run");
    add_flag(line, "--map", course->file);
    add_flag(line, "--clicks", course->clicks);
    snprintf(number, sizeof number, "%llu", (unsigned long long)seed + 1);
    add_flag(line, "--seed", number);
    add_given(line, arguments, "plugin");
    for (int i = 0; i < final_racers->count; i++)
        add_flag(line, "--algo", final_racers->at[i].algo);
    snprintf(twin, sizeof twin, "twin=%s", fr_answer_ship(recommendation->answer));
    add_flag(line, "--algo", twin);
    add_flag(line, "-o", "race.jsonl");
}

void fr_recommendation_spell(struct fr_recommendation *recommendation, uint64_t seed,
                             const struct fr_arguments *arguments)
{
    struct line rerun = {recommendation->rerun, sizeof recommendation->rerun, 0};
    struct line answering = {recommendation->answering, sizeof recommendation->answering, 0};
    *recommendation->rerun = *recommendation->answering = '\0';
    if (!recommendation->final_racers || !fr_answer_ship(recommendation->answer))
        return;
    spell_rerun(recommendation, seed, arguments, &rerun);
    add_text(&answering, "footrace answer race.jsonl");
    for (const struct fr_flag *flag = situation; flag->name; flag++)
        add_given(&answering, arguments, flag->name);
    if (rerun.used >= rerun.size || answering.used >= answering.size)
        *recommendation->rerun = *recommendation->answering = '\0';
}
