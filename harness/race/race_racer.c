#include "harness/race/race_racer.h"

/* Whether a racer supports edge walls; none does on cells of several pixels. */
static bool takes_walls(const struct fr_race_racer *racer)
{
    return racer->spec->traits.edge_walls && !fr_reduction_reduces(racer->sandbox.reduction);
}

/* Opens the racer's sandbox, and opens it a second time if the system killed it. */
static void open_sandbox(const struct fr_race *race, struct fr_race_racer *racer,
                         struct fr_reply *reply)
{
    for (int attempt = 0; attempt < 2 && (attempt == 0 || reply->status == FR_REPLY_LOST);
         attempt++)
        fr_sandbox_open(&racer->sandbox, racer->spec, race->map, reply);
}

void fr_race_open(struct fr_race *race, struct fr_race_racer *racer, struct fr_reply *reply)
{
    fr_progress_show(race->progress, race->course->name, racer->spec->algo);
    racer->asleep = false;
    if (race->walls_come && !takes_walls(racer))
        *reply = (struct fr_reply){
            .status = FR_REPLY_UNSUPPORTED,
            .reason = "does not support edge walls, which events of these clicks add"};
    else
        open_sandbox(race, racer, reply);
    if (reply->status == FR_REPLY_ANSWERED) {
        race->rows->inside_ns += reply->ns;
        racer->threads = reply->threads > racer->threads ? reply->threads : racer->threads;
        racer->uncounted = racer->uncounted || reply->uncounted;
    } else if (reply->status == FR_REPLY_STOPPED)
        fr_race_poll_reply(race, reply);
    else {
        racer->prepare_failed = true;
        racer->failed = *reply;
    }
}

bool fr_race_make_ready(struct fr_race *race, struct fr_race_racer *racer, struct fr_reply *reply)
{
    if (!fr_sandbox_is_open(&racer->sandbox) && !racer->prepare_failed)
        fr_race_open(race, racer, reply);
    if (racer->prepare_failed)
        *reply = racer->failed;
    return !racer->prepare_failed && !fr_race_is_stopped(race);
}

struct fr_query fr_race_ends(const struct fr_race *race, size_t click)
{
    const struct fr_resolved_click *resolved = &race->course->resolved[click];
    return (struct fr_query){resolved->from, resolved->to};
}

void fr_race_count_time(struct fr_race *race, const struct fr_answer *answer)
{
    race->rows->inside_ns += answer->ns;
    race->rows->frames_ns += answer->ns_before;
}

static bool is_taken(const struct fr_reply *reply)
{
    return reply->status == FR_REPLY_LOST ||
           (reply->status == FR_REPLY_ANSWERED && reply->answer.lost);
}

void fr_race_query(struct fr_race *race, struct fr_race_racer *racer, enum fr_timing timing,
                   size_t click, struct fr_reply *reply, struct fr_path *path)
{
    const struct fr_query query = fr_race_ends(race, click);
    bool again = true;
    for (int attempt = 0; attempt < 2 && again; attempt++) {
        if (!fr_race_make_ready(race, racer, reply))
            return;
        fr_sandbox_click(&racer->sandbox, timing, query.start, query.goal, reply, path);
        fr_race_poll_reply(race, reply);
        if (reply->status == FR_REPLY_ANSWERED)
            fr_race_count_time(race, &reply->answer);
        again = is_taken(reply) && !fr_race_is_stopped(race);
    }
}

void fr_race_close(struct fr_race_racer *racer, bool later)
{
    racer->asleep = later && (racer->asleep || fr_sandbox_is_open(&racer->sandbox));
    fr_sandbox_close(&racer->sandbox);
}

static size_t count_untried(const struct fr_race *race, const struct fr_race_racer *racer)
{
    size_t count = 0;
    for (size_t i = race->settings->first; i < race->settings->last; i++)
        count += !race->course->resolved[i].event && !racer->queries[i].draft &&
                 !racer->queries[i].written;
    return count;
}

void fr_race_give_up(struct fr_race *race, struct fr_race_racer *racer, const char *why)
{
    const size_t left = count_untried(race, racer);
    racer->given_up = true;
    fr_race_close(racer, false);
    if (left > 0)
        fr_progress_note(race->progress, "%s leaves %s: %s; %zu clicks not tried",
                         racer->spec->algo, race->course->name, why, left);
}
