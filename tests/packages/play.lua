-- Holds the Lua module against the native answers: luajit play.lua PLAYS, or as the main.lua of a game
local ffi = require "ffi"
local footrace = require "footrace"

local FIND, CLOSEST, BLOCK, OPEN, STRIDE = 0, 1, 2, 3, 40

local function read(name)
    local file = assert(io.open(name, "rb"))
    local bytes = file:read "*a"
    file:close()
    return bytes
end

local function play(bytes)
    local at, finds = 0, 0
    local function take(count)
        at = at + count
        return bytes:sub(at - count + 1, at)
    end
    local function number(type)
        return tonumber(ffi.cast("const " .. type .. " *", take(4))[0])
    end
    local function int()
        return number "int32_t"
    end
    local function act(room)
        local kind, a, b, c, d, e = int(), int(), int(), int(), int(), int()
        if kind == BLOCK then
            room:block(a, b, c, d, e ~= 0)
        elseif kind == OPEN then
            room:open(a, b ~= 0)
        elseif kind == FIND then
            local walk, status, count = room:find(a, b, c, d), int(), int()
            assert((walk.path ~= nil) == (status == 0))
            assert(not walk.path or #walk.path == 2 * count)
            for i = 1, 2 * count do
                local expected = number "float"
                assert(not walk.path or walk.path[i] == expected)
            end
            local at = room:advance(STRIDE)
            assert((at ~= nil) == (status == 0))
            for _, name in ipairs {"x", "y", "facing_x", "facing_y"} do
                local expected = number "float"
                assert(not at or at[name] == expected)
            end
            finds = finds + 1
        elseif kind == CLOSEST then
            local status, x, y = int(), number "float", number "float"
            local found_x, found_y = room:closest(a, b, c, d)
            assert(status == 0 and found_x == x and found_y == y or status ~= 0 and found_x == nil)
        else
            room:paint(a, b, "\1" .. ("\0"):rep(c * d - 1), c, d)
        end
    end
    for _ = 1, int() do
        local name, width, height = take(int()), int(), int()
        local room = footrace.new(take(width * height), width, height, name):with_radius(int())
        for _ = 1, int() do
            act(room)
        end
        if name ~= "polyanya" then -- it prepares as quickly as it would load
            room:load(room:save())
        end
        room:free()
    end
    assert(at == #bytes)
    return finds
end

-- What the plays do not hold: slices, a field, and a path after a change.
local function newer()
    local hall = footrace.new(("\1"):rep(640 * 480), 640, 480, "polyanya")
    while not hall:prepare_some(1) do
    end
    local alone = hall:find(5, 5, 600, 400)
    hall:field(600, 400)
    assert(table.concat(hall:find(5, 5, 600, 400).path, " ") == table.concat(alone.path, " "))
    assert(hall:still_walkable() and hall:still_walkable(hall:advance(STRIDE)))
    hall:block(300, 0, 9, 480)
    assert(not hall:still_walkable())
end

local function misuses()
    local mask = ("\1"):rep(12)
    local room, other = footrace.new(mask, 4, 3, "visgraph"), footrace.new(mask, 3, 4, "visgraph")
    local freed = footrace.new(mask, 4, 3)
    local saved = room:save()
    freed:free()
    return {
        function() footrace.new(nil, 4, 3) end, function() footrace.new(mask, 5, 3) end,
        function() footrace.new("", 0, 0) end, function() footrace.new(mask, 4, 3, "teleport") end,
        function() freed:find(0, 0, 1, 1) end, function() room:find(0 / 0, 0, 1, 1) end,
        function() room:find(0, 0, 1) end, function() room:find("a", 0, 1, 1) end,
        function() room:open(0) end, function() room:block(0, 0) end, function() room:paint(0, 0, mask, 9, 9) end,
        function() room:with_radius(-1) end, function() room:with_radius(0 / 0) end, function() room:advance() end,
        function() room:load(saved:sub(2)) end, function() other:load(saved) end, function() room:load(7) end,
        function() room:field(1, 1) end, function() room:field(0 / 0, 1) end, function() room:prepare_some(0) end,
        function() room:still_walkable {walked = "far"} end,
    }
end

local function main(plays)
    newer()
    local finds, wrong, refused = play(read(plays)), misuses(), 0
    for _, misuse in ipairs(wrong) do
        refused = refused + (pcall(misuse) and 0 or 1)
    end
    assert(refused == #wrong, refused .. " of " .. #wrong .. " misuses refused")
    print(("%s: %d native paths, %d of %d misuses refused"):format(love and "love" or "lua", finds, refused, #wrong))
end

if love then
    function love.errorhandler(message) -- no window to show it in
        io.stderr:write(message, "\n")
        return function()
            return 1
        end
    end
    local image = love.image.newImageData(4, 3)
    image:setPixel(1, 0, 1, 1, 1, 1)
    local room = footrace.from_image_data(image)
    assert(room:walkable(1, 0) and not room:walkable(0, 0))
    main(os.getenv "FOOTRACE_PLAYS")
    love.event.quit()
else
    main(arg[1])
end
