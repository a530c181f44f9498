/* Formats figures with units for people. Each function returns text, "-" for an unknown value. */
#ifndef FOOTRACE_HARNESS_BASE_UNITS_H
#define FOOTRACE_HARNESS_BASE_UNITS_H

#include <stdint.h>

#define FR_UNIT_SIZE 24 /* bytes, enough for every text below */

/* Chooses "us" for microseconds if the locale is not UTF-8; without a call the unit is "µs". */
void fr_choose_units(void);

/* Prints UTF-8 text, right-aligned in this many columns. */
void fr_print_right(const char *text, int columns);

/* "184 ns", "12.4 µs", "3.21 ms", "1.50 s"; NAN: unknown. */
const char *fr_format_time(double ns, char text[FR_UNIT_SIZE]);

/* "512 B", "18.2 kB", "1.50 MB", "3.21 GB"; negative: unknown. */
const char *fr_format_bytes(int64_t bytes, char text[FR_UNIT_SIZE]);

/* "264,726"; negative: unknown. */
const char *fr_format_count(int64_t count, char text[FR_UNIT_SIZE]);

/* "184.34 px"; NAN: unknown. */
const char *fr_format_length(double pixels, char text[FR_UNIT_SIZE]);

#endif
