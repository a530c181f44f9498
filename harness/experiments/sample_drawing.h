/* Drawings of a given number of corners: what a visibility graph's cost goes by. */
#ifndef FOOTRACE_HARNESS_EXPERIMENTS_SAMPLE_DRAWING_H
#define FOOTRACE_HARNESS_EXPERIMENTS_SAMPLE_DRAWING_H

#include <stdbool.h>
#include <stdio.h>

/* Writes a room of 1920 x 1080 pixels in footrace-polygon/1 with so many corners that a path may
 * turn at, at least 24: a floor with a corner in each of twelve notches, and decagons on a lattice
 * for the rest, the last one with fewer vertices. False when the file cannot be written. */
bool fr_sample_drawing(FILE *file, int corners);

#endif
