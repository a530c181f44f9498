/* Writes the table of fields as results/schema.json. */
#include <stdio.h>

#include "harness/results/row.h"

int main(void)
{
    struct fr_text text = {.allocator = &fr_default_allocator};
    fr_row_spell_schema(&text);
    const bool written = !text.no_memory && fwrite(text.bytes, 1, text.size, stdout) == text.size;
    fr_text_release(&text);
    return !written;
}
