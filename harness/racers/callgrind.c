#include "harness/racers/callgrind.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void fr_callgrind_version(char *version, size_t size)
{
    version[0] = '\0';
    FILE *answer = popen("valgrind --version 2>/dev/null", "r");
    if (!answer)
        return;
    if (!fgets(version, (int)size, answer))
        version[0] = '\0';
    version[strcspn(version, "\n")] = '\0';
    pclose(answer);
}

/* Callgrind counts only inside the function, and writes the count whenever it returns. */
void fr_callgrind_use(struct fr_callgrind *callgrind, const char *file,
                      struct fr_executable *executable)
{
    snprintf(callgrind->file, sizeof callgrind->file, "%s", file);
    snprintf(callgrind->option, sizeof callgrind->option, "--callgrind-out-file=%s", file);
    const char *const words[] = {"valgrind",
                                 "--quiet",
                                 "--tool=callgrind",
                                 "--toggle-collect=fr_counted_find",
                                 "--dump-after=fr_counted_find",
                                 "--combine-dumps=yes",
                                 "--vgdb=no",
                                 callgrind->option,
                                 NULL};
    memcpy(executable->front, words, sizeof words);
}

enum fr_status fr_callgrind_read(const char *file, int64_t *counts, size_t most, size_t *count,
                                 struct fr_error *error)
{
    char line[512];
    bool triggered = false;
    *count = 0;
    FILE *dumps = fopen(file, "r");
    if (!dumps)
        return fr_fail(error, fr_status_of(errno), "%s: %s; expected callgrind's counts", file,
                       strerror(errno));
    while (*count < most && fgets(line, sizeof line, dumps)) {
        int64_t instructions;
        if (strncmp(line, "desc: Trigger: --dump-after=", 28) == 0)
            triggered = true;
        else if (triggered && sscanf(line, "summary: %" SCNd64, &instructions) == 1) {
            counts[(*count)++] = instructions;
            triggered = false;
        }
    }
    fclose(dumps);
    return FR_OK;
}
