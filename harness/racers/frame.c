#include "harness/racers/frame.h"

#include <stdlib.h>
#include <string.h>

enum { BYTES_PER_PIXEL = 4, MOST_PIXELS = 1 << 14 };

/* Touches the pages before any child is forked. */
static enum fr_status create(struct fr_frame *frame, struct fr_error *error)
{
    frame->bytes = (size_t)frame->width * (size_t)frame->height * BYTES_PER_PIXEL;
    if (frame->bytes == 0)
        return FR_OK;
    frame->pixels = malloc(frame->bytes);
    if (!frame->pixels)
        return fr_fail(error, FR_NO_MEMORY, "not enough memory for a frame of %d x %d pixels",
                       frame->width, frame->height);
    memset(frame->pixels, 1, frame->bytes);
    return FR_OK;
}

enum fr_status fr_frame_read(const struct fr_arguments *arguments, struct fr_frame *frame,
                             struct fr_error *error)
{
    int64_t width = FR_FRAME_WIDTH, height = FR_FRAME_HEIGHT;
    if (fr_argument(arguments, "frame", 0)) {
        const enum fr_status status =
            fr_argument_pair(arguments, "frame", 'x', &width, &height, error);
        if (status != FR_OK)
            return status;
    }
    if (width < 0 || height < 0 || width > MOST_PIXELS || height > MOST_PIXELS)
        return fr_fail(error, FR_BAD_INPUT, "--frame: '%s' found, expected 0x0 to %dx%d",
                       fr_argument(arguments, "frame", 0), MOST_PIXELS, MOST_PIXELS);
    *frame = (struct fr_frame){.width = (int)width, .height = (int)height};
    return create(frame, error);
}

void fr_frame_use(const struct fr_frame *frame, struct fr_sandbox_rules *rules)
{
    rules->frame = frame->pixels;
    rules->frame_bytes = frame->bytes;
}

void fr_frame_release(struct fr_frame *frame)
{
    free(frame->pixels);
    *frame = (struct fr_frame){0};
}
