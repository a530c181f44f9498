/* When generation numbers run out, after four thousand million clicks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "algorithms/steps/generation.h"

static void marks_are_forgotten_when_numbers_run_out(void **state)
{
    enum { COUNT = 8 };
    uint32_t marks[COUNT] = {1, 7, UINT32_MAX, 4, 5, 6, 7, 8};
    (void)state;
    assert_int_equal(fr_next_generation(0, marks, COUNT, sizeof *marks), 1);
    assert_int_equal(fr_next_generation(UINT32_MAX - 1, marks, COUNT, sizeof *marks), UINT32_MAX);
    assert_int_equal(marks[1], 7);
    assert_int_equal(fr_next_generation(UINT32_MAX, marks, COUNT, sizeof *marks), 1);
    for (size_t i = 0; i < COUNT; i++)
        assert_int_equal(marks[i], 0);
    assert_int_equal(fr_next_generation(UINT32_MAX, NULL, 0, sizeof *marks), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(marks_are_forgotten_when_numbers_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
