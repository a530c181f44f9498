#include "harness/answer/recommend_preference.h"

#include <string.h>

static const struct {
    const char *name, *help;
    enum fr_criterion criteria[5];
} preferences[FR_PREFERENCES] = {
    [FR_PREFER_LOOKS] =
        {"looks",
         "good-looking paths in time: no click over a frame (1/60 s), paths at most "
         "1 % longer than the shortest on average; of these, the fastest clicks",
         {FR_ON_LEGALITY, FR_ON_FRAMES, FR_ON_DETOUR, FR_ON_TIMES, FR_CRITERIA}},
    [FR_PREFER_SPEED] =
        {"speed",
         "the fastest clicks, compared click by click, whatever the paths look like",
         {FR_ON_LEGALITY, FR_ON_TIMES, FR_CRITERIA}},
    [FR_PREFER_LENGTH] = {"length",
                          "the shortest paths; of these, the fastest clicks",
                          {FR_ON_LEGALITY, FR_ON_LENGTH, FR_ON_TIMES, FR_CRITERIA}},
    [FR_PREFER_MEMORY] = {"memory",
                          "no click over a frame; of these, the least memory",
                          {FR_ON_LEGALITY, FR_ON_FRAMES, FR_ON_MEMORY, FR_ON_TIMES, FR_CRITERIA}},
    [FR_PREFER_DYNAMIC] = {"dynamic",
                           "the ground changes during play (gates, moving obstacles): the least "
                           "time for a change together with the click after it",
                           {FR_ON_LEGALITY, FR_ON_CHANGES, FR_ON_TIMES, FR_CRITERIA}},
};

const char *fr_preference_name(enum fr_preference preference)
{
    return preferences[preference].name;
}

const char *fr_preference_help(enum fr_preference preference)
{
    return preferences[preference].help;
}

const enum fr_criterion *fr_preference_criteria(enum fr_preference preference)
{
    return preferences[preference].criteria;
}

bool fr_preference_read(const char *word, enum fr_preference *preference)
{
    for (int i = 0; i < FR_PREFERENCES; i++)
        if (strcmp(word, preferences[i].name) == 0) {
            *preference = (enum fr_preference)i;
            return true;
        }
    return false;
}
