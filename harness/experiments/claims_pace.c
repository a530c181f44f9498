#include "harness/experiments/claims_pace.h"

#include "harness/base/clock.h"
#include "harness/racers/anchor.h"
#include "maps/allocator.h"
#include "maps/path.h"

/* A call on the machine on which the experiments' seconds were measured. */
#define REFERENCE_NS 15000.0

#define LONG_ENOUGH_NS 5e8

double fr_claims_pace(void)
{
    const struct fr_point here = {1, 1};
    struct fr_state *state;
    struct fr_path path;
    enum fr_outcome outcome = FR_NONE;
    double calls = 0, elapsed = 0;
    if (fr_anchor.prepare(NULL, NULL, &fr_default_allocator, &state) != FR_OK)
        return 1;
    fr_path_init(&path, &fr_default_allocator);
    const uint64_t begin = fr_clock_ns();
    for (; elapsed < LONG_ENOUGH_NS && outcome == FR_NONE; calls++) {
        outcome = fr_anchor.find(state, here, here, NULL, &path);
        elapsed = (double)(fr_clock_ns() - begin);
    }
    fr_path_release(&path);
    fr_anchor.release(state);
    return elapsed / calls / REFERENCE_NS;
}
