#include "harness/conformance/checks.h"

/* A back end that allocates more often than this on a map of a few pixels will not see the end. */
enum { MOST_ALLOCATIONS = 20000 };

/* Two clicks, a change of the map and two more, on a map that is left as it was. */
struct errand {
    struct fr_exam_course *course;
    struct fr_rect change;
    enum fr_outcome expected[2][FR_EXAM_QUESTIONS];
};

static void block(struct fr_exam *exam, const struct errand *errand, bool blocked)
{
    if (fr_map_block(errand->course->map, errand->change, blocked) != FR_OK)
        fr_exam_skip(exam, "not enough memory to block a pixel");
}

static void ask_all(struct fr_candidate *candidate, const struct errand *errand, int part)
{
    struct fr_exam *exam = candidate->exam;
    for (int i = 0; i < FR_EXAM_QUESTIONS; i++) {
        const uint64_t before = candidate->memory.refused;
        const enum fr_outcome outcome = fr_candidate_ask(candidate, &errand->course->questions[i]);
        const bool refused = candidate->memory.refused != before;
        if (refused && outcome != FR_OUT_OF_MEMORY)
            fr_exam_fail(exam, "allocation %llu is refused, and find does not say so",
                         (unsigned long long)candidate->memory.fail_at);
        if (!refused && outcome != errand->expected[part][i])
            fr_exam_fail(exam, "after allocation %llu was refused, find has another outcome",
                         (unsigned long long)candidate->memory.fail_at);
    }
}

static void change_and_ask(struct fr_candidate *candidate, const struct errand *errand)
{
    struct fr_exam *exam = candidate->exam;
    const uint64_t before = candidate->memory.refused;
    block(exam, errand, true);
    const enum fr_status status = fr_candidate_update(candidate, &errand->change, 1);
    const bool refused = candidate->memory.refused != before;
    if (status != (refused ? FR_NO_MEMORY : FR_OK))
        fr_exam_fail(exam,
                     refused ? "allocation %llu is refused, and update does not say so"
                             : "after allocation %llu was refused, update fails",
                     (unsigned long long)candidate->memory.fail_at);
    if (status == FR_OK)
        ask_all(candidate, errand, 1);
    fr_candidate_release(candidate);
    block(exam, errand, false);
    fr_exam_show(exam, errand->course->map);
}

/* With the n-th allocation refused; false when there were fewer. */
static bool run_errand(struct fr_exam *exam, const struct errand *errand, uint64_t n)
{
    struct fr_candidate candidate;
    const enum fr_status status = fr_candidate_try(&candidate, exam, errand->course->map, n);
    if (status != (candidate.memory.refused ? FR_NO_MEMORY : FR_OK))
        fr_exam_fail(exam, "allocation %llu is refused, and prepare does not say so",
                     (unsigned long long)n);
    if (status != FR_OK)
        return true;
    ask_all(&candidate, errand, 0);
    if (exam->subject->pathfinder->update)
        change_and_ask(&candidate, errand);
    else
        fr_candidate_release(&candidate);
    return candidate.memory.refused > 0;
}

static void note_outcomes(struct fr_exam *exam, struct errand *errand, int part)
{
    struct fr_candidate candidate;
    fr_candidate_prepare(&candidate, exam, errand->course->map);
    for (int i = 0; i < FR_EXAM_QUESTIONS; i++)
        errand->expected[part][i] = fr_candidate_ask(&candidate, &errand->course->questions[i]);
    fr_candidate_release(&candidate);
}

void fr_conformance_refusals(struct fr_exam *exam)
{
    /* Each map is worked through once for each allocation. */
    for (int i = 0; i < (exam->plan->maps + 3) / 4; i++) {
        struct fr_exam_course course;
        fr_exam_draw(exam, i, &course);
        struct errand errand = {.course = &course};
        errand.change = fr_map_clip(
            course.map,
            (struct fr_rect){fr_random_between(&course.random, 0, course.map->width - 1),
                             fr_random_between(&course.random, 0, course.map->height - 1), 5, 5});
        note_outcomes(exam, &errand, 0);
        block(exam, &errand, true);
        note_outcomes(exam, &errand, 1);
        block(exam, &errand, false);
        for (uint64_t n = 1; run_errand(exam, &errand, n); n++)
            if (n == MOST_ALLOCATIONS)
                fr_exam_fail(exam, "allocates more than %d times", MOST_ALLOCATIONS);
        fr_exam_release(&course);
    }
}

/* What a release leaves behind is noticed by every check; here it is all that happens. */
void fr_conformance_leaks(struct fr_exam *exam)
{
    for (int i = 0; i < exam->plan->maps; i++) {
        struct fr_exam_course course;
        struct fr_candidate candidate;
        fr_exam_draw(exam, i, &course);
        exam->report->call = FR_EXAM_RELEASE;
        exam->subject->pathfinder->release(NULL);
        fr_candidate_prepare(&candidate, exam, course.map);
        fr_candidate_release(&candidate);
        fr_candidate_prepare(&candidate, exam, course.map);
        for (int j = 0; j < FR_EXAM_QUESTIONS; j++)
            (void)!fr_candidate_ask(&candidate, &course.questions[j]);
        fr_candidate_release(&candidate);
        fr_exam_release(&course);
    }
}

void fr_conformance_steady(struct fr_exam *exam)
{
    for (int i = 0; i < exam->plan->maps; i++) {
        struct fr_exam_course course;
        struct fr_candidate candidate;
        fr_exam_draw(exam, i, &course);
        fr_candidate_prepare(&candidate, exam, course.map);
        for (int j = 0; j < FR_EXAM_QUESTIONS; j++)
            (void)!fr_candidate_ask(&candidate, &course.questions[j]);
        const uint64_t before = candidate.memory.allocations;
        for (int j = 0; j < FR_EXAM_QUESTIONS; j++) {
            (void)!fr_candidate_ask(&candidate, &course.questions[j]);
            if (candidate.memory.allocations != before)
                fr_exam_fail(exam, "allocates for a question that it has answered before");
        }
        fr_candidate_release(&candidate);
        fr_exam_release(&course);
    }
}
