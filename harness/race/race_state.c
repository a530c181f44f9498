#include "harness/race/race_state.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "maps/random.h"

void fr_race_stop(struct fr_race *race, const char *why)
{
    if (!fr_race_is_stopped(race))
        snprintf(race->stopped, race->stopped_size, "%s", why);
}

void fr_race_poll(struct fr_race *race)
{
    if (*race->settings->rules->stop)
        fr_race_stop(race, *race->settings->rules->stop == SIGINT ? "interrupted" : "terminated");
    else if (race->rows->error)
        fr_race_stop(race, fr_rows_trouble(race->rows));
    else if (race->settings->journal && race->settings->journal->error)
        fr_race_stop(race, strerror(race->settings->journal->error));
}

void fr_race_poll_reply(struct fr_race *race, const struct fr_reply *reply)
{
    fr_race_poll(race); /* first, as a signal explains why a call was interrupted */
    if (reply->status == FR_REPLY_STOPPED)
        fr_race_stop(race, reply->reason);
}

bool fr_race_admits(const struct fr_race *race, const struct fr_race_racer *racer)
{
    const struct fr_stopping_rule *stopping = race->settings->stopping;
    const int place = (int)(racer - race->racers);
    return !stopping ||
           (!stopping->over && !stopping->out[place] && stopping->admits(stopping->context, place));
}

void fr_race_shuffle(const struct fr_race *race, size_t entry, int *order)
{
    struct fr_random random = {race->settings->seed ^ (entry + 1) * 0x9E3779B97F4A7C15u ^
                               (uint64_t)race->round * 0xD1B54A32D192ED03u};
    for (int i = 0; i < race->racer_count; i++)
        order[i] = i;
    for (int i = race->racer_count - 1; i > 0; i--) {
        const int j = (int)fr_random_below(&random, (uint32_t)i + 1);
        const int swapped = order[i];
        order[i] = order[j];
        order[j] = swapped;
    }
}
