/* The library as an entry to the classic and any-angle tracks, whose kit's Entry.h is on the include path.
 * FOOTRACE_ENTRY names the back end. In the any-angle track an end is the upper left corner of its pixel, where paths of
 * the library start in the middle: the path walks from the corner to the middle, and at the goal back. */
#include <cstdlib>
#include <limits>
#include <memory>
#include <stdexcept>

#include "Entry.h"
#include "footrace.h"

namespace {

using number = decltype(xyLoc::x);
constexpr bool any_angle = !std::numeric_limits<number>::is_integer;

struct release {
    void operator()(fr_walker *walker) const
    {
        fr_walker_release(walker);
    }
};

fr_spot spot(xyLoc at)
{
    return {static_cast<float>(at.x), static_cast<float>(at.y)};
}

} // namespace

std::string GetName()
{
    const char *name = std::getenv("FOOTRACE_ENTRY");
    return name ? name : any_angle ? "polyanya" : "jps";
}

void PreprocessMap(const std::vector<bool> &, int, int, const std::string &)
{
}

void *PrepareForSearch(const std::vector<bool> &bits, int width, int height, const std::string &)
{
    const std::vector<unsigned char> pixels(bits.begin(), bits.end());
    const fr_mask mask = {pixels.data(), width, height, 0, FR_MASK_BYTES};
    fr_walker *walker = nullptr;
    if (fr_walker_from_mask(&mask, GetName().c_str(), nullptr, nullptr, &walker) != FR_WALKER_OK)
        throw std::runtime_error("the library has no such back end, or no memory");
    std::unique_ptr<fr_walker, release> owner(walker);
    if (fr_walker_prepare(walker) != FR_WALKER_OK)
        throw std::runtime_error("the back end cannot take this map");
    return owner.release();
}

bool GetPath(void *data, xyLoc start, xyLoc goal, std::vector<xyLoc> &path)
{
    static std::vector<fr_spot> spots;
    fr_walker *walker = static_cast<fr_walker *>(data);
    fr_walk walk = {};
    path.clear();
    const fr_walker_status status =
        fr_walker_find(walker, spot(start), spot(goal), nullptr, 0, &walk);
    if ((status != FR_WALKER_OK && status != FR_WALKER_LONG_PATH) || (any_angle && walk.count == 1))
        return true;
    spots.resize(walk.count);
    fr_walker_path(walker, 0, spots.data(), walk.count);
    if (any_angle)
        path.push_back(start);
    for (const fr_spot &one : spots)
        path.push_back({static_cast<number>(one.x), static_cast<number>(one.y)});
    if (any_angle)
        path.push_back(goal);
    return true;
}
