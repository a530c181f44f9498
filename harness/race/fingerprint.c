#include "harness/race/fingerprint.h"

#include "harness/base/hash.h"

static uint64_t mix_number(uint64_t hash, int64_t number)
{
    return fr_hash_bytes(hash, &number, sizeof number);
}

static uint64_t mix_event(uint64_t hash, const struct fr_click *event)
{
    const struct fr_rect rect = event->rect;
    const int64_t place[] = {rect.x, rect.y, rect.width, rect.height, event->side, event->closed};
    hash = fr_hash_bytes(hash, place, sizeof place);
    for (int area = 0; area < FR_AREAS; area++)
        hash = fr_hash_bytes(hash, event->areas[area] ? "\1" : "\0", 1);
    if (event->kind == FR_PATCH)
        hash = fr_hash_bytes(hash, event->patch, (size_t)rect.width * (size_t)rect.height);
    return hash;
}

static uint64_t mix_click(uint64_t hash, const struct fr_click *click,
                          const struct fr_resolved_click *resolved)
{
    const struct fr_pixel start = resolved->start, goal = resolved->goal;
    const struct fr_point from = resolved->from, to = resolved->to;
    const int64_t ends[] = {start.x,       start.y, goal.x, goal.y, click->goal.x,
                            click->goal.y, from.x,  from.y, to.x,   to.y};
    hash = mix_number(fr_hash_text(hash, click->tag), click->kind);
    return resolved->event ? mix_event(hash, click) : fr_hash_bytes(hash, ends, sizeof ends);
}

static uint64_t mix_course(uint64_t hash, const struct fr_course *course)
{
    hash = fr_hash_text(hash, course->file);
    hash = fr_hash_text(hash, course->clicks);
    hash = fr_hash_text(hash, course->report.reading);
    hash = mix_number(hash, (int64_t)fr_map_hash(course->map));
    hash = mix_number(hash, (int64_t)course->set.count);
    for (size_t i = 0; i < course->set.count; i++)
        hash = mix_click(hash, &course->set.clicks[i], &course->resolved[i]);
    return hash;
}

uint64_t fr_fingerprint(const struct fr_course *courses, int course_count,
                        const struct fr_racers *racers, uint64_t programs)
{
    uint64_t hash = mix_number(FR_HASH_BEGIN, (int64_t)programs);
    for (int i = 0; i < course_count; i++)
        hash = mix_course(hash, &courses[i]);
    for (int i = 0; i < racers->count; i++) {
        hash = fr_hash_text(hash, racers->at[i].algo);
        hash = fr_hash_text(hash, racers->at[i].pathfinder->name);
        hash = fr_hash_text(hash, racers->at[i].options_text);
    }
    return hash;
}
