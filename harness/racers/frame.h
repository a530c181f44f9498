/* A frame: a picture of 4 bytes per pixel. Each racer's process writes a frame before each played
 * query, as a game draws a frame between clicks. */
#ifndef FOOTRACE_HARNESS_RACERS_FRAME_H
#define FOOTRACE_HARNESS_RACERS_FRAME_H

#include <stddef.h>
#include <stdint.h>

#include "harness/base/arguments.h"
#include "harness/sandbox/sandbox.h"

#define FR_FRAME_WIDTH 1920
#define FR_FRAME_HEIGHT 1080

struct fr_frame {
    int width, height; /* 0: no frame is written */
    uint64_t *pixels;
    size_t bytes;
};

/* Creates the frame that --frame requests. FR_OK and a frame that the caller releases; or
 * FR_BAD_INPUT or FR_NO_MEMORY with `error` filled. */
FR_MUST_USE enum fr_status fr_frame_read(const struct fr_arguments *arguments,
                                         struct fr_frame *frame, struct fr_error *error);

/* Makes all sandboxes that use these rules write the frame. */
void fr_frame_use(const struct fr_frame *frame, struct fr_sandbox_rules *rules);

/* Does nothing for an all-zero frame. */
void fr_frame_release(struct fr_frame *frame);

#endif
