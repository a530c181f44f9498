#include "harness/sandbox/reply.h"

const char *fr_outcome_name(const struct fr_reply *reply)
{
    static const char *const outcomes[] = {[FR_FOUND] = "found",
                                           [FR_UNREACHABLE] = "unreachable",
                                           [FR_LIMIT] = "limit",
                                           [FR_NONE] = "none",
                                           [FR_OUT_OF_MEMORY] = "memory"};
    static const char *const fates[] = {[FR_FATE_UNSUPPORTED] = "unsupported",
                                        [FR_FATE_TIMEOUT] = "timeout",
                                        [FR_FATE_CRASH] = "crash",
                                        [FR_FATE_MEMORY] = "memory",
                                        [FR_FATE_LOST] = "lost",
                                        [FR_FATE_STOPPED] = "stopped"};
    return reply->fate == FR_FATE_ANSWERED ? outcomes[reply->answer.outcome] : fates[reply->fate];
}
