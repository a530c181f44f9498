# Navigation2D of Godot 3. The floor becomes rectangles; its own partition of outlines does not end on a mask in full HD.
extends SceneTree

const FOUND = 0
const UNREACHABLE = 1
const LATTICE = 256 # px: no square is larger

var peer = StreamPeerTCP.new()
var rooms = {}
var frame = PoolByteArray()


func _init():
	for word in OS.get_cmdline_args():
		if word.begins_with("--port="):
			peer.connect_to_host("127.0.0.1", int(word.substr(7)))
	while peer.get_status() == StreamPeerTCP.STATUS_CONNECTING:
		OS.delay_msec(1)
	peer.set_no_delay(true)
	while peer.get_status() == StreamPeerTCP.STATUS_CONNECTED and answer_one():
		pass
	quit()


# One message and its reply; false at the end.
func answer_one():
	var head = peer.get_data(5)
	if head[0] != OK or char(head[1][4]) == "B":
		return false
	var body = StreamPeerBuffer.new()
	var size = head[1][0] | head[1][1] << 8 | head[1][2] << 16 | head[1][3] << 24
	body.data_array = peer.get_data(size - 1)[1] if size > 1 else PoolByteArray()
	match char(head[1][4]):
		"H":
			reply("H", hello().to_utf8())
		"M":
			open_room(body)
			reply("M", PoolByteArray([0]))
		"F":
			frame.resize(body.get_u32())
			for i in range(0, frame.size(), 4096):
				frame[i] = (frame[i] + 1) % 256
			reply("F", PoolByteArray())
		"Q":
			find(body)
		"E":
			var points = PoolVector2Array()
			points.resize(body.get_u32())
			reply_path(FOUND, 0, points)
		"D":
			drop_room(body.get_u32())
	return true


func reply(kind, body):
	var whole = StreamPeerBuffer.new()
	whole.put_u32(1 + body.size())
	whole.put_u8(ord(kind))
	whole.put_data(body)
	peer.put_data(whole.data_array)


func reply_path(outcome, ns, points):
	var body = StreamPeerBuffer.new()
	body.put_u8(outcome)
	body.put_double(ns)
	body.put_u32(points.size())
	for point in points:
		body.put_double(point.x)
		body.put_double(point.y)
	reply("Q", body.data_array)


func hello():
	return to_json({"protocol": 1, "name": "godot", "label": label(Engine.get_version_info()),
		"summary": "Navigation2D on a mesh of rectangles",
		"source": "Godot Engine, Debian godot3-server", "movement": "any-angle", "updates": false,
		"options": [{"name": "mesh", "choices": "squares|rectangles", "help": "rectangles of floor, cut at a lattice or uncut"}]})


func label(version):
	return "Godot %d.%d.%d (%d)" % [version.major, version.minor, version.patch, version.year]


func find(body):
	var navigation = rooms[body.get_32()]
	var from = Vector2(body.get_32() + 0.5, body.get_32() + 0.5)
	var to = Vector2(body.get_32() + 0.5, body.get_32() + 0.5)
	var begin = OS.get_ticks_usec()
	var path = navigation.get_simple_path(from, to)
	var took = (OS.get_ticks_usec() - begin) * 1000.0
	# It walks to the nearest point that it reaches: a path that ends elsewhere is no path to the goal.
	var arrives = path.size() and path[path.size() - 1].distance_to(to) < 0.5
	reply_path(FOUND if arrives else UNREACHABLE, took, path if arrives else PoolVector2Array())


func open_room(body):
	var room = body.get_u32()
	var width = body.get_u32()
	var height = body.get_u32()
	var options = body.get_data(body.get_u32())[1].get_string_from_utf8()
	var lattice = LATTICE if "mesh=squares" in options else width + height
	var found = rectangles(width, height, body.get_data(width * height)[1], lattice)
	var corners = {}
	for one in found:
		for corner in [one.position, one.end, Vector2(one.position.x, one.end.y), Vector2(one.end.x, one.position.y)]:
			corners[corner] = true
	var polygon = NavigationPolygon.new()
	var vertices = PoolVector2Array(corners.keys())
	for i in vertices.size():
		corners[vertices[i]] = i
	for one in found:
		polygon.add_polygon(border(one, corners))
	polygon.vertices = vertices
	drop_room(room)
	rooms[room] = Navigation2D.new()
	rooms[room].navpoly_add(polygon, Transform2D())


# A node is not counted by its references.
func drop_room(room):
	if rooms.has(room):
		rooms[room].free()
		rooms.erase(room)


# Runs of floor in a row, each continued downwards while the row below has the same one; none crosses the lattice.
func rectangles(width, height, pixels, lattice):
	var done = []
	var above = {} # the first pixel of a run in the row above -> its rectangle
	for y in range(height):
		var here = {}
		var x = 0
		while x < width:
			if not pixels[y * width + x]:
				x += 1
				continue
			var first = x
			var stop = min(width, (x / lattice + 1) * lattice)
			while x < stop and pixels[y * width + x]:
				x += 1
			here[first] = Rect2(first, y, x - first, 1)
			if y % lattice and above.has(first) and above[first].end.x == x:
				here[first] = above[first].grow_individual(0, 0, 0, 1)
				above.erase(first)
		done += above.values()
		above = here
	return done + above.values()


# The corners of all rectangles on the border of this one, in order: the engine joins polygons that share a whole edge.
func border(one, corners):
	var found = PoolIntArray()
	var at = one.position
	for side in [[Vector2(1, 0), one.size.x], [Vector2(0, 1), one.size.y], [Vector2(-1, 0), one.size.x],
			[Vector2(0, -1), one.size.y]]:
		for i in range(side[1]):
			if corners.has(at):
				found.append(corners[at])
			at += side[0]
	return found
