-- A room with two chambers, a gate between them, pillars and a crate. It is the same in each language.
local footrace = require "footrace"

local WIDTH, HEIGHT, GATE = 640, 360, 2

local function area(x, y)
    if x >= 300 and x < 320 then
        return y >= 150 and y < 210 and GATE or 0
    end
    for i = 0, 3 do
        local left, top = 80 + 130 * i, i % 2 == 1 and 60 or 200
        if x >= left and x < left + 50 and y >= top and y < top + 90 then
            return 0
        end
    end
    return 1
end

local function enter()
    local mask = {}
    for y = 0, HEIGHT - 1 do
        for x = 0, WIDTH - 1 do
            mask[#mask + 1] = string.char(area(x, y))
        end
    end
    return footrace.new(table.concat(mask), WIDTH, HEIGHT):with_radius(6)
end

-- Where no way leads, as near as there is one; 4 pixels a frame.
local function go(room, x, y, to_x, to_y)
    local walk = room:find(x, y, to_x, to_y)
    if not walk.path then
        walk = room:find(x, y, room:closest(x, y, to_x, to_y))
    end
    io.write(("%.2f pixels:"):format(walk.length))
    for i = 1, #walk.path, 2 do
        io.write((" %.1f,%.1f"):format(walk.path[i], walk.path[i + 1]))
    end
    print()
    local at = room:advance(4)
    while not at.arrived do
        at = room:advance(4, at) -- draw the hero at at.x, at.y, facing at.facing_x, at.facing_y
    end
    return at.x, at.y
end

local room = enter()
room:open(GATE, false)
local x, y = go(room, 40, 320, 600, 20)
room:open(GATE)
x, y = go(room, x, y, 600, 20)
room:block(330, 160, 24, 24)
x, y = go(room, x, y, 100, 330)
go(room, x, y, -50, 400)
