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

struct Room {
    Graph graph;
    std::vector<int32_t> numbers; // of pixels; -1: blocked
    std::vector<fr_pixel> pixels; // of numbers
};

} // namespace

struct fr_state {
    fr_head head;
    Room *room;
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

void build(Room &room, const fr_map *map)
{
    std::vector<std::pair<int32_t, int32_t>> edges;
    std::vector<Cost> costs;
    for (int y = 0; y < map->height; y++)
        for (int x = 0; x < map->width; x++) {
            const bool walkable = fr_map_walkable(map, x, y);
            room.numbers.push_back(walkable ? static_cast<int32_t>(room.pixels.size()) : -1);
            if (walkable)
                room.pixels.push_back({x, y});
        }
    for (const fr_pixel at : room.pixels)
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                if ((dx == 0 && dy == 0) || !fr_map_walkable(map, at.x + dx, at.y + dy) ||
                    !fr_map_walkable(map, at.x + dx, at.y) || !fr_map_walkable(map, at.x, at.y + dy))
                    continue;
                edges.push_back({room.numbers[static_cast<size_t>(at.y * map->width + at.x)],
                                 room.numbers[static_cast<size_t>((at.y + dy) * map->width + at.x + dx)]});
                costs.push_back({dx && dy ? std::sqrt(2.0f) : 1.0f});
            }
    room.graph = Graph(boost::edges_are_sorted, edges.begin(), edges.end(), costs.begin(), room.pixels.size());
}

fr_status prepare(fr_state *state)
{
    try {
        state->room = new Room();
        build(*state->room, state->head.map);
    } catch (const std::bad_alloc &) {
        return FR_NO_MEMORY;
    }
    return FR_OK;
}

fr_outcome search(const Room &room, Vertex from, Vertex to, fr_path *path)
{
    std::vector<Vertex> came(num_vertices(room.graph));
    std::vector<float> lengths(num_vertices(room.graph));
    try {
        boost::astar_search(room.graph, from, Octile(room.pixels, room.pixels[to]),
                            boost::predecessor_map(came.data())
                                .distance_map(lengths.data())
                                .weight_map(get(&Cost::length, room.graph))
                                .visitor(Stop(to)));
    } catch (const Found &) {
        for (Vertex at = to;; at = came[at]) {
            if (fr_path_append(path, fr_pixel_centre(room.pixels[at])) != FR_OK)
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
    const auto number = [state](fr_pixel at) {
        return static_cast<Vertex>(
            state->room->numbers[static_cast<size_t>(at.y * state->head.map->width + at.x)]);
    };
    try {
        return search(*state->room, number(fr_point_pixel(start)), number(fr_point_pixel(goal)), path);
    } catch (const std::bad_alloc &) {
        return FR_OUT_OF_MEMORY;
    }
}

void release(fr_state *state)
{
    delete state->room;
}

fr_pathfinder described()
{
    fr_pathfinder astar = {};
    astar.name = "boost-astar";
    astar.label = "Boost.Graph 1.74 A*";
    astar.summary = "A* on a graph of pixels, in eight directions";
    astar.source = "Jeremy Siek, Kristopher Beevers and others, Boost.Graph, Debian libboost-graph-dev";
    astar.colour = "#7F7F7F";
    astar.marker = 'H';
    astar.traits.movement = FR_GRID8;
    astar.state_bytes = sizeof(fr_state);
    astar.prepare = prepare;
    astar.find = find;
    astar.release = release;
    return astar;
}

const fr_pathfinder boost_astar = described();

const fr_pathfinder *const list[] = {&boost_astar, nullptr};

} // namespace

FR_PLUGIN_LIST(list);
