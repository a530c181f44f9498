/* An entry to the classic track, in C++, behind the interface of gppc.h: its Entry.h is on the include path. It knows no
 * changes, and is prepared again for each. */
#include <list>
#include <string>
#include <vector>

#include "Entry.h"
#include "gppc.h"

namespace {

struct entry {
    gppc_patch map;
    std::string file;
    std::list<std::vector<bool>> maps; /* of now and of before: an entry may keep a reference */
    void *data;
    std::vector<xyLoc> path;
    std::vector<gppc_point> points;
};

std::vector<bool> bits(const gppc_patch &map)
{
    std::vector<bool> all(static_cast<std::size_t>(map.width) * map.height);
    for (std::size_t i = 0; i < all.size(); i++)
        all[i] = map.bitarray[i / 8] >> i % 8 & 1;
    return all;
}

} // namespace

const char *gppc_get_name(void)
{
    static const std::string name = GetName();
    return name.c_str();
}

void gppc_preprocess_init_map(gppc_patch map, const char *file)
{
    PreprocessMap(bits(map), map.width, map.height, file);
}

/* The track has no call that releases what was prepared. */
void gppc_map_change(void *data, const gppc_patch *, uint32_t)
{
    entry *known = static_cast<entry *>(data);
    known->maps.push_back(bits(known->map));
    known->data =
        PrepareForSearch(known->maps.back(), known->map.width, known->map.height, known->file);
}

void *gppc_search_init(gppc_patch map, const char *file)
{
    entry *known = new entry{map, file, {}, nullptr, {}, {}};
    gppc_map_change(known, nullptr, 0);
    return known;
}

gppc_path gppc_get_path(void *data, gppc_point start, gppc_point goal)
{
    entry *known = static_cast<entry *>(data);
    known->path.clear();
    xyLoc from = {}, to = {};
    from.x = static_cast<decltype(from.x)>(start.x),
    from.y = static_cast<decltype(from.y)>(start.y);
    to.x = static_cast<decltype(to.x)>(goal.x), to.y = static_cast<decltype(to.y)>(goal.y);
    while (!GetPath(known->data, from, to, known->path)) {
    }
    known->points.clear();
    for (const xyLoc &one : known->path)
        known->points.push_back({static_cast<uint16_t>(one.x), static_cast<uint16_t>(one.y)});
    return {known->points.data(), static_cast<uint32_t>(known->points.size()), 0};
}

void gppc_free_data(void *data)
{
    delete static_cast<entry *>(data);
}
