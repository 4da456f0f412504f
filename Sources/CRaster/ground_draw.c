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

// The depth at which a ray meets the ground, or -1. Nothing is met before `hint`.
static double hit(const craster_ground *ground, const craster_view *view, ray r, double hint) {
  const craster_height_grid *grid = &ground->grid;
  const double ox = view->eye[0], oy = view->eye[1], oz = view->eye[2] - ground->level;
  const double farthest = 1e8, plane = r.z < -1e-12 ? -oz / r.z : -1;
  const double beyond = plane > view->near && plane < farthest ? plane : -1;
  const double top = ground->exaggeration * grid->highest, bottom = ground->exaggeration * grid->lowest;
  double start = view->near, end = farthest;
  const double margin = 2.01 * grid->cell;
  const int meets =
      clip(ox, r.x, grid->west + margin, grid->west + (grid->columns - 1) * grid->cell - margin, &start, &end) &&
      clip(oy, r.y, grid->south + margin, grid->south + (grid->rows - 1) * grid->cell - margin, &start, &end);
  if (ground->exaggeration == 0 || !meets || (beyond > 0 && beyond < start)) return beyond;
  if (!clip(oz, r.z, bottom - 0.01, top + 0.01, &start, &end)) return beyond;
  if (hint > start) start = hint;
  if (start >= end) return end;
  const double across = sqrt(r.x * r.x + r.y * r.y);
  const double steepest = ground->exaggeration * grid->steepest < 1.5 ? ground->exaggeration * grid->steepest : 1.5;
  const double closing = steepest * across - r.z;
  double t = start, previous = start;
  int found = 0;
  for (int step = 0; step < 160; step++) {
    const double clear =
        oz + r.z * t - ground->exaggeration * (double)grid_bilinear(grid, ox + r.x * t, oy + r.y * t);
    if (clear < 1e-4 * t) {
      found = 1;
      break;
    }
    previous = t;
    double advance = closing > 1e-6 ? clear / closing : end - t;
    const double least = 0.1 * grid->cell / (across > 0.05 ? across : 0.05) + 0.001 * t;
    if (advance < least) advance = least;
    t += advance;
    if (t >= end) break;
  }
  if (!found) return t >= end && (beyond < 0 || beyond >= end - 1e-6 * end) ? beyond : t < end ? t : end;
  // Between the last point above the ground and the first below it: Newton's steps on the smooth surface.
  const double low = previous, high = t + 0.2 * (t - previous) + 1e-3 * t;
  for (int step = 0; step < 4; step++) {
    const ground_sample at = grid_sample(grid, ox + r.x * t, oy + r.y * t, 0);
    const double value = oz + r.z * t - ground->exaggeration * (double)at.height;
    const double slope = r.z - ground->exaggeration * ((double)at.slope_x * r.x + (double)at.slope_y * r.y);
    if (slope > -1e-9) break;
    double next = t - value / slope;
    if (next < low) next = low;
    if (next > high) next = high;
    const double change = fabs(next - t);
    t = next;
    if (change < 1e-6 * t) break;
  }
  return t;
}

double craster_ground_depth(const craster_ground *ground, const craster_view *view, double x, double y) {
  return hit(ground, view, ray_through(view, x, y), 0);
}

// MARK: Samples

// What a lattice point knows. Colours 0…255 with light and haze but without lines.
typedef struct {
  float inverse_depth, height, red, green, blue;
  // How much of lines is left by haze.
  float clear;
} sample;

INLINE float mixed(float a, float b, float t) { return a + (b - a) * t; }
INLINE float unit(float t) { return t < 0 ? 0 : t > 1 ? 1 : t; }

static sample sky(const craster_ground *ground, ray r) {
  const double length = sqrt(r.x * r.x + r.y * r.y + r.z * r.z);
  float t = unit((float)(r.z / length) / 0.42f);
  t = t * (2 - t);
  return (sample){0,
                  0,
                  mixed(ground->sky_horizon[0], ground->sky_top[0], t),
                  mixed(ground->sky_horizon[1], ground->sky_top[1], t),
                  mixed(ground->sky_horizon[2], ground->sky_top[2], t),
                  0};
}

static sample take(const craster_ground *ground, const craster_view *view, double px, double py, double hint) {
  const ray r = ray_through(view, px, py);
  const double depth = hit(ground, view, r, hint);
  if (depth < 0) return sky(ground, r);
  const double x = view->eye[0] + r.x * depth, y = view->eye[1] + r.y * depth;
  const ground_sample at = grid_sample(&ground->grid, x, y, ground->grid.shades != NULL);
  const float relative = (float)(depth / view->distance);
  float tone = unit((relative - 0.7f) / 2.6f);
  tone = tone * tone * (3 - 2 * tone);
  // Haze: thin at the target, thick towards the end of the world.
  const float fog = (float)ground->fog;
  const float thin = relative > 1 ? (relative - 1) * (0.25f + 0.75f * fog) * 0.42f : 0;
  const float haze = thin * thin / (1 + thin * thin);
  const float light = at.shade, bright = unit(light * 4.5f), dark = unit(-light * 2.4f);
  sample result;
  result.inverse_depth = (float)(1 / depth);
  result.height = ground->contour_interval > 0
                      ? (float)((grid_sample(&ground->grid, x, y, 0).height + fmod(ground->grid.base, 5 * ground->contour_interval)) /
                                ground->contour_interval)
                      : 0;
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

enum { FIELDS = 6 };

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
INLINE floats root(floats t) {
  floats result;
  for (int k = 0; k < 8; k++) result[k] = __builtin_sqrtf(t[k]);
  return result;
}

// Coverage of lines at whole values of a field with a gradient (per pixel), of a half width in pixels.
INLINE floats line_cover(floats value, floats nearest, floats gradient, float half_width) {
  const floats off = magnitude(value - nearest);
  const floats pixels = off / gradient;
  // Where a field hardly changes, a line would spread into a blot.
  return units(splat(half_width + 0.5f) - pixels) * units(splat(3) - off * 12);
}


// Draws one row of pixels from the lattice rows above and below it.
INLINE void draw_row(const craster_ground *ground, const craster_view *view, const lattice_row *above,
                     const lattice_row *below, int step, const uint8_t *skip, int x0, int x1, int y, uint32_t *line) {
  const float share = (float)step / BLOCK_Y;
  const floats ramp = {0, 0.125f, 0.25f, 0.375f, 0.5f, 0.625f, 0.75f, 0.875f};
  const floats lanes = {0, 1, 2, 3, 4, 5, 6, 7};
  const double v = (view->principal_y - (y + 0.5)) / view->focal;
  const float focal = (float)view->focal;
  const float spacing = (float)ground->grid_spacing;
  const double grid = ground->grid_spacing > 0 ? ground->grid_spacing : 1;
  // The eye in grid lines, without whole ones.
  const float eye_x = (float)(view->eye[0] / grid - floor(view->eye[0] / grid));
  const float eye_y = (float)(view->eye[1] / grid - floor(view->eye[1] / grid));
  const float per = (float)(1 / grid);
  const float right_x = (float)view->right[0] * per / focal, right_y = (float)view->right[1] * per / focal;
  const float up_x = (float)view->up[0] * per / focal, up_y = (float)view->up[1] * per / focal;
  const int has_contours = ground->contour_interval > 0, has_grid = spacing > 0;
  for (int i = 0, x = x0; x < x1; i++, x += BLOCK_X) {
    if (skip[i]) continue;
    floats field[FIELDS];
    float across[2], down[2];
    for (int f = 0; f < FIELDS; f++) {
      const float a0 = above->fields[f][i], a1 = above->fields[f][i + 1];
      const float b0 = below->fields[f][i], b1 = below->fields[f][i + 1];
      const float left = a0 + (b0 - a0) * share, right = a1 + (b1 - a1) * share;
      field[f] = splat(left) + splat(right - left) * ramp;
      if (f < 2) {
        across[f] = (right - left) / BLOCK_X;
        down[f] = ((b0 - a0) + (b1 - a1)) * 0.5f / BLOCK_Y;
      }
    }
    floats red = field[2], green = field[3], blue = field[4];
    const floats clear = field[5];
    if (has_grid && clear[0] + clear[7] > 0.02f) {
      const floats q = most(field[0], splat(1e-9f));
      const floats depth = splat(1) / q;
      const float u0 = (float)((x + 0.5 - view->principal_x) / view->focal);
      const floats u = splat(u0) + lanes * (1 / focal);
      const floats rx = splat((float)(view->forward[0] + view->up[0] * v) * per) + u * (float)(view->right[0] * per);
      const floats ry = splat((float)(view->forward[1] + view->up[1] * v) * per) + u * (float)(view->right[1] * per);
      const floats gx = splat(eye_x) + rx * depth, gy = splat(eye_y) + ry * depth;
      const floats qx = splat(across[0]) * depth, qy = splat(down[0]) * depth;
      const floats gx_x = (splat(right_x) - rx * qx) * depth, gx_y = (splat(-up_x) - rx * qy) * depth;
      const floats gy_x = (splat(right_y) - ry * qx) * depth, gy_y = (splat(-up_y) - ry * qy) * depth;
      const floats slope_x = root(gx_x * gx_x + gx_y * gx_y + 1e-14f);
      const floats slope_y = root(gy_x * gy_x + gy_y * gy_y + 1e-14f);
      const floats cover_x = line_cover(gx, rounded(gx), slope_x, ground->grid_width) *
                             units((splat(0.07f) - slope_x) * 20);
      const floats cover_y = line_cover(gy, rounded(gy), slope_y, ground->grid_width) *
                             units((splat(0.07f) - slope_y) * 20);
      const floats cover = most(cover_x, cover_y) * clear;
      red += (ground->grid_line[0] - red) * cover;
      green += (ground->grid_line[1] - green) * cover;
      blue += (ground->grid_line[2] - blue) * cover;
    }
    if (has_contours && clear[0] + clear[7] > 0.02f) {
      const floats height = field[1];
      const float slope = sqrtf(across[1] * across[1] + down[1] * down[1]) + 1e-6f;
      const floats nearest = rounded(height);
      const floats fifth = rounded(nearest * 0.2f) * 5;
      const ints is_index = fifth == nearest;
      // Lines closer than some pixels fade before they could swim; index lines later than the others.
      const float plain = unit((0.11f - slope) * 14), index = unit((0.5f - slope) * 3);
      const floats cover = line_cover(height, nearest, splat(slope), ground->contour_width) * plain * clear;
      const floats strong = line_cover(height, nearest, splat(slope), ground->index_width) * index * clear;
      const floats pick = (floats)(((ints)strong & is_index) | ((ints)cover & ~is_index));
      const floats contour_red = (floats)(((ints)splat(ground->index_contour[0]) & is_index) |
                                          ((ints)splat(ground->contour[0]) & ~is_index));
      const floats contour_green = (floats)(((ints)splat(ground->index_contour[1]) & is_index) |
                                            ((ints)splat(ground->contour[1]) & ~is_index));
      const floats contour_blue = (floats)(((ints)splat(ground->index_contour[2]) & is_index) |
                                           ((ints)splat(ground->contour[2]) & ~is_index));
      red += (contour_red - red) * pick;
      green += (contour_green - green) * pick;
      blue += (contour_blue - blue) * pick;
    }
    // Interleaved gradient noise (J. Jimenez, 2014) instead of rounding: no bands.
    floats noise = (splat((float)(x & 1023)) + lanes) * 0.06711056f + splat((float)(y & 1023) * 0.00583715f);
    noise = noise - __builtin_convertvector(__builtin_convertvector(noise, ints), floats);
    noise = noise * 52.9829189f;
    noise = noise - __builtin_convertvector(__builtin_convertvector(noise, ints), floats);
    const floats top = splat(255);
    const ints r = __builtin_convertvector(most(least(red + noise, top), splat(0)), ints);
    const ints g = __builtin_convertvector(most(least(green + noise, top), splat(0)), ints);
    const ints b = __builtin_convertvector(most(least(blue + noise, top), splat(0)), ints);
    const ints word = (r << 16) | (g << 8) | b | (int32_t)0xff000000u;
    const int count = x1 - x < BLOCK_X ? x1 - x : BLOCK_X;
    memcpy(line + x, &word, sizeof(uint32_t) * (size_t)count);
  }
}

VECTOR_CLONES
static void draw_rows(const craster_ground *ground, const craster_view *view, const lattice_row *above,
                      const lattice_row *below, const uint8_t *skip, int x0, int x1, int y, int rows, uint32_t *pixels,
                      int stride) {
  for (int step = 0; step < rows; step++)
    draw_row(ground, view, above, below, step, skip, x0, x1, y + step, pixels + (long)(y + step) * stride);
}

// A block through which an edge runs: each pixel is sampled.
static void draw_block(const craster_ground *ground, const craster_view *view, double hint, int x0, int x1, int y0,
                       int y1, uint32_t *pixels, int stride) {
  for (int y = y0; y < y1; y++) {
    for (int x = x0; x < x1; x++) {
      // Two rays a pixel soften the edge.
      const sample a = take(ground, view, x + 0.25, y + 0.25, hint), b = take(ground, view, x + 0.75, y + 0.75, hint);
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
  const int jumps = high[0] > 1.5f * low[0];
  const int shows = high[2] - low[2] > 3 || high[3] - low[3] > 3 || high[4] - low[4] > 3 || high[5] > 0.05f;
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
      const float q = band < bands ? below->fields[0][i] : 0;
      const double hint = q > 0 ? 0.85 / (double)q : 0;
      keep(above, i, take(ground, view, x0 + i * BLOCK_X + 0.5, py, hint));
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
      draw_rows(ground, view, above, below, skip, x0, x1, y, count, pixels, stride);
    }
    lattice_row *swap = above;
    above = below;
    below = swap;
  }
  free(memory);
  return 1;
}
