#include "algorithms/steps/smooth.h"

#include "maps/geometry/line_of_sight.h"

const struct fr_option fr_smooth_only[1] = {FR_SMOOTH_OPTION};

static enum fr_status create(struct fr_head *head)
{
    struct fr_smoother *smoother = fr_allocate(head->allocator, 1, sizeof *smoother);
    if (!smoother)
        return FR_NO_MEMORY;
    *smoother = (struct fr_smoother){.sight = {.map = head->map, .clear = fr_line_of_sight}};
    head->smoother = smoother;
    return FR_OK;
}

static enum fr_outcome smooth(struct fr_head *head, const struct fr_probe *probe,
                              struct fr_path *path)
{
    struct fr_smoother *smoother = head->smoother;
    fr_probe_enter(probe, FR_PHASE_SMOOTH);
    fr_simplify(path);
    smoother->sight.checks = 0;
    fr_beautify(path, &smoother->sight);
    fr_beautify_reverse(path, &smoother->sight);
    head->stats.sight_checks += smoother->sight.checks;
    return FR_FOUND;
}

static void release(struct fr_head *head)
{
    fr_deallocate(head->allocator, head->smoother, 1, sizeof *head->smoother);
}

const struct fr_smoothing fr_smoothing = {create, smooth, release};
