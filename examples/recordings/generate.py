#!/usr/bin/env python3
"""Writes the example recordings of this folder: invented runs in invented terrain, no real person's track.

    python3 examples/recordings/generate.py            # writes into this folder
    python3 examples/recordings/generate.py --check    # exit 1 when a file differs from what would be written

Each run is a smooth curve over a made-up landscape at 1 Hz, with what a watch adds: slowly wandering position noise,
a barometer's drift, effort that follows the grade, heart rate that lags behind it, and a pause.
"""
import math
import os
import sys

EARTH = 6371008.8


class Noise:
    """A small generator of its own (PCG-like), so that files are the same with every version of Python."""

    def __init__(self, seed):
        self.state = seed * 2654435761 % 2**64 or 1

    def uniform(self):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 11) / 2**53

    def normal(self):
        return sum(self.uniform() for _ in range(12)) - 6


def spline(points, closed, step=2.0):
    """Catmull-Rom through the control points (metres), resampled evenly."""
    n = len(points)
    raw = []
    spans = n if closed else n - 1
    for i in range(spans):
        def at(k):
            return points[k % n] if closed else points[max(0, min(n - 1, k))]
        p0, p1, p2, p3 = at(i - 1), at(i), at(i + 1), at(i + 2)
        for j in range(60):
            t = j / 60
            raw.append(tuple(
                0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t**3)
                for a, b, c, d in zip(p0, p1, p2, p3)))
    raw.append(points[0] if closed else points[-1])
    out, carry = [raw[0]], 0.0
    for (ax, ay), (bx, by) in zip(raw, raw[1:]):
        length = math.hypot(bx - ax, by - ay)
        along = step - carry
        while along <= length:
            out.append((ax + (bx - ax) * along / length, ay + (by - ay) * along / length))
            along += step
        carry = (carry + length) % step
    return out


def walk(line, pace, height, seed, heart=True, pauses=(), noise=1.6):
    """Samples the line once a second. `pace(s, grade)` gives metres a second."""
    random = Noise(seed)
    lengths = [0.0]
    for (ax, ay), (bx, by) in zip(line, line[1:]):
        lengths.append(lengths[-1] + math.hypot(bx - ax, by - ay))
    total = lengths[-1]
    samples, s, second, index = [], 0.0, 0, 0
    wander = [0.0, 0.0]
    drift, pulse = 0.0, 98.0
    waiting = list(pauses)
    while s < total:
        while index + 2 < len(lengths) and lengths[index + 1] <= s:
            index += 1
        t = (s - lengths[index]) / (lengths[index + 1] - lengths[index])
        x = line[index][0] + (line[index + 1][0] - line[index][0]) * t
        y = line[index][1] + (line[index + 1][1] - line[index][1]) * t
        ahead = line[min(index + 6, len(line) - 1)]
        here = height(x, y)
        span = max(1.0, math.hypot(ahead[0] - x, ahead[1] - y))
        grade = (height(*ahead) - here) / span
        speed = pace(s / total, grade) * (1 + 0.03 * random.normal() * 0.4)
        for k in range(2):
            wander[k] = 0.97 * wander[k] + 0.24 * noise * random.normal() * 0.5
        drift = 0.999 * drift + 0.02 * random.normal()
        effort = min(1.0, max(0.0, 0.52 + 2.4 * grade + 0.22 * (speed - 3.0) + 0.16 * s / total))
        pulse += ((104 + 82 * effort) - pulse) * 0.022
        samples.append((second, x + wander[0], y + wander[1], here + drift,
                        pulse + 0.5 * random.normal(), 2 * (82 + 3.2 * (speed - 3)) + random.normal(), speed))
        s += speed
        second += 1
        if waiting and s / total >= waiting[0][0]:
            # The watch's timer goes on while the runner stands: fixes gather in a small knot.
            for _ in range(waiting[0][1]):
                for k in range(2):
                    wander[k] = 0.97 * wander[k] + 0.2 * noise * random.normal() * 0.5
                pulse += (96 - pulse) * 0.012
                samples.append((second, x + wander[0], y + wander[1], here + drift, pulse, 0, 0))
                second += 1
            waiting.pop(0)
    end = line[-1]
    samples.append((second, end[0] + wander[0], end[1] + wander[1], height(*end) + drift, pulse, 168, 2.5))
    return samples


def gpx(name, samples, lat, lon, start, elevation=True, heart=True):
    """A GPX 1.1 document; `start` is (year, month, day, hour, minute)."""
    year, month, day, hour, minute = start
    base = hour * 3600 + minute * 60
    rows = []
    scale = math.cos(math.radians(lat))
    for second, x, y, ele, pulse, cadence, _ in samples:
        clock = base + second
        la = lat + math.degrees(y / EARTH)
        lo = lon + math.degrees(x / EARTH / scale)
        if lo > 180:
            lo -= 360
        row = '      <trkpt lat="%.7f" lon="%.7f">' % (la, lo)
        if elevation:
            row += '<ele>%.1f</ele>' % ele
        row += '<time>%04d-%02d-%02dT%02d:%02d:%02dZ</time>' % (
            year, month, day, clock // 3600, clock // 60 % 60, clock % 60)
        if heart:
            row += ('<extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>%d</gpxtpx:hr><gpxtpx:cad>%d</gpxtpx:cad>'
                    '</gpxtpx:TrackPointExtension></extensions>' % (round(pulse), round(cadence / 2)))
        rows.append(row + '</trkpt>')
    return ('<?xml version="1.0" encoding="UTF-8"?>\n'
            '<gpx version="1.1" creator="replay-composer examples" xmlns="http://www.topografix.com/GPX/1/1"\n'
            '     xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">\n'
            '  <trk>\n    <name>%s</name>\n    <type>running</type>\n    <trkseg>\n%s\n    </trkseg>\n  </trk>\n</gpx>\n'
            % (name, '\n'.join(rows)))


def hills(*bumps):
    def height(x, y):
        return 412 + sum(h * math.exp(-((x - bx) ** 2 + (y - by) ** 2) / (2 * r * r)) for bx, by, r, h in bumps)
    return height


def hilly_10k():
    controls = [(0, 0), (160, 330), (90, 690), (380, 960), (760, 900), (930, 1180), (760, 1480), (980, 1790),
                (1360, 1730), (1490, 1420), (1790, 1290), (2060, 1500), (2380, 1400), (2420, 1060), (2140, 850),
                (2230, 520), (1960, 290), (1610, 420), (1330, 240), (1390, -80), (1060, -260), (640, -190),
                (330, -300)]
    height = hills((940, 1760, 490, 178), (2640, 1520, 560, 104), (1760, 760, 440, -48), (180, 1050, 350, 40),
                   (1520, -120, 390, 62))
    line = spline([(x * 1.172, y * 1.172) for x, y in controls], closed=True)
    samples = walk(line, lambda s, g: max(1.7, 3.12 - 5.2 * max(g, -0.04) + 0.25 * (s > 0.93)), height, 11,
                   pauses=[(0.47, 95)])
    return gpx('Ridge and river', samples, 46.7312, 9.4128, (2026, 5, 17, 6, 42))


def flat_5k():
    controls = [(0, 0), (420, 60), (820, -40), (1180, 120), (1500, 430), (1440, 780), (1100, 940), (700, 900),
                (330, 1040), (-20, 900), (-160, 520)]
    line = spline(controls, closed=True)
    scale = 5030 / (len(line) * 2.0)
    line = spline([(x * scale, y * scale) for x, y in controls], closed=True)
    samples = walk(line, lambda s, g: 3.55 + 0.22 * math.sin(9 * s) + 0.5 * (s > 0.9), lambda x, y: 0, 5)
    return gpx('Harbour five', samples, 53.6021, 8.1305, (2026, 9, 5, 16, 10), elevation=False, heart=False)


def out_and_back():
    out = [(0, 0), (240, 420), (120, 880), (420, 1290), (330, 1760), (640, 2180), (980, 2420), (1120, 2890)]
    line = spline(out, closed=False)
    line = line + [(x + 3, y) for x, y in reversed(line[:-1])]
    height = hills((600, 2300, 620, 74), (200, 700, 330, 31))
    samples = walk(line, lambda s, g: max(1.9, 3.0 - 4.6 * max(g, -0.04) + 0.2 * (s > 0.5)), height, 23)
    return gpx('Lake path, out and back', samples, 60.1180, 24.0432, (2026, 7, 2, 4, 55), heart=False)


def track_laps():
    line = []
    radius, straight = 36.8, 84.39
    lap = 2 * straight + 2 * math.pi * radius
    for k in range(int(12.5 * lap / 2) + 1):
        s = (k * 2.0) % lap
        if s < straight:
            p = (s - straight / 2, -radius)
        elif s < straight + math.pi * radius:
            a = (s - straight) / radius
            p = (straight / 2 + radius * math.sin(a), -radius * math.cos(a))
        elif s < 2 * straight + math.pi * radius:
            p = (straight / 2 - (s - straight - math.pi * radius), radius)
        else:
            a = (s - 2 * straight - math.pi * radius) / radius
            p = (-straight / 2 - radius * math.sin(a), radius * math.cos(a))
        line.append(p)
    # 800 m hard, 400 m easy.
    samples = walk(line, lambda s, g: 4.5 if (s * 5000) % 1200 < 800 else 3.0, lambda x, y: 38, 31, noise=1.0)
    return gpx('Track night', samples, 47.3849, 8.5031, (2026, 6, 9, 18, 30))


def antimeridian():
    controls = [(0, 0), (380, 210), (700, 120), (1100, 420), (1480, 380), (1740, 700), (1500, 1060), (1030, 1010),
                (660, 1210), (260, 960), (90, 520)]
    height = hills((900, 700, 420, 120), (300, 300, 300, 40))
    samples = walk(spline(controls, closed=True), lambda s, g: max(1.8, 2.9 - 5 * max(g, -0.04)), height, 41)
    return gpx('Date line loop', samples, -16.8120, 179.9925, (2026, 1, 31, 20, 5))


FILES = {
    'hilly-10k.gpx': hilly_10k, 'flat-5k.gpx': flat_5k, 'no-hr.gpx': out_and_back, 'track-laps.gpx': track_laps,
    'antimeridian.gpx': antimeridian,
}


def main():
    folder = os.path.dirname(os.path.abspath(__file__))
    different = []
    for name, make in FILES.items():
        text = make()
        path = os.path.join(folder, name)
        if '--check' in sys.argv[1:]:
            with open(path, encoding='utf-8') as file:
                if file.read() != text:
                    different.append(name)
        else:
            with open(path, 'w', encoding='utf-8', newline='\n') as file:
                file.write(text)
    if different:
        sys.exit('differs: ' + ', '.join(different))


if __name__ == '__main__':
    main()
