/* What pathfinder.h promises, of every back end in several settings: the conformance tests that
 * `footrace check-backend` runs. FOOTRACE_SEED and FOOTRACE_SOAK_SCALE work as in other tests. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "algorithms/front.h"
#include "harness/conformance/conformance.h"
#include "tests/algorithms/settings.h"
#include "tests/soak.h"

/* Settings of a back end: the default and others spread over all there are. */
#define SETTINGS 6
#define SOAKED_SETTINGS 12
/* A check draws so many maps, times the soak scale; one where failures are the point, which are of
 * published variants that try everything. */
#define MAPS 4
#define SECONDS 300

static void registry_is_in_order(void **state)
{
    (void)state;
    for (const struct fr_pathfinder *const *each = fr_pathfinders; *each; each++)
        assert_ptr_equal(fr_pathfinder_find((*each)->name), *each);
    assert_string_equal(fr_pathfinders[0]->name, "null");
    assert_string_equal(fr_pathfinders[1]->name, "dijkstra");
    assert_null(fr_pathfinder_find("no such back end"));
}

static void fail_finding(const struct fr_racer *subject, int check,
                         const struct fr_conformance_finding *finding)
{
    char address[1024];
    print_error(
        "%s: %s: %s, from %d,%d to %d,%d, FOOTRACE_SEED=%llu\n%s",
        fr_conformance_address(subject->pathfinder, &subject->options, address, sizeof address),
        fr_conformance_name(check), finding->what, finding->start.x, finding->start.y,
        finding->goal.x, finding->goal.y, (unsigned long long)finding->seed, finding->map);
    fail();
}

/* Whether the check found something to look at. */
static bool passes(const struct fr_racer *subject, const struct fr_conformance_plan *plan,
                   int check)
{
    static struct fr_conformance_finding finding;
    fr_conformance_check(subject, plan, check, &finding);
    if (finding.verdict == FR_CONFORMANCE_FAILED)
        fail_finding(subject, check, &finding);
    return finding.verdict == FR_CONFORMANCE_OK;
}

/* The caching check uses the clock, which is meaningless in sanitized programs. */
static bool is_told(int check)
{
    return !SOAK_SANITIZED || strcmp(fr_conformance_name(check), "caching") != 0;
}

static void every_back_end_conforms(void **state)
{
    struct fr_conformance_plan plan = {.seed = soak_seed(1), .timeout_s = SECONDS};
    const uint64_t settings =
        soak_scale() > 1 ? SOAKED_SETTINGS : (uint64_t)soak_fewer(SETTINGS, 2);
    int passed[64] = {0};
    (void)state;
    for (const struct fr_pathfinder *const *each = fr_pathfinders; *each; each++) {
        const uint64_t count = fr_conformance_setting_count(*each);
        for (uint64_t i = 0; i < count && i < settings; i++) {
            struct fr_racer subject = {.pathfinder = *each};
            fr_conformance_setting(*each, fr_conformance_spread(count, i), &subject.options);
            fr_traits_of(*each, &subject.options, &subject.traits);
            plan.maps =
                (subject.traits.expected_faults ? 1 : (int)soak_fewer(MAPS, 4)) * soak_scale();
            for (int check = 0; check < fr_conformance_count(); check++)
                passed[check] += is_told(check) && passes(&subject, &plan, check);
        }
    }
    for (int check = 0; check < fr_conformance_count(); check++)
        assert_true(passed[check] > 0 || !is_told(check));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registry_is_in_order),
        cmocka_unit_test(every_back_end_conforms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
