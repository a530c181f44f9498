/* A room in SDL2: click, and the figure walks there; space opens and closes the gate, the right
 * button puts a crate down.
 *
 *     cc room_sdl.c -o room $(pkg-config --cflags --libs sdl2 footrace)
 *
 * room --script plays three clicks by itself and says where the figure came to a stop; with
 * SDL_VIDEODRIVER=dummy it needs no screen. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <SDL.h>
#include <footrace.h>

enum { WIDTH = 640, HEIGHT = 360, MOST = 256, CRATE = 24, GATE = 2 };

static const float speed = 240; /* pixels a second */

struct game {
    struct fr_walker *walker;
    Uint8 room[HEIGHT][WIDTH]; /* area ids, as the walker has them */
    struct fr_spot hero, path[MOST];
    size_t next, count; /* spots of the path: where the hero goes next, and all */
    bool open, quit;
};

static void fill(struct game *game, int x, int y, int width, int height, Uint8 area)
{
    for (int row = y; row < y + height; row++)
        memset(&game->room[row][x], area, (size_t)width);
}

/* Two chambers, a door with a gate between them, and pillars. */
static bool build(struct game *game)
{
    fill(game, 0, 0, WIDTH, HEIGHT, 1);
    fill(game, 300, 0, 20, HEIGHT, 0);
    fill(game, 300, 150, 20, 60, GATE);
    for (int i = 0; i < 4; i++)
        fill(game, 80 + 130 * i, i % 2 ? 60 : 200, 50, 90, 0);
    const struct fr_mask mask = {game->room, WIDTH, HEIGHT, 0, FR_MASK_BYTES};
    char message[FR_WALKER_MESSAGE] = "";
    const enum fr_walker_status status =
        fr_walker_from_mask(&mask, NULL, NULL, message, &game->walker);
    if (status != FR_WALKER_OK)
        fprintf(stderr, "room: %s %s\n", fr_walker_status_text(status), message);
    return status == FR_WALKER_OK;
}

/* If the click is unreachable, the hero walks to the nearest reachable spot. */
static void go(struct game *game, struct fr_spot to)
{
    struct fr_walk walk;
    enum fr_walker_status status =
        fr_walker_find(game->walker, game->hero, to, game->path, MOST, &walk);
    if (status == FR_WALKER_UNREACHABLE &&
        fr_walker_closest(game->walker, game->hero, to, &to) == FR_WALKER_OK)
        status = fr_walker_find(game->walker, game->hero, to, game->path, MOST, &walk);
    game->next = 0;
    game->count = status == FR_WALKER_OK ? walk.count : 0;
}

static void walk_on(struct game *game, float seconds)
{
    float left = speed * seconds;
    while (left > 0 && game->next < game->count) {
        const struct fr_spot goal = game->path[game->next];
        const float x = goal.x - game->hero.x, y = goal.y - game->hero.y;
        const float away = sqrtf(x * x + y * y), part = away > left ? left / away : 1;
        game->hero.x += x * part;
        game->hero.y += y * part;
        left -= away;
        game->next += part == 1;
    }
}

static void react(struct game *game, const SDL_Event *event)
{
    const struct fr_spot at = {(float)event->button.x, (float)event->button.y};
    if (event->type == SDL_QUIT)
        game->quit = true;
    if (event->type == SDL_KEYDOWN && event->key.keysym.sym == SDLK_SPACE) {
        game->open = !game->open;
        fr_walker_open(game->walker, GATE, game->open);
    }
    if (event->type == SDL_MOUSEBUTTONDOWN && event->button.button == SDL_BUTTON_LEFT)
        go(game, at);
    if (event->type == SDL_MOUSEBUTTONDOWN && event->button.button == SDL_BUTTON_RIGHT)
        fr_walker_block(game->walker, (int)at.x, (int)at.y, CRATE, CRATE, true);
}

static Uint32 colour_at(const struct game *game, int x, int y)
{
    const struct fr_spot spot = {(float)x, (float)y};
    if (fr_walker_walkable(game->walker, spot))
        return game->room[y][x] == GATE ? 0xFF9AB87A : 0xFFD8D0C0;
    return game->room[y][x] == GATE ? 0xFF7A3B2E : 0xFF38404A;
}

static void draw(const struct game *game, SDL_Surface *screen)
{
    for (int y = 0; y < screen->h && y < HEIGHT; y++) {
        Uint32 *row = (Uint32 *)((Uint8 *)screen->pixels + y * screen->pitch);
        for (int x = 0; x < screen->w && x < WIDTH; x++)
            row[x] = colour_at(game, x, y);
    }
    const SDL_Rect hero = {(int)game->hero.x - 4, (int)game->hero.y - 12, 8, 16};
    SDL_FillRect(screen, &hero, 0xFFC0392B);
}

/* The clicks of --script: each comes when the figure has stopped. */
static bool play(struct game *game, int step)
{
    static const struct fr_spot clicks[] = {{600, 20}, {600, 20}, {-50, 400}};
    if (step > 0)
        printf("stopped at %.1f,%.1f\n", (double)game->hero.x, (double)game->hero.y);
    if (step == (int)(sizeof clicks / sizeof *clicks))
        return false;
    SDL_Event event = {.type = SDL_KEYDOWN};
    event.key.keysym.sym = SDLK_SPACE;
    if (step == 1)
        SDL_PushEvent(&event);
    event = (SDL_Event){.type = SDL_MOUSEBUTTONDOWN};
    event.button.button = SDL_BUTTON_LEFT;
    event.button.x = (Sint32)clicks[step].x;
    event.button.y = (Sint32)clicks[step].y;
    SDL_PushEvent(&event);
    return true;
}

static void run(struct game *game, SDL_Window *window, bool scripted)
{
    SDL_Surface *canvas =
        SDL_CreateRGBSurfaceWithFormat(0, WIDTH, HEIGHT, 32, SDL_PIXELFORMAT_ARGB8888);
    for (int step = 0; canvas && !game->quit;) {
        SDL_Event event;
        if (scripted && game->next == game->count && !play(game, step++))
            game->quit = true;
        while (SDL_PollEvent(&event))
            react(game, &event);
        walk_on(game, 1 / 60.0F);
        draw(game, canvas);
        SDL_BlitSurface(canvas, NULL, SDL_GetWindowSurface(window), NULL);
        SDL_UpdateWindowSurface(window);
        if (!scripted)
            SDL_Delay(16);
    }
    SDL_FreeSurface(canvas);
}

int main(int count, char **arguments)
{
    static struct game game = {.hero = {40, 320}};
    const bool scripted = count > 1 && strcmp(arguments[1], "--script") == 0;
    if (SDL_Init(SDL_INIT_VIDEO) != 0) {
        fprintf(stderr, "room: %s\n", SDL_GetError());
        return 1;
    }
    SDL_Window *window = SDL_CreateWindow("Footrace", SDL_WINDOWPOS_CENTERED,
                                          SDL_WINDOWPOS_CENTERED, WIDTH, HEIGHT, 0);
    const bool ready = window && build(&game);
    if (ready) {
        fr_walker_open(game.walker, GATE, false);
        run(&game, window, scripted);
    }
    fr_walker_release(game.walker);
    SDL_DestroyWindow(window);
    SDL_Quit();
    return ready ? 0 : 1;
}
