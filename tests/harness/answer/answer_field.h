/* An answer from standings made up for it: a field of racers, all alike until a test changes them. */
#ifndef FOOTRACE_TESTS_HARNESS_ANSWER_ANSWER_FIELD_H
#define FOOTRACE_TESTS_HARNESS_ANSWER_ANSWER_FIELD_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "harness/answer/answer.h"

enum { MOST = 6, MOST_MAPS = 7, OPTIMUM = 100 };

struct field {
    struct fr_evidence evidence;
    struct fr_evidence_cost costs[MOST_MAPS * MOST];
    struct fr_situation situation;
    struct fr_final_answer answer;
};

/* Racers that answer every click of every map alike, below all thresholds; the last has the least code. */
static inline void create_in(struct field *field, int racers, int maps, size_t clicks, int rounds)
{
    memset(field, 0, sizeof *field);
    struct fr_standings *standings = &field->evidence.standings;
    const size_t all = (size_t)maps * clicks;
    assert_int_equal(fr_standings_create(racers, all, rounds, &fr_default_allocator, standings),
                     FR_OK);
    assert_int_equal(fr_standings_keep_samples(standings, 1), FR_OK);
    standings->courses = fr_allocate_zeroed(&fr_default_allocator, all, sizeof(int));
    assert_non_null(standings->courses);
    standings->course_count = maps;
    for (size_t i = 0; i < all; i++) {
        standings->courses[i] = (int)(i / clicks);
        standings->optima[i] = OPTIMUM;
    }
    field->evidence.racers.count = racers;
    field->evidence.costs = field->costs;
    fr_situation_init(&field->situation);
    for (int i = 0; i < racers; i++) {
        struct fr_racer *racer = &field->evidence.racers.at[i];
        struct fr_standing *standing = &standings->at[i];
        snprintf(racer->algo, sizeof racer->algo, "%c", 'a' + i);
        snprintf(racer->address, sizeof racer->address, "%c", 'a' + i);
        racer->candidate = true;
        field->evidence.copy_of[i] = -1;
        field->evidence.object_bytes[i] = 1000 * (racers - i);
        standing->prepare_ns = standing->load_ns = 1e6;
        standing->clicks = standing->found = all;
        for (size_t j = 0; j < all; j++) {
            standing->ns[j] = standing->steady_ns[j] = 1e3;
            for (int k = 0; k < rounds; k++)
                fr_standings_samples(standings, i, j)[k] = 1e3;
            standing->lengths[j] = OPTIMUM;
        }
        for (int map = 0; map < maps; map++)
            field->costs[map * racers + i] = (struct fr_evidence_cost){
                &standing->prepare_ns, &standing->load_ns, 1, 1000, 1000, 100};
    }
}

static inline void create(struct field *field, int racers, int maps, size_t clicks)
{
    create_in(field, racers, maps, clicks, 1);
}

static inline void decide(struct field *field)
{
    struct fr_error error;
    assert_int_equal(fr_answer_decide(&field->evidence, &field->situation, &field->answer, &error),
                     FR_OK);
}

static inline void release(struct field *field)
{
    fr_answer_release(&field->answer);
    fr_standings_release(&field->evidence.standings);
}

#endif
