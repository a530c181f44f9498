-- Footrace for LuaJIT and LÖVE: one file over the shared library.
--
--     local footrace = require "footrace"
--     local room = footrace.new(mask, width, height)      -- a string: one byte per pixel, 0 for walls, 1 to 255 for areas
--     local walk = room:find(hero.x, hero.y, x, y)
--     if walk.path then follow(walk.path) end             -- {x, y, x, y, ...}; nil where the goal is not reachable
--
-- The library lies beside this file, in the folder of the LÖVE game, or where the system keeps libraries;
-- FOOTRACE_LIBRARY names another place. What it refuses is an error with its sentence.
local ffi = require "ffi"

ffi.cdef [[
@HEADER@
]]

local function load_library()
    local folder = love and love.filesystem.getSource() .. "/" or debug.getinfo(1, "S").source:match "^@(.*[/\\])" or "./"
    local name = ({Windows = "footrace.dll", OSX = "libfootrace.dylib"})[ffi.os] or "libfootrace.so"
    local beside, library = pcall(ffi.load, folder .. name)
    return beside and library or ffi.load "footrace"
end

local named = os.getenv "FOOTRACE_LIBRARY"
local library = named and ffi.load(named) or load_library()
local OK, UNREACHABLE, LONG_PATH, UNFINISHED = 0, 1, 2, 9
local Walker = {}
Walker.__index = Walker

local function check(status)
    if status ~= OK then
        error("footrace: " .. ffi.string(library.fr_walker_status_text(status)), 3)
    end
end

local function number(value, name)
    if type(value) ~= "number" or value ~= value or value == math.huge or value == -math.huge then
        error(("footrace: %s: found %s, expected a finite number"):format(name, tostring(value)), 3)
    end
    return value
end

local function handle(walker)
    if walker.walker == nil then
        error("footrace: this walker was freed", 3)
    end
    return walker.walker
end

local function mask_of(pixels, width, height)
    number(width, "width")
    number(height, "height")
    if type(pixels) ~= "string" then
        error("footrace: mask: found a " .. type(pixels) .. ", expected a string, one byte per pixel", 3)
    elseif #pixels ~= width * height then
        error(("footrace: mask: found %d bytes, expected %d x %d"):format(#pixels, width, height), 3)
    end
    return ffi.new("struct fr_mask", {ffi.cast("const void *", pixels), width, height, 0, 0})
end

local function spot(x, y)
    return ffi.new("struct fr_spot", {number(x, "x"), number(y, "y")})
end

local footrace = {}

-- The names of the pathfinders in the library.
function footrace.pathfinders()
    local names = {}
    while library.fr_walker_pathfinder(#names) ~= nil do
        names[#names + 1] = ffi.string(library.fr_walker_pathfinder(#names))
    end
    return names
end

-- A room, and a pathfinder by name, or the library's default.
function footrace.new(pixels, width, height, pathfinder)
    local mask = mask_of(pixels, width, height)
    local made, message = ffi.new "struct fr_walker *[1]", ffi.new "char[256]"
    if library.fr_walker_from_mask(mask, pathfinder, nil, message, made) ~= OK then
        error("footrace: " .. ffi.string(message), 2)
    end
    return setmetatable({walker = ffi.gc(made[0], library.fr_walker_release)}, Walker)
end

-- A room from LÖVE's ImageData: light, opaque pixels can be walked on.
function footrace.from_image_data(image, pathfinder)
    local bytes = {}
    image:mapPixel(function(_, _, red, green, blue, alpha)
        local light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
        bytes[#bytes + 1] = alpha >= 0.5 and light >= 0.5 and "\1" or "\0"
        return red, green, blue, alpha
    end)
    return footrace.new(table.concat(bytes), image:getWidth(), image:getHeight(), pathfinder)
end

-- A walker for a figure with a radius in pixels, in the same room.
function Walker:with_radius(radius)
    local made = ffi.new "struct fr_walker *[1]"
    check(library.fr_walker_with_radius(handle(self), number(radius, "radius"), made))
    return setmetatable({walker = ffi.gc(made[0], library.fr_walker_release)}, Walker)
end

-- Does now what the first find, or the next one after a change, would do.
function Walker:prepare()
    check(library.fr_walker_prepare(handle(self)))
end

-- Prepares a part: work is in units of about ten nanoseconds. Whether all is prepared.
function Walker:prepare_some(work)
    local status = library.fr_walker_prepare_some(handle(self), number(work, "work"))
    if status ~= UNFINISHED then
        check(status)
    end
    return status == OK
end

-- Makes finds to one goal fast, from everywhere, until the room changes: with polyanya only.
function Walker:field(x, y)
    check(library.fr_walker_field(handle(self), spot(x, y)))
end

function Walker:find(x, y, to_x, to_y)
    local walk = ffi.new "struct fr_walk"
    local from, to = spot(x, y), spot(to_x, to_y)
    local status = library.fr_walker_find(handle(self), from, to, nil, 0, walk)
    if status ~= UNREACHABLE and status ~= LONG_PATH then
        check(status)
    end
    local path
    if status ~= UNREACHABLE then
        local count = tonumber(walk.count)
        local spots = ffi.new("struct fr_spot[?]", count)
        library.fr_walker_path(self.walker, 0, spots, count)
        path = {}
        for i = 0, count - 1 do
            path[2 * i + 1], path[2 * i + 2] = spots[i].x, spots[i].y
        end
    end
    return {
        path = path, length = walk.length,
        start_x = walk.start.x, start_y = walk.start.y, start_moved = walk.start_moved,
        goal_x = walk.goal.x, goal_y = walk.goal.y, goal_moved = walk.goal_moved,
        fallback = walk.fallback, -- the chosen pathfinder cannot take the room: another one answered
    }
end

-- Where a figure is that was at a position, or at the start, and went on along the path found last; nil
-- without one.
function Walker:advance(distance, position)
    local at = ffi.new "struct fr_position"
    if position then
        at.facing = spot(position.facing_x, position.facing_y)
        at.walked = number(position.walked, "walked")
    end
    local status = library.fr_walker_advance(handle(self), number(distance, "distance"), at)
    if status == UNREACHABLE then
        return nil
    end
    check(status)
    return {x = at.spot.x, y = at.spot.y, facing_x = at.facing.x, facing_y = at.facing.y,
            walked = at.walked, arrived = at.arrived}
end

-- Whether the rest of the path found last is free, for a figure at a position on it.
function Walker:still_walkable(position)
    local at = ffi.new("struct fr_position", {walked = number(position and position.walked or 0, "walked")})
    return library.fr_walker_still_walkable(handle(self), at)
end

-- The spot nearest to the goal that can be walked to; nil if there is none.
function Walker:closest(x, y, to_x, to_y)
    local found = ffi.new "struct fr_spot"
    local status = library.fr_walker_closest(handle(self), spot(x, y), spot(to_x, to_y), found)
    if status == UNREACHABLE then
        return nil
    end
    check(status)
    return found.x, found.y
end

function Walker:walkable(x, y)
    return library.fr_walker_walkable(handle(self), spot(x, y))
end

-- Opens or closes all of an area, 1 to 255.
function Walker:open(area, is_open)
    check(library.fr_walker_open(handle(self), number(area, "area"), is_open ~= false))
end

-- Blocks or frees a rectangle of pixels.
function Walker:block(x, y, width, height, blocked)
    check(library.fr_walker_block(handle(self), number(x, "x"), number(y, "y"), number(width, "width"),
                                  number(height, "height"), blocked ~= false))
end

-- Paints a mask over the room, its top left pixel at x, y.
function Walker:paint(x, y, pixels, width, height)
    local mask = mask_of(pixels, width, height)
    check(library.fr_walker_paint(handle(self), number(x, "x"), number(y, "y"), mask))
end

-- What was prepared, as a string for load.
function Walker:save()
    local bytes, size = ffi.new "const void *[1]", ffi.new "size_t[1]"
    check(library.fr_walker_save(handle(self), bytes, size))
    return ffi.string(bytes[0], tonumber(size[0]))
end

function Walker:load(saved)
    if type(saved) ~= "string" then
        error("footrace: saved: found a " .. type(saved) .. ", expected a string", 2)
    end
    check(library.fr_walker_load(handle(self), saved, #saved))
end

-- Frees the room now; else that happens when the walker is collected.
function Walker:free()
    if self.walker ~= nil then
        library.fr_walker_release(ffi.gc(self.walker, nil))
        self.walker = nil
    end
end

return footrace
