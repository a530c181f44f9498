// The same game in C++: the walker is released with its owner.
#include <cstdint>
#include <iomanip>
#include <iostream>
#include <memory>
#include <vector>

#include <footrace.h>

int main()
{
    const std::vector<std::uint8_t> room = {1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0,
                                            0, 0, 2, 1, 0, 1, 1, 1, 1, 1};
    const fr_mask mask = {room.data(), 7, 3, 0, FR_MASK_BYTES};
    const fr_spot hero = {0, 2}, click = {2, 2};
    fr_walker *made = nullptr;
    if (fr_walker_from_mask(&mask, nullptr, nullptr, nullptr, &made) != FR_WALKER_OK)
        return 1;
    const std::unique_ptr<fr_walker, void (*)(fr_walker *)> walker(made, fr_walker_release);
    std::vector<fr_spot> path(64);
    fr_walk walk;
    if (fr_walker_find(made, hero, click, path.data(), path.size(), &walk) == FR_WALKER_OK)
        for (std::size_t i = 0; i < walk.count; i++)
            std::cout << std::fixed << std::setprecision(1) << "walk to " << path[i].x << ","
                      << path[i].y << "\n";
    fr_walker_open(made, 2, false); // the gate closes
    std::cout << fr_walker_status_text(fr_walker_find(made, hero, click, path.data(), 64, &walk))
              << "\n";
}
