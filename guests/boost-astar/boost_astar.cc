// Boost.Graph's A* as a guest (Boost licence; Debian libboost-graph-dev): a compressed sparse row graph of the walkable
// pixels, in eight directions without cutting corners, and the octile distance as its heuristic. Each query makes its maps of
// costs and predecessors, and stops at the goal by an exception, as the library's own example does.
#include <boost/graph/astar_search.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>

#include <cmath>
#include <new>
#include <utility>
#include <vector>

extern "C" {
#include "algorithms/plugin.h"
}

namespace {

struct Cost {
    float length;
};
using Graph = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, Cost>;
using Vertex = boost::graph_traits<Graph>::vertex_descriptor;

} // namespace

struct fr_state {
    const fr_map *map;
    Graph graph;
    std::vector<int32_t> numbers; // of pixels; -1: blocked
    std::vector<fr_pixel> pixels; // of numbers
};

namespace {

struct Found {};

struct Octile : boost::astar_heuristic<Graph, float> {
    const std::vector<fr_pixel> &pixels;
    fr_pixel goal;
    Octile(const std::vector<fr_pixel> &all, fr_pixel to) : pixels(all), goal(to) {}
    float operator()(Vertex vertex) const
    {
        const int dx = std::abs(pixels[vertex].x - goal.x), dy = std::abs(pixels[vertex].y - goal.y);
        return static_cast<float>(std::max(dx, dy)) + (std::sqrt(2.0f) - 1) * static_cast<float>(std::min(dx, dy));
    }
};

struct Stop : boost::default_astar_visitor {
    Vertex goal;
    explicit Stop(Vertex to) : goal(to) {}
    void examine_vertex(Vertex vertex, const Graph &) const
    {
        if (vertex == goal)
            throw Found();
    }
};

void describe(const fr_option_values *, fr_traits *traits)
{
    *traits = fr_traits{FR_GRID8, FR_OPTIMAL_NONE, false, false, false};
}

void build(fr_state &state, const fr_map *map)
{
    std::vector<std::pair<int32_t, int32_t>> edges;
    std::vector<Cost> costs;
    state.map = map;
    for (int y = 0; y < map->height; y++)
        for (int x = 0; x < map->width; x++) {
            const bool walkable = fr_map_walkable(map, x, y);
            state.numbers.push_back(walkable ? static_cast<int32_t>(state.pixels.size()) : -1);
            if (walkable)
                state.pixels.push_back({x, y});
        }
    for (const fr_pixel at : state.pixels)
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                if ((dx == 0 && dy == 0) || !fr_map_walkable(map, at.x + dx, at.y + dy) ||
                    !fr_map_walkable(map, at.x + dx, at.y) || !fr_map_walkable(map, at.x, at.y + dy))
                    continue;
                edges.push_back({state.numbers[static_cast<size_t>(at.y * map->width + at.x)],
                                 state.numbers[static_cast<size_t>((at.y + dy) * map->width + at.x + dx)]});
                costs.push_back({dx && dy ? std::sqrt(2.0f) : 1.0f});
            }
    state.graph = Graph(boost::edges_are_sorted, edges.begin(), edges.end(), costs.begin(), state.pixels.size());
}

fr_status prepare(const fr_map *map, const fr_option_values *, const fr_allocator *, fr_state **state)
{
    if (map->wall_count > 0)
        return FR_UNSUPPORTED;
    fr_state *fresh = nullptr;
    try {
        fresh = new fr_state();
        build(*fresh, map);
    } catch (const std::bad_alloc &) {
        delete fresh;
        return FR_NO_MEMORY;
    }
    *state = fresh;
    return FR_OK;
}

fr_outcome search(const fr_state &state, Vertex from, Vertex to, fr_path *path)
{
    std::vector<Vertex> came(num_vertices(state.graph));
    std::vector<float> lengths(num_vertices(state.graph));
    try {
        boost::astar_search(state.graph, from, Octile(state.pixels, state.pixels[to]),
                            boost::predecessor_map(came.data())
                                .distance_map(lengths.data())
                                .weight_map(get(&Cost::length, state.graph))
                                .visitor(Stop(to)));
    } catch (const Found &) {
        for (Vertex at = to;; at = came[at]) {
            if (fr_path_append(path, fr_pixel_centre(state.pixels[at])) != FR_OK)
                return FR_OUT_OF_MEMORY;
            if (at == from)
                break;
        }
        fr_path_reverse(path);
        return FR_FOUND;
    }
    return FR_UNREACHABLE;
}

fr_outcome find(fr_state *state, fr_point start, fr_point goal, const fr_probe *, fr_path *path)
{
    const fr_pixel from = fr_point_pixel(start), to = fr_point_pixel(goal);
    const auto number = [state](fr_pixel at) {
        return static_cast<Vertex>(state->numbers[static_cast<size_t>(at.y * state->map->width + at.x)]);
    };
    fr_outcome outcome = FR_OUT_OF_MEMORY;
    path->count = 0;
    if (!fr_map_walkable_centre(state->map, start) || !fr_map_walkable_centre(state->map, goal))
        return FR_UNREACHABLE;
    try {
        outcome = search(*state, number(from), number(to), path);
    } catch (const std::bad_alloc &) {
    }
    if (outcome != FR_FOUND)
        path->count = 0;
    return outcome;
}

void release(fr_state *state)
{
    delete state;
}

const fr_pathfinder boost_astar = {
    "boost-astar", "Boost.Graph 1.74 A*", "A* on a graph of pixels, in eight directions",
    "Jeremy Siek, Kristopher Beevers and others, Boost.Graph, Debian libboost-graph-dev", "#7F7F7F", 'H', false,
    nullptr, nullptr, 0, describe, prepare, find, nullptr, nullptr, nullptr, 0, nullptr, nullptr, release};

const fr_pathfinder *const list[] = {&boost_astar, nullptr};

} // namespace

FR_PLUGIN_LIST(list);
