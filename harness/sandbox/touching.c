#define _GNU_SOURCE /* dl_iterate_phdr */

#include "harness/sandbox/touching.h"

#include <link.h>

/* The smallest page size of any system; touching a larger page more than once is harmless. */
enum { PAGE = 4096 };

static void *allocate(void *context, size_t bytes)
{
    const struct fr_touching_allocator *touching = context;
    void *block = touching->inner->allocate(touching->inner->context, bytes);
    volatile char *touched = block;
    for (size_t i = 0; block && i < bytes; i += PAGE)
        touched[i] = 0;
    if (block && bytes > 0)
        touched[bytes - 1] = 0;
    return block;
}

static void deallocate(void *context, void *block, size_t bytes)
{
    const struct fr_touching_allocator *touching = context;
    touching->inner->deallocate(touching->inner->context, block, bytes);
}

void fr_touching_allocator_init(struct fr_touching_allocator *touching,
                                const struct fr_allocator *inner)
{
    *touching = (struct fr_touching_allocator){{allocate, deallocate, touching}, inner};
}

static int touch_object(struct dl_phdr_info *object, size_t size, void *context)
{
    (void)size;
    (void)context;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        const volatile char *code = (const char *)(object->dlpi_addr + part->p_vaddr);
        if (part->p_type != PT_LOAD || !(part->p_flags & PF_X) || !(part->p_flags & PF_R))
            continue;
        for (size_t at = 0; at < part->p_filesz; at += PAGE)
            (void)code[at];
    }
    return 0;
}

void fr_touch_code(void)
{
    (void)dl_iterate_phdr(touch_object, NULL);
}
