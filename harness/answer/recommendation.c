#include "harness/answer/recommendation.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/answer/reason.h"

static bool is_finalist(const struct fr_recommendation *recommendation, int racer)
{
    const struct fr_racers *finalists = recommendation->finalists;
    const char *algo = recommendation->screening->racers->at[racer].algo;
    for (int i = 0; finalists && i < finalists->count; i++)
        if (strcmp(finalists->at[i].algo, algo) == 0)
            return true;
    return false;
}

int fr_recommendation_dropped(const struct fr_recommendation *recommendation,
                              int dropped[FR_MAX_RACERS])
{
    int count = 0;
    if (!recommendation->finalists)
        return 0;
    for (int i = 0; i < recommendation->screening->choice.candidates; i++)
        if (!is_finalist(recommendation, i))
            dropped[count++] = i;
    return count;
}

void fr_recommendation_reason(const struct fr_recommendation *recommendation, int racer, char *text,
                              size_t size)
{
    const struct fr_halving *screening = recommendation->screening;
    double load_ns[FR_MAX_RACERS];
    int64_t held_bytes[FR_MAX_RACERS];
    for (int i = 0; i < screening->choice.candidates; i++) {
        load_ns[i] = screening->standings->at[i].prepare_ns;
        held_bytes[i] = screening->standings->at[i].held_bytes;
    }
    const struct fr_reason_grounds grounds = {&screening->choice, screening->standings,
                                              screening->situation, load_ns, held_bytes};
    fr_reason(&grounds, racer, text, size);
}

/* Words put together, each after a space. */
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

/* A race of the finalists with their twin, on clicks of another seed. */
static void spell_rerun(struct fr_recommendation *recommendation, uint64_t seed,
                        const struct fr_arguments *arguments, struct line *line)
{
    const struct fr_course *course = recommendation->course;
    const struct fr_racers *finalists = recommendation->finalists;
    char number[24], twin[sizeof finalists->at[0].algo + sizeof "twin="];
    add_text(line, "footrace run");
    add_flag(line, "--map", course->file);
    add_flag(line, "--clicks", course->clicks);
    snprintf(number, sizeof number, "%llu", (unsigned long long)(seed + 1));
    add_flag(line, "--seed", number);
    add_given(line, arguments, "plugin");
    for (int i = 0; i < finalists->count; i++)
        add_flag(line, "--algo", finalists->at[i].algo);
    snprintf(twin, sizeof twin, "twin=%s", fr_answer_ship(recommendation->answer));
    add_flag(line, "--algo", twin);
    add_flag(line, "-o", "race.jsonl");
}

void fr_recommendation_spell(struct fr_recommendation *recommendation, uint64_t seed,
                             const struct fr_arguments *arguments)
{
    static const char *const situation[] = {"prefer", "max-click", "max-load", "max-memory",
                                            "radius"};
    struct line rerun = {recommendation->rerun, sizeof recommendation->rerun, 0};
    struct line answering = {recommendation->answering, sizeof recommendation->answering, 0};
    *recommendation->rerun = *recommendation->answering = '\0';
    if (!recommendation->finalists || !fr_answer_ship(recommendation->answer))
        return;
    spell_rerun(recommendation, seed, arguments, &rerun);
    add_text(&answering, "footrace answer race.jsonl");
    for (size_t i = 0; i < sizeof situation / sizeof *situation; i++)
        add_given(&answering, arguments, situation[i]);
    if (rerun.used >= rerun.size || answering.used >= answering.size)
        *recommendation->rerun = *recommendation->answering = '\0';
}
