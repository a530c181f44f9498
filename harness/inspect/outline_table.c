#include "harness/inspect/outline_table.h"

#include <stdio.h>
#include <string.h>

#include "harness/inspect/outline_facts.h"

void fr_outline_table_head(void)
{
    printf("| mask | size | walkable | corners | a megapixel | holes | median hole | pinholes | "
           "along the axes | at 45° | slanted | soft |\n"
           "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
}

/* "80 %", or "-" if whole is 0. */
static void print_share(double part, double whole)
{
    if (whole > 0)
        printf(" %.0f %% |", 100 * part / whole);
    else
        printf(" - |");
}

enum fr_status fr_outline_table_row(const struct fr_inspection *inspection,
                                    const struct fr_allocator *allocator, struct fr_error *error)
{
    const struct fr_health *health = &inspection->health;
    const struct fr_map *map = inspection->map;
    const char *slash = strrchr(inspection->spec, '/');
    const int64_t corners = health->corners + 2 * health->pinches;
    struct fr_outline_facts facts;
    const enum fr_status status = fr_outline_facts_find(map, allocator, &facts);
    if (status == FR_UNSUPPORTED)
        return fr_fail(error, status,
                       "%s: has edge walls; expected a mask without them for --outline",
                       inspection->spec);
    if (status != FR_OK)
        return fr_fail(error, status, "%s: not enough memory for its outline", inspection->spec);
    printf("| %s | %d x %d |", slash ? slash + 1 : inspection->spec, map->width, map->height);
    print_share((double)health->walkable, (double)health->pixels);
    printf(" %lld | %.0f | %u | %lld px | %u |", (long long)corners,
           1e6 * (double)corners / (double)health->pixels, facts.holes,
           (long long)facts.median_hole, facts.pinholes);
    print_share(facts.axial, facts.length);
    print_share(facts.diagonal, facts.length);
    print_share(facts.length - facts.axial - facts.diagonal, facts.length);
    printf(" %.2f |\n", facts.length > 0 ? (double)inspection->report.between / facts.length : 0.0);
    return FR_OK;
}
