#pragma clang diagnostic ignored "-Wpsabi"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ground.h"
#include "ground_grid.h"

// The picture is sampled on a lattice of BLOCK_X by BLOCK_Y pixels by casting rays; one over depth, which is linear in
// the picture over any plane, and everything smooth is interpolated in between. Blocks that an edge runs through are
// sampled at each pixel.
enum { BLOCK_X = 8, BLOCK_Y = 4 };

#if defined(__x86_64__)
#define VECTOR_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define VECTOR_CLONES
#endif

typedef float floats __attribute__((vector_size(32)));
typedef int32_t ints __attribute__((vector_size(32)));

#define INLINE static inline __attribute__((always_inline))

// MARK: Rays

typedef struct {
  double x, y, z;
} ray;

INLINE ray ray_through(const craster_view *view, double px, double py) {
  const double u = (px - view->principal_x) / view->focal, v = (view->principal_y - py) / view->focal;
  return (ray){view->forward[0] + view->right[0] * u + view->up[0] * v,
               view->forward[1] + view->right[1] * u + view->up[1] * v,
               view->forward[2] + view->right[2] * u + view->up[2] * v};
}

// Cuts the range of a ray's depths to where a coordinate lies between two bounds.
static int clip(double origin, double slope, double low, double high, double *start, double *end) {
  if (fabs(slope) < 1e-12) return origin >= low && origin <= high;
  double a = (low - origin) / slope, b = (high - origin) / slope;
  if (a > b) {
    const double swap = a;
    a = b;
    b = swap;
  }
  if (a > *start) *start = a;
  if (b < *end) *end = b;
  return *start < *end;
}

// What a ray meets: a depth, or -1 for the sky, and the ground there.
typedef struct {
  double depth;
  ground_sample at;
} meeting;

// Where a ray is expected to meet the ground: not before `earliest`, close to `guess` (0 when unknown).
typedef struct {
  double earliest, guess;
} expectation;

static meeting plain(const craster_ground *ground, const craster_view *view, ray r, double depth, int shaded) {
  meeting result = {depth, {0, 0, 0, 0}};
  if (depth > 0)
    result.at = grid_sample(&ground->grid, view->eye[0] + r.x * depth, view->eye[1] + r.y * depth, shaded);
  return result;
}

// Newton's steps on the smooth surface from `t`, kept between two depths.
INLINE meeting settle(const craster_ground *ground, const craster_view *view, ray r, double t, double low, double high,
                      int shaded, int *settled) {
  const craster_height_grid *grid = &ground->grid;
  const double oz = view->eye[2] - ground->level;
  meeting result = {t, {0, 0, 0, 0}};
  *settled = 0;
  for (int step = 0; step < 4; step++) {
    result.at = grid_sample(grid, view->eye[0] + r.x * t, view->eye[1] + r.y * t, shaded);
    const double value = oz + r.z * t - ground->exaggeration * (double)result.at.height;
    const double slope = r.z - ground->exaggeration * ((double)result.at.slope_x * r.x + (double)result.at.slope_y * r.y);
    if (slope > -1e-9) return result;
    double next = t - value / slope;
    const int outside = next < low || next > high;
    if (next < low) next = low;
    if (next > high) next = high;
    const double change = fabs(next - t);
    result.depth = t = next;
    // The height that belongs to the depth, without another look at the grid.
    if (change < 2e-4 * t) {
      result.at.height = (float)((oz + r.z * t) / ground->exaggeration);
      *settled = !outside;
      return result;
    }
  }
  return result;
}

static meeting hit(const craster_ground *ground, const craster_view *view, ray r, expectation expected, int shaded) {
  const craster_height_grid *grid = &ground->grid;
  const double ox = view->eye[0], oy = view->eye[1], oz = view->eye[2] - ground->level;
  const double farthest = 1e8, plane = r.z < -1e-12 ? -oz / r.z : -1;
  const double beyond = plane > view->near && plane < farthest ? plane : -1;
  const double top = ground->exaggeration * grid->highest, bottom = ground->exaggeration * grid->lowest;
  double start = view->near, end = farthest;
  const double reach_x = grid_metres((grid->columns >> 1) - 2.01, grid->core_x, grid->stretch, grid->cell);
  const double reach_y = grid_metres((grid->rows >> 1) - 2.01, grid->core_y, grid->stretch, grid->cell);
  const int meets = ground->exaggeration > 0 &&
                    clip(ox, r.x, grid->center_x - reach_x, grid->center_x + reach_x, &start, &end) &&
                    clip(oy, r.y, grid->center_y - reach_y, grid->center_y + reach_y, &start, &end);
  if (!meets || (beyond > 0 && beyond < start)) return plain(ground, view, r, beyond, shaded);
  if (!clip(oz, r.z, bottom - 0.01, top + 0.01, &start, &end)) return plain(ground, view, r, beyond, shaded);
  const double across = sqrt(r.x * r.x + r.y * r.y) + 1e-9;
  const double stride = 1.5 * grid->cell / (across > 0.1 ? across : 0.1);
  if (expected.earliest > start) start = expected.earliest;
  if (start >= end) return plain(ground, view, r, end, shaded);
  if (expected.guess > start && expected.guess < end && expected.guess < 2 * start) {
    int settled;
    const double far = 1.1 * expected.guess;
    const meeting result = settle(ground, view, r, expected.guess, start, far < end ? far : end, shaded, &settled);
    // Nothing may stand in between.
    for (double t = start + 0.5 * stride; settled && t < result.depth - stride; t += stride + 0.004 * t)
      settled = oz + r.z * t > ground->exaggeration * (double)grid_bilinear(grid, ox + r.x * t, oy + r.y * t);
    if (settled) return result;
  }
  const double steepest = ground->exaggeration * grid->steepest < 1.5 ? ground->exaggeration * grid->steepest : 1.5;
  const double closing = steepest * across - r.z;
  // The last three places, for crests that lie between two of them.
  double t = start, previous = start, earlier = start, clear_before = 0, clear_earlier = 0;
  int found = 0;
  for (int step = 0; step < 400; step++) {
    const double clear =
        oz + r.z * t - ground->exaggeration * (double)grid_bilinear(grid, ox + r.x * t, oy + r.y * t);
    if (clear < 1e-4 * t) {
      found = 1;
      break;
    }
    if (step > 1 && clear_before < clear_earlier && clear_before < clear && clear_before < 0.01 * t) {
      // The lowest point of the parabola through the three.
      const double a = previous - earlier, b = t - previous;
      const double slope = ((clear_before - clear_earlier) / a * b + (clear - clear_before) / b * a) / (a + b);
      const double bend = ((clear - clear_before) / b - (clear_before - clear_earlier) / a) / (a + b);
      const double lowest = bend > 0 ? previous - slope / (2 * bend) : previous;
      if (lowest > earlier && lowest < t &&
          oz + r.z * lowest < ground->exaggeration * (double)grid_bilinear(grid, ox + r.x * lowest, oy + r.y * lowest)) {
        t = lowest;
        previous = earlier;
        found = 1;
        break;
      }
    }
    earlier = previous;
    clear_earlier = clear_before;
    previous = t;
    clear_before = clear;
    double advance = closing > 1e-6 ? clear / closing : end - t;
    if (advance < stride + 0.004 * t) advance = stride + 0.004 * t;
    if (t >= end) break;
    t = t + advance < end ? t + advance : end;
  }
  if (!found) {
    const int leaves = t >= end && (beyond < 0 || beyond >= end * (1 - 1e-6));
    return plain(ground, view, r, leaves ? beyond : t < end ? t : end, shaded);
  }
  // Narrow it down on the way from the last place above the ground.
  double low = previous, high = t;
  for (int step = 0; step < 5 && high - low > 1e-3 * high; step++) {
    const double middle = 0.5 * (low + high);
    if (oz + r.z * middle > ground->exaggeration * (double)grid_bilinear(grid, ox + r.x * middle, oy + r.y * middle)) {
      low = middle;
    } else {
      high = middle;
    }
  }
  int settled;
  return settle(ground, view, r, high, previous, t + 0.2 * (t - previous) + 1e-3 * t, shaded, &settled);
}

double craster_ground_depth(const craster_ground *ground, const craster_view *view, double x, double y) {
  return hit(ground, view, ray_through(view, x, y), (expectation){0, 0}, 0).depth;
}

// MARK: Samples

// What a lattice point knows. Colours 0…255 with light and haze but without lines.
typedef struct {
  // Height in contours, place in grid lines from the eye's.
  float inverse_depth, height, grid_x, grid_y, red, green, blue;
  // How much of lines is left by haze.
  float clear;
} sample;

enum { DEPTH, HEIGHT, GRID_X, GRID_Y, RED, GREEN, BLUE, CLEAR, FIELDS };

INLINE float mixed(float a, float b, float t) { return a + (b - a) * t; }
INLINE float unit(float t) { return t < 0 ? 0 : t > 1 ? 1 : t; }

static sample sky(const craster_ground *ground, ray r) {
  const double length = sqrt(r.x * r.x + r.y * r.y + r.z * r.z);
  float t = unit((float)(r.z / length) / 0.42f);
  t = t * (2 - t);
  return (sample){0,
                  0,
                  0,
                  0,
                  mixed(ground->sky_horizon[0], ground->sky_top[0], t),
                  mixed(ground->sky_horizon[1], ground->sky_top[1], t),
                  mixed(ground->sky_horizon[2], ground->sky_top[2], t),
                  0};
}

static sample take(const craster_ground *ground, const craster_view *view, double px, double py,
                   expectation expected) {
  const ray r = ray_through(view, px, py);
  const meeting met = hit(ground, view, r, expected, ground->grid.shades != NULL);
  const double depth = met.depth;
  if (depth < 0) return sky(ground, r);
  const float relative = (float)(depth / view->distance);
  float tone = unit((relative - 0.7f) / 2.6f);
  tone = tone * tone * (3 - 2 * tone);
  // Haze: thin at the target, thick towards the end of the world.
  const float fog = (float)ground->fog;
  const float thin = relative > 1 ? (relative - 1) * (0.25f + fog) * 0.42f : 0;
  const float haze = thin * thin / (0.6f + thin * thin);
  const float light = met.at.shade, bright = unit(light * 4.5f), dark = unit(-light * 2.4f);
  sample result;
  result.inverse_depth = (float)(1 / depth);
  result.height = ground->contour_interval > 0
                      ? (met.at.height + (float)fmod(ground->grid.base, 5 * ground->contour_interval)) /
                            (float)ground->contour_interval
                      : 0;
  const double lines = ground->grid_spacing > 0 ? 1 / ground->grid_spacing : 0;
  const double eye_x = view->eye[0] * lines, eye_y = view->eye[1] * lines;
  result.grid_x = (float)(eye_x - floor(eye_x) + r.x * depth * lines);
  result.grid_y = (float)(eye_y - floor(eye_y) + r.y * depth * lines);
  result.clear = (1 - haze) * (1 - haze);
  float *out[3] = {&result.red, &result.green, &result.blue};
  for (int c = 0; c < 3; c++) {
    float value = mixed(ground->near_color[c], ground->far_color[c], tone);
    value = value + (ground->lit[c] - ground->near_color[c]) * bright + (ground->shaded[c] - ground->near_color[c]) * dark;
    *out[c] = mixed(value, ground->sky_horizon[c], haze);
  }
  return result;
}

// MARK: Rows

// Samples of one lattice row, a field after another.
typedef struct {
  float *fields[FIELDS];
} lattice_row;

INLINE void keep(lattice_row *row, int i, sample s) {
  const float *values = &s.inverse_depth;
  for (int f = 0; f < FIELDS; f++) row->fields[f][i] = values[f];
}

INLINE floats splat(float value) {
  return (floats){value, value, value, value, value, value, value, value};
}
INLINE floats least(floats a, floats b) {
  const ints mask = a < b;
  return (floats)(((ints)a & mask) | ((ints)b & ~mask));
}
INLINE floats most(floats a, floats b) {
  const ints mask = a > b;
  return (floats)(((ints)a & mask) | ((ints)b & ~mask));
}
INLINE floats units(floats t) { return most(least(t, splat(1)), splat(0)); }
// The nearest whole number of values below 2²².
INLINE floats rounded(floats t) {
  const floats big = splat(12582912.f);
  return (t + big) - big;
}
INLINE floats magnitude(floats t) { return (floats)((ints)t & 0x7fffffff); }
typedef struct {
  // Coverage of lines at whole values, and the values.
  floats cover, nearest;
} lines;

// Lines of a field that changes by `slope` a pixel, `half_width` pixels wide to each side.
INLINE lines lines_of(floats value, float slope, float half_width) {
  const floats nearest = rounded(value), off = magnitude(value - nearest);
  // Where a field hardly changes, a line would spread into a blot.
  return (lines){units(splat(half_width + 0.5f) - off * (1 / slope)) * units(splat(3) - off * 12), nearest};
}

// Whether any of the values between two ends lies so close to a whole one that a line shows.
INLINE int has_line(float a, float b, float slope, float half_width) {
  const float pad = slope * (half_width + 0.5f);
  const float low = (a < b ? a : b) - pad, high = (a < b ? b : a) + pad;
  return floorf(low) != floorf(high);
}

INLINE floats chosen(ints mask, floats a, floats b) { return (floats)(((ints)a & mask) | ((ints)b & ~mask)); }

INLINE void lay(floats color[3], const float line[3], floats cover) {
  for (int c = 0; c < 3; c++) color[c] += (line[c] - color[c]) * cover;
}

// Slope of a field within a block, a pixel.
INLINE float block_slope(float across, float down) { return sqrtf(across * across + down * down) + 1e-6f; }

// Draws one row of pixels from the lattice rows above and below it.
INLINE void draw_row(const craster_ground *ground, const lattice_row *above, const lattice_row *below, int step,
                     const uint8_t *skip, int x0, int x1, int y, uint32_t *line) {
  const float share = (float)step / BLOCK_Y;
  const floats ramp = {0, 0.125f, 0.25f, 0.375f, 0.5f, 0.625f, 0.75f, 0.875f};
  const floats lanes = {0, 1, 2, 3, 4, 5, 6, 7};
  const float contour_width = ground->contour_width, index_width = ground->index_width;
  const float grid_width = ground->grid_width, widest = contour_width > index_width ? contour_width : index_width;
  const int has_contours = ground->contour_interval > 0, has_grid = ground->grid_spacing > 0;
  for (int i = 0, x = x0; x < x1; i++, x += BLOCK_X) {
    if (skip[i]) continue;
    float left[FIELDS], right[FIELDS], slope[FIELDS];
    for (int f = 0; f < FIELDS; f++) {
      const float a0 = above->fields[f][i], a1 = above->fields[f][i + 1];
      const float b0 = below->fields[f][i], b1 = below->fields[f][i + 1];
      left[f] = a0 + (b0 - a0) * share;
      right[f] = a1 + (b1 - a1) * share;
      if (f >= HEIGHT && f <= GRID_Y)
        slope[f] = block_slope((right[f] - left[f]) / BLOCK_X, ((b0 - a0) + (b1 - a1)) * 0.5f / BLOCK_Y);
    }
#define FIELD(f) (splat(left[f]) + splat(right[f] - left[f]) * ramp)
    floats color[3] = {FIELD(RED), FIELD(GREEN), FIELD(BLUE)};
    if (left[CLEAR] + right[CLEAR] > 0.02f) {
      if (has_grid) {
        // Lines closer than some pixels fade before they could swim.
        const float fade_x = unit((0.075f - slope[GRID_X]) * 20), fade_y = unit((0.075f - slope[GRID_Y]) * 20);
        floats cover = splat(0);
        int any = 0;
        if (fade_x > 0 && has_line(left[GRID_X], right[GRID_X], slope[GRID_X], grid_width)) {
          cover = lines_of(FIELD(GRID_X), slope[GRID_X], grid_width).cover * fade_x;
          any = 1;
        }
        if (fade_y > 0 && has_line(left[GRID_Y], right[GRID_Y], slope[GRID_Y], grid_width)) {
          cover = most(cover, lines_of(FIELD(GRID_Y), slope[GRID_Y], grid_width).cover * fade_y);
          any = 1;
        }
        if (any) lay(color, ground->grid_line, cover * FIELD(CLEAR));
      }
      if (has_contours && has_line(left[HEIGHT], right[HEIGHT], slope[HEIGHT], widest)) {
        const float fade = unit((0.13f - slope[HEIGHT]) * 12), index_fade = unit((0.5f - slope[HEIGHT]) * 3);
        const floats height = FIELD(HEIGHT), clear = FIELD(CLEAR);
        const lines thin = lines_of(height, slope[HEIGHT], contour_width);
        const lines thick = lines_of(height, slope[HEIGHT], index_width);
        const ints is_index = rounded(thin.nearest * 0.2f) * 5 == thin.nearest;
        lay(color, ground->contour, chosen(is_index, splat(0), thin.cover * fade) * clear);
        lay(color, ground->index_contour, chosen(is_index, thick.cover * index_fade, splat(0)) * clear);
      }
    }
#undef FIELD
    // Interleaved gradient noise (J. Jimenez, 2014) instead of rounding: no bands.
    floats noise = (splat((float)(x & 1023)) + lanes) * 0.06711056f + splat((float)(y & 1023) * 0.00583715f);
    noise = noise - __builtin_convertvector(__builtin_convertvector(noise, ints), floats);
    noise = noise * 52.9829189f;
    noise = noise - __builtin_convertvector(__builtin_convertvector(noise, ints), floats);
    ints word = (ints){0} + (int32_t)0xff000000u;
    for (int c = 0; c < 3; c++) {
      const ints part = __builtin_convertvector(most(least(color[c] + noise, splat(255)), splat(0)), ints);
      word |= part << (16 - 8 * c);
    }
    const int count = x1 - x < BLOCK_X ? x1 - x : BLOCK_X;
    if (count == BLOCK_X) {
      memcpy(line + x, &word, sizeof word);
    } else {
      memcpy(line + x, &word, sizeof(uint32_t) * (size_t)count);
    }
  }
}

VECTOR_CLONES
static void draw_rows(const craster_ground *ground, const lattice_row *above, const lattice_row *below,
                      const uint8_t *skip, int x0, int x1, int y, int rows, uint32_t *pixels,
                      int stride) {
  for (int step = 0; step < rows; step++)
    draw_row(ground, above, below, step, skip, x0, x1, y + step, pixels + (long)(y + step) * stride);
}

// A block through which an edge runs: each pixel is sampled.
static void draw_block(const craster_ground *ground, const craster_view *view, double earliest, int x0, int x1,
                       int y0, int y1, uint32_t *pixels, int stride) {
  for (int y = y0; y < y1; y++) {
    for (int x = x0; x < x1; x++) {
      // Two rays a pixel soften the edge.
      const expectation expected = {earliest, 0};
      const sample a = take(ground, view, x + 0.25, y + 0.25, expected), b = take(ground, view, x + 0.75, y + 0.75, expected);
      float noise = (float)(x & 1023) * 0.06711056f + (float)(y & 1023) * 0.00583715f;
      noise = 52.9829189f * (noise - floorf(noise));
      noise -= floorf(noise);
      const int red = (int)((a.red + b.red) * 0.5f + noise), green = (int)((a.green + b.green) * 0.5f + noise),
                blue = (int)((a.blue + b.blue) * 0.5f + noise);
      pixels[(long)y * stride + x] = 0xff000000u | (uint32_t)(red > 255 ? 255 : red < 0 ? 0 : red) << 16 |
                                     (uint32_t)(green > 255 ? 255 : green < 0 ? 0 : green) << 8 |
                                     (uint32_t)(blue > 255 ? 255 : blue < 0 ? 0 : blue);
    }
  }
}

// MARK: Picture

static int is_edge(const lattice_row *above, const lattice_row *below, int i) {
  float low[FIELDS], high[FIELDS];
  for (int f = 0; f < FIELDS; f++) {
    const float values[4] = {above->fields[f][i], above->fields[f][i + 1], below->fields[f][i], below->fields[f][i + 1]};
    low[f] = high[f] = values[0];
    for (int k = 1; k < 4; k++) {
      if (values[k] < low[f]) low[f] = values[k];
      if (values[k] > high[f]) high[f] = values[k];
    }
  }
  // Depths of neighbours on one surface lie close, except where all is haze.
  const int jumps = high[DEPTH] > 1.12f * low[DEPTH];
  const int shows = high[RED] - low[RED] > 3 || high[GREEN] - low[GREEN] > 3 || high[BLUE] - low[BLUE] > 3 ||
                    high[CLEAR] > 0.05f;
  return jumps && shows;
}

int craster_ground_draw(const craster_ground *ground, const craster_view *view, uint32_t *pixels, int stride, int x0,
                        int y0, int x1, int y1) {
  if (x1 <= x0 || y1 <= y0) return 1;
  const int columns = (x1 - x0 + BLOCK_X - 1) / BLOCK_X + 1, bands = (y1 - y0 + BLOCK_Y - 1) / BLOCK_Y;
  float *memory = malloc(sizeof(float) * (size_t)columns * FIELDS * 2 + (size_t)columns);
  if (memory == NULL) return 0;
  lattice_row rows[2];
  for (int k = 0; k < 2; k++)
    for (int f = 0; f < FIELDS; f++) rows[k].fields[f] = memory + (size_t)(k * FIELDS + f) * (size_t)columns;
  uint8_t *skip = (uint8_t *)(memory + (size_t)columns * FIELDS * 2);
  lattice_row *above = rows, *below = rows + 1;
  // From the bottom: what a ray meets lies behind what the ray below it met.
  for (int band = bands; band >= 0; band--) {
    const double py = y0 + band * BLOCK_Y + 0.5;
    for (int i = 0; i < columns; i++) {
      // The row above last time is the row below now; the one before it still lies in `above`.
      const float q = band < bands ? below->fields[0][i] : 0, before = band + 1 < bands ? above->fields[0][i] : 0;
      expectation expected = {0, 0};
      if (band < bands && q == 0 && below->fields[CLEAR][i] == 0) {
        // Nothing stands out above the sky.
        keep(above, i, sky(ground, ray_through(view, x0 + i * BLOCK_X + 0.5, py)));
        continue;
      }
      if (q > 0) expected.earliest = 0.985 / (double)q;
      if (q > 0 && before > 0 && 2 * q - before > 0.2f * q) expected.guess = 1 / (double)(2 * q - before);
      keep(above, i, take(ground, view, x0 + i * BLOCK_X + 0.5, py, expected));
    }
    if (band < bands) {
      const int y = y0 + band * BLOCK_Y, count = y1 - y < BLOCK_Y ? y1 - y : BLOCK_Y;
      for (int i = 0; i + 1 < columns; i++) {
        skip[i] = (uint8_t)is_edge(above, below, i);
        if (!skip[i]) continue;
        const float a = below->fields[0][i], b = below->fields[0][i + 1];
        const float q = a > b ? a : b;
        const int left = x0 + i * BLOCK_X, right = left + BLOCK_X < x1 ? left + BLOCK_X : x1;
        draw_block(ground, view, q > 0 ? 0.85 / (double)q : 0, left, right, y, y + count, pixels, stride);
      }
      draw_rows(ground, above, below, skip, x0, x1, y, count, pixels, stride);
    }
    lattice_row *swap = above;
    above = below;
    below = swap;
  }
  free(memory);
  return 1;
}
