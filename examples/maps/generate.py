#!/usr/bin/env python3
"""Writes the example map of this folder: an invented town and its hills around the example run hilly-10k.

    python3 examples/maps/generate.py

`town.mbtiles` holds vector tiles (zooms 11 to 14) in the names of the OpenMapTiles schema; `hills.mbtiles` holds heights
as Terrarium pictures. Streets, water, parks and houses are made up, so the files carry no licence of map data.
"""
import gzip
import math
import os
import re
import sqlite3
import struct
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
RUN = os.path.join(HERE, "..", "recordings", "hilly-10k.gpx")
LATITUDE, LONGITUDE = 46.739, 9.4315
EXTENT = 4096
SIDE = 3000  # metres from the middle to the edge of the map
CIRCUMFERENCE = 40075016.686
SCALE = math.cos(math.radians(LATITUDE))


# ---- Places ---------------------------------------------------------------------------------------------------------

def mercator(latitude, longitude):
    y = 0.5 - math.log(math.tan(math.pi / 4 + math.radians(latitude) / 2)) / (2 * math.pi)
    return longitude / 360 + 0.5, y


ORIGIN = mercator(LATITUDE, LONGITUDE)


def world(point):
    """Web Mercator, 0…1, of local metres."""
    return ORIGIN[0] + point[0] / SCALE / CIRCUMFERENCE, ORIGIN[1] - point[1] / SCALE / CIRCUMFERENCE


def read_run():
    text = open(RUN, encoding="utf-8").read()
    points = []
    for match in re.finditer(r'<trkpt lat="([-\d.]+)" lon="([-\d.]+)">\s*<ele>([-\d.]+)</ele>', text):
        x, y = mercator(float(match.group(1)), float(match.group(2)))
        place = ((x - ORIGIN[0]) * CIRCUMFERENCE * SCALE, (ORIGIN[1] - y) * CIRCUMFERENCE * SCALE)
        points.append((place, float(match.group(3))))
    return points


def chance(*words):
    """A number 0…1 that depends on the words only."""
    state = 2166136261
    for word in words:
        for byte in struct.pack("<q", int(word)):
            state = (state ^ byte) * 16777619 % 2**32
    state ^= state >> 15
    state = state * 2246822519 % 2**32
    return (state ^ state >> 13) % 100003 / 100003


RUNNER = read_run()
WAY = [place for place, _ in RUNNER[::12]] + [RUNNER[-1][0]]


def to_way(point):
    return min(math.dist(point, place) for place in WAY)


def river(x):
    return 60 + 330 * math.sin(x / 640 + 2.2) + 90 * math.sin(x / 233)


def to_river(point):
    return min(math.hypot(point[0] - (point[0] + d), point[1] - river(point[0] + d)) for d in range(-90, 91, 15))


LAKE = (-260, -560)


def to_lake(point):
    """Metres from the shore, negative on the water."""
    dx, dy = point[0] - LAKE[0], point[1] - LAKE[1]
    angle = math.atan2(dy, dx)
    return math.hypot(dx / 1.25, dy) - shore(angle)


def shore(angle):
    return 235 + 34 * math.sin(3 * angle + 1) + 18 * math.sin(5 * angle)


# ---- The town -------------------------------------------------------------------------------------------------------

STEP = 118


def corner(i, j):
    """A crossing of the street net: turned, and bent a little."""
    x, y = i * STEP, j * STEP
    x, y = x + 46 * math.sin(y / 520) + 20 * math.sin(x / 310), y + 52 * math.sin(x / 610)
    turn = math.radians(17)
    return x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)


def is_built(point):
    """Whether the town reaches here: denser near the middle, ragged at its edge."""
    return math.hypot(*point) < 1750 + 260 * math.sin(3 * math.atan2(point[1], point[0]) + 0.6)


def is_park(i, j):
    return chance(i // 3, j // 3, 5) < 0.1


def features():
    """(layer, kind, parts, tags, lowest zoom); kind is 1 point, 2 line, 3 polygon."""
    circle = [math.radians(a) for a in range(0, 360, 4)]
    lake = [(LAKE[0] + 1.25 * shore(a) * math.cos(a), LAKE[1] + shore(a) * math.sin(a)) for a in circle]
    yield "water", 3, [lake], {"class": "lake"}, 11
    xs = range(-SIDE, SIDE + 1, 40)
    width = lambda x: 17 + 5 * math.sin(x / 410)
    bank = [(x, river(x) + width(x)) for x in xs] + [(x, river(x) - width(x)) for x in reversed(xs)]
    yield "water", 3, [bank], {"class": "river"}, 11
    yield "waterway", 2, [[(x, river(x)) for x in xs]], {"class": "river"}, 11
    for seed, (x, y) in enumerate([(-2100, 900), (1700, 1500), (2050, -950), (-1400, -1900), (300, 2150)]):
        wood = [
            (x + (520 + 110 * math.sin(2 * a + seed) + 60 * math.sin(5 * a)) * math.cos(a),
             y + (430 + 90 * math.sin(3 * a + 2 * seed)) * math.sin(a)) for a in circle]
        yield "landcover", 3, [wood], {"class": "wood"}, 11
    green = [(LAKE[0] + 1.25 * (shore(a) + 95) * math.cos(a), LAKE[1] + (shore(a) + 85) * math.sin(a)) for a in circle]
    yield "landcover", 3, [green], {"class": "grass", "subclass": "park"}, 11

    reach = SIDE // STEP + 4
    for i in range(-reach, reach):
        for j in range(-reach, reach):
            here = corner(i, j)
            middle = corner(i + 0.5, j + 0.5)
            if is_park(i, j) and is_built(middle) and to_river(middle) > 90 and to_lake(middle) > 130:
                yield "landcover", 3, [[corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)]], {
                    "class": "grass", "subclass": "park"}, 12
            for di, dj, line in ((1, 0, j), (0, 1, i)):
                there = corner(i + di, j + dj)
                half = ((here[0] + there[0]) / 2, (here[1] + there[1]) / 2)
                rank = "primary" if line % 9 == 0 else "secondary" if line % 5 == 2 else "minor"
                if rank == "minor" and (not is_built(half) or chance(i, j, di) < 0.12 or is_park(i, j)):
                    continue
                if rank == "secondary" and not is_built((half[0] * 0.8, half[1] * 0.8)):
                    continue
                if to_lake(half) < 60 or max(abs(half[0]), abs(half[1])) > SIDE:
                    continue
                if to_river(half) < 80:
                    if rank == "minor":
                        continue
                    yield "transportation", 2, [[here, there]], {"class": rank, "brunnel": "bridge"}, 11
                else:
                    yield "transportation", 2, [[here, there]], {"class": rank}, 14 if rank == "minor" else 11
            yield from houses(i, j, middle)
    yield "transportation", 2, [WAY], {"class": "tertiary"}, 12
    rail = [(x, -1250 + 0.22 * x + 130 * math.sin(x / 900)) for x in xs]
    yield "transportation", 2, [rail], {"class": "rail", "subclass": "rail"}, 11
    for name, x, y, rank in [("Oldbridge", 420, 240, 1), ("Lakeside", -720, -760, 2), ("Northgate", 260, 1080, 3)]:
        yield "place", 1, [[(x, y)]], {"class": "town" if rank == 1 else "suburb", "name": name, "rank": rank}, 11
    yield "water_name", 1, [[LAKE]], {"class": "lake", "name": "Long Lake"}, 12


def houses(i, j, middle):
    if not is_built(middle) or is_park(i, j):
        return
    count = 3 if math.hypot(*middle) < 1000 else 2
    for a in range(count):
        for b in range(count):
            if chance(i, j, a, b, 1) < 0.2:
                continue
            gap = 0.1
            lo, size = 0.11, 0.78 / count
            u, v = i + lo + a * size, j + lo + b * size
            w = size * (0.66 + 0.24 * chance(i, j, a, b, 2))
            h = size * (0.66 + 0.24 * chance(i, j, a, b, 3))
            ring = [corner(u, v), corner(u + w, v), corner(u + w, v + h), corner(u, v + h)]
            center = corner(u + w / 2, v + h / 2)
            if to_lake(center) < 110 or to_river(center) < 48 or to_way(center) < 30:
                continue
            near = max(0, 1 - math.hypot(*center) / 1100)
            height = 6 + 5 * chance(i, j, a, b, 4) + 34 * near * chance(i, j, a, b, 5) ** 2
            yield "building", 3, [ring], {"render_height": round(height)}, 14


# ---- Vector tiles ---------------------------------------------------------------------------------------------------

def varint(value):
    out = b""
    while value > 127:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])


def field(number, payload):
    return varint(number << 3 | 2) + varint(len(payload)) + payload


def number(number, value):
    return varint(number << 3) + varint(value)


def zigzag(value):
    return varint(value << 1 if value >= 0 else (-value << 1) - 1)


def clip_ring(ring, low, high):
    for axis in (0, 1):
        for sign, edge in ((1, low), (-1, -high)):
            result = []
            for one, two in zip(ring, ring[1:] + ring[:1]):
                d1, d2 = sign * one[axis] - edge, sign * two[axis] - edge
                if d1 >= 0:
                    result.append(one)
                if (d1 >= 0) != (d2 >= 0):
                    t = d1 / (d1 - d2)
                    result.append((one[0] + t * (two[0] - one[0]), one[1] + t * (two[1] - one[1])))
            ring = result
            if not ring:
                return []
    return ring


def clip_line(line, low, high):
    parts, part = [], []
    for one, two in zip(line, line[1:]):
        t0, t1 = 0.0, 1.0
        for axis in (0, 1):
            d = two[axis] - one[axis]
            for p, q in ((-d, one[axis] - low), (d, high - one[axis])):
                if p == 0:
                    if q < 0:
                        t0, t1 = 1, 0
                elif p < 0:
                    t0 = max(t0, q / p)
                else:
                    t1 = min(t1, q / p)
        if t0 > t1:
            part = []
            continue
        at = lambda t: (one[0] + t * (two[0] - one[0]), one[1] + t * (two[1] - one[1]))
        if not part or t0 > 0:
            part = [at(t0)]
            parts.append(part)
        part.append(at(t1))
        if t1 < 1:
            part = []
    return parts


def geometry(kind, parts):
    out, cursor = b"", (0, 0)
    for part in parts:
        points = []
        for x, y in part:
            point = (round(x), round(y))
            if not points or point != points[-1]:
                points.append(point)
        if kind == 3:
            if len(points) > 1 and points[0] == points[-1]:
                points.pop()
            area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, points[1:] + points[:1]))
            if len(points) < 3 or area == 0:
                continue
            if area < 0:
                points.reverse()
        if kind == 2 and len(points) < 2:
            continue
        for index, point in enumerate(points):
            if index == 0:
                out += varint(1 | 1 << 3)
            elif index == 1:
                out += varint(2 | len(points) - 1 << 3)
            out += zigzag(point[0] - cursor[0]) + zigzag(point[1] - cursor[1])
            cursor = point
        if kind == 3:
            out += varint(7 | 1 << 3)
    return out


def encode(layers):
    tile = b""
    for name, items in sorted(layers.items()):
        keys, values, body = [], [], b""
        for kind, shape, tags in items:
            pairs = b""
            for key, value in tags.items():
                if key not in keys:
                    keys.append(key)
                if value not in values:
                    values.append(value)
                pairs += varint(keys.index(key)) + varint(values.index(value))
            body += field(2, field(2, pairs) + number(3, kind) + field(4, shape))
        body = field(1, name.encode()) + body
        body += b"".join(field(3, key.encode()) for key in keys)
        for value in values:
            body += field(4, field(1, value.encode()) if isinstance(value, str) else number(4, value))
        tile += field(3, body + number(5, EXTENT) + number(15, 2))
    return tile


def vector_tiles():
    everything = list(features())
    tiles = {}
    for layer, kind, parts, tags, lowest in everything:
        for zoom in range(lowest, 15):
            scale = 2**zoom
            shapes = [[world(point) for point in part] for part in parts]
            xs = [x * scale for part in shapes for x, _ in part]
            ys = [y * scale for part in shapes for _, y in part]
            for column in range(int(min(xs) - 0.02), int(max(xs) + 0.02) + 1):
                for row in range(int(min(ys) - 0.02), int(max(ys) + 0.02) + 1):
                    moved = [[((x * scale - column) * EXTENT, (y * scale - row) * EXTENT) for x, y in part]
                             for part in shapes]
                    if kind == 3:
                        cut = [clip_ring(part, -64, EXTENT + 64) for part in moved]
                    elif kind == 2:
                        cut = [piece for part in moved for piece in clip_line(part, -64, EXTENT + 64)]
                    else:
                        cut = [[p for p in part if 0 <= p[0] < EXTENT and 0 <= p[1] < EXTENT] for part in moved]
                    shape = geometry(kind, [part for part in cut if part])
                    if shape:
                        tiles.setdefault((zoom, column, row), {}).setdefault(layer, []).append((kind, shape, tags))
    return {place: gzip.compress(encode(layers), 9, mtime=0) for place, layers in tiles.items()}


# ---- Heights --------------------------------------------------------------------------------------------------------

KNOWN = RUNNER[::60]


def elevation(point):
    """Hills through the run's own heights: inverse distance, and mountains around."""
    total, sum_ = 0.0, 0.0
    for place, height in KNOWN:
        weight = 1 / (60 + math.dist(place, point)) ** 3
        total += weight
        sum_ += weight * height
    far = max(0, math.hypot(*point) - 1500) / 1000
    ridge = 0.5 + 0.5 * math.sin(point[0] / 530 + 1.3 * math.sin(point[1] / 710))
    return sum_ / total + far * far * 46 * (0.4 + ridge) * 2


def png(side, rows):
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    lines = b"".join(b"\0" + row for row in rows)
    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(lines, 9)) + chunk(b"IEND", b"")


def height_tiles():
    zoom, side = 11, 256
    scale = 2**zoom
    low, high = world((-SIDE, SIDE)), world((SIDE, -SIDE))
    tiles = {}
    for column in range(int(low[0] * scale), int(high[0] * scale) + 1):
        for row in range(int(low[1] * scale), int(high[1] * scale) + 1):
            rows = []
            for y in range(side):
                line = bytearray()
                for x in range(side):
                    east = ((column + (x + 0.5) / side) / scale - ORIGIN[0]) * CIRCUMFERENCE * SCALE
                    north = (ORIGIN[1] - (row + (y + 0.5) / side) / scale) * CIRCUMFERENCE * SCALE
                    # Decimetres are enough and pack well.
                    value = round((elevation((east, north)) + 32768) * 8) * 32
                    line += bytes([value >> 16, value >> 8 & 255, value & 255])
                rows.append(bytes(line))
            tiles[zoom, column, row] = png(side, rows)
    return tiles


# ---- Archives -------------------------------------------------------------------------------------------------------

def write(name, tiles, metadata):
    path = os.path.join(HERE, name)
    if os.path.exists(path):
        os.remove(path)
    database = sqlite3.connect(path)
    database.execute("PRAGMA page_size = 1024")
    database.execute("CREATE TABLE metadata (name TEXT, value TEXT)")
    database.execute("CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB)")
    database.execute("CREATE UNIQUE INDEX tile ON tiles (zoom_level, tile_column, tile_row)")
    database.executemany("INSERT INTO metadata VALUES (?, ?)", metadata.items())
    for (zoom, column, row), data in sorted(tiles.items()):
        database.execute("INSERT INTO tiles VALUES (?, ?, ?, ?)", (zoom, column, 2**zoom - 1 - row, data))
    database.commit()
    database.execute("VACUUM")
    database.close()
    print(f"{name}: {len(tiles)} tiles, {os.path.getsize(path)} bytes")


if __name__ == "__main__":
    degrees = SIDE / CIRCUMFERENCE * 360
    bounds = (f"{LONGITUDE - degrees / SCALE:.4f},{LATITUDE - degrees:.4f},"
              f"{LONGITUDE + degrees / SCALE:.4f},{LATITUDE + degrees:.4f}")
    write("town.mbtiles", vector_tiles(), {
        "name": "An invented town", "format": "pbf", "minzoom": "11", "maxzoom": "14", "bounds": bounds,
        "attribution": "Invented map of the replay-composer project"})
    write("hills.mbtiles", height_tiles(), {
        "name": "Invented hills", "format": "png", "minzoom": "11", "maxzoom": "11", "bounds": bounds,
        "encoding": "terrarium", "attribution": "Invented heights of the replay-composer project"})
