// A room with two chambers, a gate between them, pillars and a crate. It is the same in each language.
#include <cstdint>
#include <cstdio>
#include <memory>
#include <vector>

#include <footrace.h>

constexpr int width = 640, height = 360, gate = 2;

using Room = std::unique_ptr<fr_walker, void (*)(fr_walker *)>;

static Room enter()
{
    std::vector<std::uint8_t> mask(width * height, 1);
    const auto fill = [&](int x, int y, int columns, int rows, std::uint8_t area) {
        for (int row = y; row < y + rows; row++)
            for (int column = x; column < x + columns; column++)
                mask[static_cast<std::size_t>(row * width + column)] = area;
    };
    fill(300, 0, 20, height, 0);
    fill(300, 150, 20, 60, gate);
    for (int i = 0; i < 4; i++)
        fill(80 + 130 * i, i % 2 ? 60 : 200, 50, 90, 0);
    const fr_mask picture = {mask.data(), width, height, 0, FR_MASK_BYTES};
    fr_walker *made = nullptr, *hero = nullptr;
    if (fr_walker_from_mask(&picture, nullptr, nullptr, nullptr, &made) == FR_WALKER_OK) {
        const Room point(made, fr_walker_release);
        fr_walker_with_radius(made, 6, &hero);
    }
    return Room(hero, fr_walker_release);
}

// Where no way leads, as near as there is one; 4 pixels a frame.
static fr_spot go(fr_walker *room, fr_spot from, fr_spot to)
{
    fr_walk walk = {};
    fr_position at = {};
    if (fr_walker_find(room, from, to, nullptr, 0, &walk) == FR_WALKER_UNREACHABLE &&
        fr_walker_closest(room, from, to, &to) == FR_WALKER_OK)
        fr_walker_find(room, from, to, nullptr, 0, &walk);
    std::vector<fr_spot> path(walk.count);
    fr_walker_path(room, 0, path.data(), path.size());
    std::printf("%.2f pixels:", walk.length);
    for (const fr_spot &spot : path)
        std::printf(" %.1f,%.1f", static_cast<double>(spot.x), static_cast<double>(spot.y));
    std::printf("\n");
    while (!at.arrived && fr_walker_advance(room, 4, &at) == FR_WALKER_OK)
        continue; // draw the hero at at.spot, facing at.facing
    return at.spot;
}

int main()
{
    const Room room = enter();
    if (!room)
        return 1;
    fr_walker_open(room.get(), gate, false);
    fr_spot hero = go(room.get(), {40, 320}, {600, 20});
    fr_walker_open(room.get(), gate, true);
    hero = go(room.get(), hero, {600, 20});
    fr_walker_block(room.get(), 330, 160, 24, 24, true);
    hero = go(room.get(), hero, {100, 330});
    go(room.get(), hero, {-50, 400});
}
