#include <math.h>

#include "harness/conformance/checks.h"

enum { ROUNDS = 6 };

static double length_of(const struct fr_path *path)
{
    double length = 0;
    for (size_t i = 1; i < path->count; i++)
        length += hypot(path->points[i].x - path->points[i - 1].x,
                        path->points[i].y - path->points[i - 1].y);
    return length / 2;
}

static void compare_with_fresh(struct fr_candidate *updated, const struct fr_exam_course *course)
{
    struct fr_exam *exam = updated->exam;
    struct fr_candidate fresh;
    fr_candidate_prepare(&fresh, exam, course->map);
    for (int i = 0; i < FR_EXAM_QUESTIONS; i++) {
        const enum fr_outcome expected = fr_candidate_ask(&fresh, &course->questions[i]);
        if (fr_candidate_ask(updated, &course->questions[i]) != expected)
            fr_exam_fail(exam, "updated, its outcome is not that of a fresh prepare");
        const double length = length_of(&fresh.path);
        if (expected == FR_FOUND && fabs(length_of(&updated->path) - length) > 1e-9 * length)
            fr_exam_fail(exam, "updated, its path has %.9f px; after a fresh prepare %.9f px",
                         length_of(&updated->path), length);
    }
    fr_candidate_release(&fresh);
}

/* One to three edits, told of together. */
static size_t edit(struct fr_exam *exam, struct fr_exam_course *course, struct fr_rect rects[3])
{
    const int edits = fr_random_between(&course->random, 1, 3);
    size_t count = 0;
    for (int i = 0; i < edits; i++) {
        rects[count] =
            fr_conformance_edit(course->map, &course->random, exam->subject->traits.edge_walls);
        count += rects[count].width > 0 && rects[count].height > 0;
    }
    return count;
}

void fr_conformance_update(struct fr_exam *exam)
{
    if (!exam->subject->pathfinder->update)
        fr_exam_skip(exam, "has no update: it is prepared anew");
    for (int i = 0; i < exam->plan->maps; i++) {
        struct fr_exam_course course;
        struct fr_candidate candidate;
        fr_exam_draw(exam, i, &course);
        fr_candidate_prepare(&candidate, exam, course.map);
        for (int round = 0; round < ROUNDS; round++) {
            struct fr_rect rects[3];
            const size_t count = edit(exam, &course, rects);
            if (fr_candidate_update(&candidate, rects, count) != FR_OK)
                fr_exam_fail(exam, "update fails on a map that prepare takes");
            fr_exam_draw_questions(&course);
            compare_with_fresh(&candidate, &course);
        }
        fr_candidate_release(&candidate);
        fr_exam_release(&course);
    }
}

static void toggle_wall(struct fr_exam *exam, struct fr_map *map, bool closed)
{
    if (fr_map_set_wall(map, 2, 1, FR_EAST, closed) != FR_OK)
        fr_exam_skip(exam, "not enough memory for a wall");
    fr_exam_show(exam, map);
}

static void check_prepare(struct fr_exam *exam, const struct fr_map *map)
{
    const bool takes = exam->subject->traits.edge_walls;
    struct fr_candidate candidate;
    const enum fr_status status = fr_candidate_try(&candidate, exam, map, 0);
    if (takes && status != FR_OK)
        fr_exam_fail(exam,
                     "says that it walks round edge walls, and prepare refuses a map of them");
    if (!takes && status != FR_UNSUPPORTED)
        fr_exam_fail(exam, "says that it takes no edge walls, and prepare takes a map of them");
    if (status == FR_OK)
        fr_candidate_release(&candidate);
}

static void check_update(struct fr_exam *exam, struct fr_map *map)
{
    static const struct fr_rect changed = {2, 1, 2, 1};
    const bool takes = exam->subject->traits.edge_walls;
    struct fr_candidate candidate;
    fr_candidate_prepare(&candidate, exam, map);
    toggle_wall(exam, map, true);
    const enum fr_status status = fr_candidate_update(&candidate, &changed, 1);
    if (status != (takes ? FR_OK : FR_UNSUPPORTED))
        fr_exam_fail(exam, takes ? "update refuses an edge wall" : "update takes an edge wall");
    fr_candidate_release(&candidate);
}

void fr_conformance_edge_walls(struct fr_exam *exam)
{
    struct fr_map *map;
    if (fr_map_create(6, 4, &fr_default_allocator, &map) != FR_OK)
        fr_exam_skip(exam, "not enough memory for a map");
    for (int32_t pixel = 0; pixel < 24; pixel++)
        fr_map_set_area(map, pixel % 6, pixel / 6, 1);
    toggle_wall(exam, map, true);
    check_prepare(exam, map);
    toggle_wall(exam, map, false);
    if (exam->subject->pathfinder->update)
        check_update(exam, map);
    fr_map_release(map);
}
