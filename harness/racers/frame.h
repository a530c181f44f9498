/* A frame: a picture of 4 bytes a pixel. Each racer's process writes one before a played call, as a
 * game draws one between two clicks. */
#ifndef FOOTRACE_HARNESS_RACERS_FRAME_H
#define FOOTRACE_HARNESS_RACERS_FRAME_H

#include <stddef.h>
#include <stdint.h>

#include "harness/base/arguments.h"
#include "harness/sandbox/sandbox.h"

#define FR_FRAME_WIDTH 1920
#define FR_FRAME_HEIGHT 1080

struct fr_frame {
    int width, height; /* 0: nothing is written */
    uint64_t *pixels;
    size_t bytes;
};

/* The frame that --frame asks for. FR_OK and a frame for the caller to release; or FR_BAD_INPUT or
 * FR_NO_MEMORY with error filled. */
FR_MUST_USE enum fr_status fr_frame_read(const struct fr_arguments *arguments,
                                         struct fr_frame *frame, struct fr_error *error);

/* Makes all sandboxes that use these rules write the frame. */
void fr_frame_use(const struct fr_frame *frame, struct fr_sandbox_rules *rules);

/* Accepts a frame of zero bytes. */
void fr_frame_release(struct fr_frame *frame);

#endif
