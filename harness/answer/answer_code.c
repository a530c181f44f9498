#include "harness/answer/answer.h"

void fr_answer_code(const struct fr_final_answer *answer, char text[FR_GAME_CODE])
{
    const int chosen = answer->chosen;
    const struct fr_evidence_course *course = answer->evidence->courses;
    *text = '\0';
    if (chosen < 0 || !answer->evidence->racers.at[chosen].pathfinder)
        return;
    const struct fr_game game = {fr_answer_ship(answer), course->file, course->reading, NULL};
    fr_game_code(&game, text);
}
