#include "harness/results/row_key.h"

#include <inttypes.h>
#include <stdio.h>

struct fr_row_key fr_row_key_of(const struct fr_row *row)
{
    switch (row->kind) {
    case FR_ROW_MAP:
        return (struct fr_row_key){row->map.map, "", "", 0, 0};
    case FR_ROW_PREPARE:
        return (struct fr_row_key){row->prepare.map, "", row->prepare.algo, 0, row->prepare.round};
    case FR_ROW_CLICK:
        return (struct fr_row_key){row->click.map, row->click.clicks, row->click.algo,
                                   row->click.click, 0};
    case FR_ROW_PATH:
        return (struct fr_row_key){row->path.map, row->path.clicks, row->path.algo, row->path.click,
                                   0};
    case FR_ROW_UPDATE:
        return (struct fr_row_key){row->update.map, row->update.clicks, row->update.algo,
                                   row->update.click, row->update.round};
    case FR_ROW_ANCHOR:
        return (struct fr_row_key){row->anchor.map, row->anchor.clicks, "", 0, 0};
    default:
        return (struct fr_row_key){"", "", "", 0, 0};
    }
}

void fr_row_key_spell(char text[FR_ROW_KEY_SIZE], const char *kind, const struct fr_row_key *key)
{
    snprintf(text, FR_ROW_KEY_SIZE, "%s\n%s\n%s\n%s\n%" PRId64 "\n%" PRId64, kind, key->map,
             key->clicks, key->algo, key->click, key->round);
}
