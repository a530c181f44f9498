/* What a test prints on stdout, kept for it. */
#ifndef FOOTRACE_TESTS_HARNESS_ANSWER_PRINTED_H
#define FOOTRACE_TESTS_HARNESS_ANSWER_PRINTED_H

#include <stdio.h>
#include <unistd.h>

#include <cmocka.h>

struct printing {
    FILE *file;
    int terminal;
};

static inline void begin_printing(struct printing *printing)
{
    fflush(stdout);
    printing->file = tmpfile();
    assert_non_null(printing->file);
    printing->terminal = dup(STDOUT_FILENO);
    assert_true(printing->terminal >= 0 && dup2(fileno(printing->file), STDOUT_FILENO) >= 0);
}

static inline void end_printing(struct printing *printing, char *text, size_t size)
{
    fflush(stdout);
    assert_true(dup2(printing->terminal, STDOUT_FILENO) >= 0);
    close(printing->terminal);
    rewind(printing->file);
    text[fread(text, 1, size - 1, printing->file)] = '\0';
    fclose(printing->file);
}

#endif
