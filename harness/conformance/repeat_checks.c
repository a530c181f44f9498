#include <pthread.h>
#include <stdlib.h>

#include "algorithms/front.h"
#include "harness/conformance/check.h"
#include "harness/sandbox/descriptor.h"

enum { THREADS = 2, ROUNDS = 3, ALONE = 3 };

struct answer {
    enum fr_outcome outcome;
    struct fr_path path;
};

void fr_conformance_descriptor(struct fr_check *check)
{
    struct fr_traits traits;
    char wrong[200];
    if (!fr_descriptor_whole(check->subject->pathfinder, wrong, sizeof wrong))
        fr_check_fail(check, "%s", wrong);
    for (int i = 0; i < 2; i++) {
        check->report->call = FR_CHECK_DESCRIBE;
        const bool whole = fr_describe(check->subject->pathfinder, &check->subject->options,
                                       &traits, wrong, sizeof wrong);
        check->report->call = FR_CHECK_ELSEWHERE;
        if (!whole)
            fr_check_fail(check, "%s", wrong);
        if (traits.movement != check->subject->traits.movement ||
            traits.optimality != check->subject->traits.optimality ||
            traits.edge_walls != check->subject->traits.edge_walls ||
            traits.expected_faults != check->subject->traits.expected_faults)
            fr_check_fail(check, "describe returns different traits in a second call");
    }
}

/* The answers of a single state, without interference. */
static void answer_alone(struct fr_check *check, const struct fr_check_course *course,
                         struct answer answers[FR_CHECK_CLICKS])
{
    struct fr_instance instance;
    fr_instance_prepare(&instance, check, course->map);
    for (int i = 0; i < FR_CHECK_CLICKS; i++) {
        answers[i].outcome = fr_instance_query(&instance, &course->clicks[i]);
        answers[i].path = fr_check_keep(check, &instance.path);
    }
    fr_instance_release(&instance);
}

static void release_answers(struct answer answers[FR_CHECK_CLICKS])
{
    for (int i = 0; i < FR_CHECK_CLICKS; i++)
        fr_path_release(&answers[i].path);
}

/* Runs query number `index` and compares its answer with the undisturbed one. */
static void check_same(struct fr_instance *instance, const struct fr_check_course *course,
                       const struct answer *answers, int index, const char *when)
{
    const enum fr_outcome outcome = fr_instance_query(instance, &course->clicks[index]);
    if (outcome != answers[index].outcome)
        fr_check_fail(instance->check, "nondeterministic: %s, the outcome differs", when);
    if (!fr_check_same(&instance->path, &answers[index].path))
        fr_check_fail(instance->check, "nondeterministic: %s, the path differs", when);
}

/* Runs each of the last queries on a fresh state. */
static void ask_first(struct fr_check *check, const struct fr_check_course *course,
                      const struct answer *answers)
{
    for (int i = FR_CHECK_CLICKS - ALONE; i < FR_CHECK_CLICKS; i++) {
        struct fr_instance instance;
        fr_instance_prepare(&instance, check, course->map);
        check_same(&instance, course, answers, i, "as the first query");
        fr_instance_release(&instance);
    }
}

void fr_conformance_order(struct fr_check_course *course, struct fr_instance *instance)
{
    struct fr_check *check = instance->check;
    struct answer answers[FR_CHECK_CLICKS];
    answer_alone(check, course, answers);
    ask_first(check, course, answers);
    for (int j = 0; j < FR_CHECK_CLICKS; j++) {
        check_same(instance, course, answers, j, "with another state");
        check_same(instance, course, answers, j, "in a repeated query");
    }
    for (int j = FR_CHECK_CLICKS - 1; j >= 0; j--)
        check_same(instance, course, answers, j, "in another order");
    release_answers(answers);
}

void fr_conformance_states(struct fr_check *check)
{
    for (int i = 0; i < check->plan->maps; i += 2) {
        struct fr_check_course courses[2];
        struct fr_instance instances[2];
        struct answer answers[2][FR_CHECK_CLICKS];
        for (int c = 0; c < 2; c++) {
            fr_check_draw(check, i + c, &courses[c]);
            answer_alone(check, &courses[c], answers[c]);
        }
        for (int c = 0; c < 2; c++)
            fr_instance_prepare(&instances[c], check, courses[c].map);
        for (int j = 0; j < 2 * FR_CHECK_CLICKS; j++) {
            const int c = j % 2;
            fr_check_show(check, courses[c].map);
            check_same(&instances[c], &courses[c], answers[c], j / 2,
                       "with another state at the same time");
        }
        for (int c = 0; c < 2; c++) {
            fr_instance_release(&instances[c]);
            release_answers(answers[c]);
            fr_check_release(&courses[c]);
        }
    }
}

/* A thread. The threads share only the map, which nothing changes. */
struct worker {
    pthread_t thread;
    struct fr_instance instance;
    const struct fr_check_course *course;
    const struct answer *answers;
    bool backwards;
    int wrong; /* index of the query with a different answer; -1: none */
};

static void *work(void *context)
{
    struct worker *worker = context;
    struct fr_instance *instance = &worker->instance;
    for (int i = 0; i < ROUNDS * FR_CHECK_CLICKS; i++) {
        const int at = i % FR_CHECK_CLICKS;
        const int index = worker->backwards ? FR_CHECK_CLICKS - 1 - at : at;
        const struct fr_check_click *click = &worker->course->clicks[index];
        const enum fr_outcome outcome =
            fr_find(instance->pathfinder, instance->state, fr_pixel_centre(click->start),
                    fr_pixel_centre(click->goal), NULL, &instance->path);
        if (outcome != worker->answers[index].outcome ||
            !fr_check_same(&instance->path, &worker->answers[index].path))
            worker->wrong = index;
    }
    return NULL;
}

static void run_threads(struct fr_check *check, struct worker workers[THREADS])
{
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0)
            fr_check_skip(check, "cannot start a thread");
    for (int i = 0; i < THREADS; i++)
        pthread_join(workers[i].thread, NULL);
}

void fr_conformance_threads(struct fr_check *check)
{
    for (int i = 0; i < check->plan->maps; i++) {
        struct fr_check_course course;
        struct worker workers[THREADS];
        struct answer answers[FR_CHECK_CLICKS];
        fr_check_draw(check, i, &course);
        answer_alone(check, &course, answers);
        for (int t = 0; t < THREADS; t++) {
            workers[t] = (struct worker){
                .course = &course, .answers = answers, .backwards = t == 1, .wrong = -1};
            fr_instance_prepare(&workers[t].instance, check, course.map);
        }
        check->report->call = FR_CHECK_FIND;
        check->report->asked = false;
        run_threads(check, workers);
        check->report->call = FR_CHECK_ELSEWHERE;
        for (int t = 0; t < THREADS; t++) {
            if (workers[t].wrong >= 0) {
                check->report->asked = true;
                check->report->start = course.clicks[workers[t].wrong].start;
                check->report->goal = course.clicks[workers[t].wrong].goal;
                fr_check_fail(check, "with another state in another thread, the path differs");
            }
            fr_instance_release(&workers[t].instance);
        }
        release_answers(answers);
        fr_check_release(&course);
    }
}

struct watch {
    struct fr_check *check;
    bool clears; /* the last call of find reported FR_PHASE_CLEAR */
};

static void enter(void *context, enum fr_phase phase)
{
    struct watch *watch = context;
    if ((unsigned)phase >= FR_PHASES)
        fr_check_fail(watch->check, "enters %d, which is not a phase", (int)phase);
    watch->clears |= phase == FR_PHASE_CLEAR;
}

static void look(struct fr_instance *instance, struct watch *watch)
{
    struct fr_check *check = watch->check;
    struct fr_stats stats = {-2, -2, -2, -2};
    check->report->call = FR_CHECK_STATS;
    fr_stats_read(instance->pathfinder, instance->state, &stats);
    if (stats.expanded < -1 || stats.generated < -1 || stats.cleared < -1 ||
        stats.sight_checks < -1)
        fr_check_fail(check, "stats leaves a count unset, or less than -1");
    if (watch->clears && stats.cleared == 0)
        fr_check_fail(check, "enters the phase 'clear', but clears nothing");
    fr_instance_inspect(instance, "stats");
    check->report->call = FR_CHECK_ELSEWHERE;
}

void fr_conformance_watched(struct fr_check_course *course, struct fr_instance *instance)
{
    struct fr_check *check = instance->check;
    struct answer answers[FR_CHECK_CLICKS];
    answer_alone(check, course, answers);
    struct watch watch = {check, false};
    const struct fr_probe probe = {.enter = enter, .context = &watch};
    for (int j = 0; j < FR_CHECK_CLICKS; j++) {
        const struct fr_check_click *click = &course->clicks[j];
        watch.clears = false;
        const enum fr_outcome outcome = fr_instance_find(instance, fr_pixel_centre(click->start),
                                                         fr_pixel_centre(click->goal), &probe);
        if (outcome != answers[j].outcome || !fr_check_same(&instance->path, &answers[j].path))
            fr_check_fail(check, "a probe changes the path");
        look(instance, &watch);
        check_same(instance, course, answers, j, "after stats");
    }
    release_answers(answers);
}
