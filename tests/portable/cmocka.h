/* As much of cmocka as the tests of the library use, without its library: they run where only a
 * compiler and a C library are. The first fault ends the program. */
#ifndef FOOTRACE_TESTS_PORTABLE_CMOCKA_H
#define FOOTRACE_TESTS_PORTABLE_CMOCKA_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct CMUnitTest {
    const char *name;
    void (*run)(void **state);
};

#define cmocka_unit_test(function)                                                                 \
    {                                                                                              \
#function, function                                                                        \
    }

#define print_message(...) printf(__VA_ARGS__)
#define print_error(...) fprintf(stderr, __VA_ARGS__)

#define fail_msg(...)                                                                              \
    (fprintf(stderr, "%s:%d: ", __FILE__, __LINE__), fprintf(stderr, __VA_ARGS__),                 \
     fprintf(stderr, "\n"), exit(1))
#define fail() fail_msg("failed")
#define skip() exit(77)

#define assert_true(condition) ((condition) ? (void)0 : fail_msg("%s", #condition))
#define assert_false(condition) assert_true(!(condition))
#define assert_non_null(pointer) assert_true((pointer) != NULL)
#define assert_null(pointer) assert_true((pointer) == NULL)
#define assert_ptr_equal(a, b) assert_true((const void *)(a) == (const void *)(b))
#define assert_ptr_not_equal(a, b) assert_true((const void *)(a) != (const void *)(b))
#define assert_int_equal(a, b)                                                                     \
    compare_integers((long long)(a), (long long)(b), 1, __FILE__, __LINE__)
#define assert_int_not_equal(a, b)                                                                 \
    compare_integers((long long)(a), (long long)(b), 0, __FILE__, __LINE__)
#define assert_in_range(value, low, high)                                                          \
    assert_true((long long)(value) >= (long long)(low) && (long long)(value) <= (long long)(high))
#define assert_string_equal(a, b) compare_texts((a), (b), 1, __FILE__, __LINE__)
#define assert_string_not_equal(a, b) compare_texts((a), (b), 0, __FILE__, __LINE__)
#define assert_memory_equal(a, b, size) assert_true(memcmp((a), (b), (size)) == 0)

static inline void compare_integers(long long a, long long b, int equal, const char *file, int line)
{
    if ((a == b) == equal)
        return;
    fprintf(stderr, "%s:%d: %lld %s %lld\n", file, line, a, equal ? "!=" : "==", b);
    exit(1);
}

static inline void compare_texts(const char *a, const char *b, int equal, const char *file,
                                 int line)
{
    if ((strcmp(a, b) == 0) == equal)
        return;
    fprintf(stderr, "%s:%d: '%s' %s '%s'\n", file, line, a, equal ? "!=" : "==", b);
    exit(1);
}

#define cmocka_run_group_tests(tests, before, after)                                               \
    run_tests(tests, sizeof(tests) / sizeof *(tests), before, after)

static inline int run_tests(const struct CMUnitTest *tests, size_t count, int (*before)(void **),
                            int (*after)(void **))
{
    void *state = NULL;
    if (before && before(&state) != 0)
        return 1;
    for (size_t i = 0; i < count; i++)
        tests[i].run(&state);
    return after && after(&state) != 0 ? 1 : 0;
}

#endif
