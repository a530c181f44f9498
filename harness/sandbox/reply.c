#include "harness/sandbox/reply.h"

#include <math.h>

double fr_load_ns(double ns, double ns_first)
{
    return ns + (isnan(ns_first) ? 0 : ns_first);
}

double fr_load_saved_ns(const struct fr_reply *prepared)
{
    if (prepared->saved_bytes < 0)
        return (double)NAN;
    return fr_load_ns(prepared->saved_bytes > 0 ? prepared->ns_load : prepared->ns,
                      prepared->ns_first);
}

const char *fr_outcome_name(const struct fr_reply *reply)
{
    static const char *const outcomes[] = {[FR_FOUND] = "found",
                                           [FR_UNREACHABLE] = "unreachable",
                                           [FR_LIMIT] = "limit",
                                           [FR_NONE] = "none",
                                           [FR_OUT_OF_MEMORY] = "memory"};
    static const char *const statuses[] = {[FR_REPLY_UNSUPPORTED] = "unsupported",
                                           [FR_REPLY_TIMEOUT] = "timeout",
                                           [FR_REPLY_CRASH] = "crash",
                                           [FR_REPLY_MEMORY] = "memory",
                                           [FR_REPLY_LOST] = "lost",
                                           [FR_REPLY_STOPPED] = "stopped"};
    return reply->status == FR_REPLY_ANSWERED ? outcomes[reply->answer.outcome]
                                              : statuses[reply->status];
}
