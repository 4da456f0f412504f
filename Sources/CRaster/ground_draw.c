#pragma clang diagnostic ignored "-Wpsabi"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ground.h"
#include "ground_grid.h"
#include "ground_noise.h"

// The picture is sampled on a lattice by casting rays, every BLOCK_X pixels and every COARSE or, where the ground lies
// flat to the eye, FINE rows. What the lattice points know is interpolated in between; blocks that an edge runs through
// are sampled at each pixel.
enum { BLOCK_X = 8, COARSE = 8, FINE = 4 };

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

// What all rays of a picture share.
typedef struct {
  const craster_ground *ground;
  const craster_view *view;
  // Metres from the grid's centre within which it has heights, and the steepest rise of the drawn ground.
  double reach_x, reach_y, steepest;
  // The eye in grid lines, without whole tens, and grid lines a metre.
  double eye_x, eye_y, grid_lines;
  // The grid's base in contours, without whole index contours, and contours a metre.
  float contour_base, contours;
} scene;

static scene scene_of(const craster_ground *ground, const craster_view *view) {
  const craster_height_grid *grid = &ground->grid;
  scene result = {.ground = ground, .view = view};
  result.reach_x = grid_metres((grid->columns >> 1) - 2.01, grid->core_x, grid->stretch, grid->cell);
  result.reach_y = grid_metres((grid->rows >> 1) - 2.01, grid->core_y, grid->stretch, grid->cell);
  result.steepest = fmin(ground->exaggeration * grid->steepest, 1.5);
  result.grid_lines = ground->grid_spacing > 0 ? 1 / ground->grid_spacing : 0;
  const double x = view->eye[0] * result.grid_lines, y = view->eye[1] * result.grid_lines;
  result.eye_x = x - 10 * floor(x / 10);
  result.eye_y = y - 10 * floor(y / 10);
  if (ground->contour_interval > 0) {
    result.contours = (float)(1 / ground->contour_interval);
    result.contour_base = (float)(fmod(grid->base, 5 * ground->contour_interval) / ground->contour_interval);
  }
  return result;
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

static meeting plain(const scene *scene, ray r, double depth, int shaded) {
  const craster_ground *ground = scene->ground;
  const craster_view *view = scene->view;
  meeting result = {depth, {0, 0, 0, 0, 0}};
  if (depth > 0)
    result.at = grid_sample(&ground->grid, view->eye[0] + r.x * depth, view->eye[1] + r.y * depth, shaded);
  return result;
}

// Newton's steps on the smooth surface from `t`, kept between two depths.
INLINE meeting settle(const scene *scene, ray r, double t, double low, double high,
                      int shaded, int *settled) {
  const craster_ground *ground = scene->ground;
  const craster_view *view = scene->view;
  const craster_height_grid *grid = &ground->grid;
  const double oz = view->eye[2] - ground->level;
  meeting result = {t, {0, 0, 0, 0, 0}};
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

static meeting hit(const scene *scene, ray r, expectation expected, int shaded) {
  const craster_ground *ground = scene->ground;
  const craster_view *view = scene->view;
  const craster_height_grid *grid = &ground->grid;
  const double ox = view->eye[0], oy = view->eye[1], oz = view->eye[2] - ground->level;
  const double across = sqrt(r.x * r.x + r.y * r.y) + 1e-9;
  const double stride = 1.5 * grid->cell / (across > 0.1 ? across : 0.1);
  if (ground->exaggeration > 0 && expected.guess > expected.earliest && expected.earliest > view->near &&
      expected.guess < 2 * expected.earliest) {
    int settled;
    const meeting result =
        settle(scene, r, expected.guess, expected.earliest, 1.1 * expected.guess, shaded, &settled);
    // Nothing may stand in between.
    for (double t = expected.earliest + 0.5 * stride; settled && t < result.depth - stride; t += stride + 0.008 * t)
      settled = oz + r.z * t > ground->exaggeration * (double)grid_bilinear(grid, ox + r.x * t, oy + r.y * t);
    if (settled) return result;
  }
  const double farthest = 1e8, plane = r.z < -1e-12 ? -oz / r.z : -1;
  const double beyond = plane > view->near && plane < farthest ? plane : -1;
  const double top = ground->exaggeration * grid->highest, bottom = ground->exaggeration * grid->lowest;
  double start = view->near, end = farthest;
  const int meets = ground->exaggeration > 0 &&
                    clip(ox, r.x, grid->center_x - scene->reach_x, grid->center_x + scene->reach_x, &start, &end) &&
                    clip(oy, r.y, grid->center_y - scene->reach_y, grid->center_y + scene->reach_y, &start, &end);
  if (!meets || (beyond > 0 && beyond < start)) return plain(scene, r, beyond, shaded);
  if (!clip(oz, r.z, bottom - 0.01, top + 0.01, &start, &end)) return plain(scene, r, beyond, shaded);
  if (expected.earliest > start) start = expected.earliest;
  if (start >= end) return plain(scene, r, end, shaded);
  const double closing = scene->steepest * across - r.z;
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
    if (advance < stride + 0.008 * t) advance = stride + 0.008 * t;
    if (t >= end) break;
    t = t + advance < end ? t + advance : end;
  }
  if (!found) {
    const int leaves = t >= end && (beyond < 0 || beyond >= end * (1 - 1e-6));
    return plain(scene, r, leaves ? beyond : t < end ? t : end, shaded);
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
  return settle(scene, r, high, previous, t + 0.2 * (t - previous) + 1e-3 * t, shaded, &settled);
}

double craster_ground_depth(const craster_ground *ground, const craster_view *view, double x, double y) {
  const scene scene = scene_of(ground, view);
  return hit(&scene, ray_through(view, x, y), (expectation){0, 0}, 0).depth;
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

// Mottling of the ground, about -0.7…0.7, whose patches are some dozen pixels large at any distance: coarser ones fade in
// where finer ones fade out.
static float mottle(double x, double y, double metres_per_pixel) {
  const double size = 26 * metres_per_pixel;
  int exponent;
  // size = share * 2^exponent, share in 0.5…1.
  const float share = (float)frexp(size > 0.5 ? size : 0.5, &exponent);
  const double fine = 1 / ldexp(1, exponent - 1);
  const float coarse = 2 * share - 1;
  const uint32_t seed = 61 + (uint32_t)exponent;
  return noise(x * fine, y * fine, seed) * (1 - coarse) + noise(x * fine * 0.5, y * fine * 0.5, seed + 1) * coarse;
}

static sample take(const scene *scene, double px, double py,
                   expectation expected) {
  const craster_ground *ground = scene->ground;
  const craster_view *view = scene->view;
  const ray r = ray_through(view, px, py);
  const meeting met = hit(scene, r, expected, ground->grid.shades != NULL);
  const double depth = met.depth;
  if (depth < 0) return sky(ground, r);
  const float relative = (float)(depth / view->distance);
  float tone = unit((relative - 0.8f) / 3.2f);
  tone = tone * tone * (3 - 2 * tone);
  // Haze: thin at the target, thick towards the end of the world.
  const float fog = (float)ground->fog;
  const float thin = relative > 1 ? (relative - 1) * (0.25f + fog) * 0.42f : 0;
  const float haze = thin * thin / (0.6f + thin * thin);
  // Light and shade ease towards their deepest, so that no slope ends in a flat pool.
  // Seen at a flat angle, small shapes would turn into streaks.
  const float steep = unit(((float)-r.z - 0.1f) * 2.2f);
  const double patch = depth / view->focal * (1 + 0.5 / (fabs(r.z) + 0.1));
  const float grain = ground->grid.shades != NULL && haze < 0.8f && steep > 0
                          ? 0.035f * mottle(view->eye[0] + r.x * depth, view->eye[1] + r.y * depth, patch)
                          : 0;
  const float detail = unit(1.5f - (float)(depth / view->focal / ground->calm));
  const float shade = met.at.shade + steep * (detail * met.at.detail + grain);
  const float light = shade / (fabsf(shade) + 0.12f);
  sample result;
  result.inverse_depth = (float)(1 / depth);
  result.height = met.at.height * scene->contours + scene->contour_base;
  result.grid_x = (float)(scene->eye_x + r.x * depth * scene->grid_lines);
  result.grid_y = (float)(scene->eye_y + r.y * depth * scene->grid_lines);
  result.clear = (1 - haze) * (1 - haze);
  float *out[3] = {&result.red, &result.green, &result.blue};
  for (int c = 0; c < 3; c++) {
    float value = mixed(ground->near_color[c], ground->far_color[c], tone);
    const float lit = ground->lit[c] - ground->near_color[c], shaded = ground->shaded[c] - ground->near_color[c];
    // The parabola through shaded, near and lit.
    value += 0.5f * ((lit - shaded) + (lit + shaded) * light) * light;
    *out[c] = mixed(value, ground->sky_horizon[c], haze);
  }
  return result;
}

// MARK: Rows

_Static_assert(sizeof(sample) == sizeof(floats), "the fields of a sample fill a vector");

INLINE floats vector_of(sample s) {
  floats result;
  memcpy(&result, &s, sizeof result);
  return result;
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
  const float full = half_width < 0.5f ? 2 * half_width : 1;
  return (lines){most(least(splat(half_width + 0.5f) - off * (1 / slope), splat(full)), splat(0)) *
                     units(splat(3) - off * 12),
                 nearest};
}

INLINE floats chosen(ints mask, floats a, floats b) { return (floats)(((ints)a & mask) | ((ints)b & ~mask)); }

// Lines lighten or darken what they lie on, so that they show as well on lit slopes as on shaded ones.
INLINE void lay(floats color[3], const float line[3], floats cover) {
  for (int c = 0; c < 3; c++) color[c] += line[c] * cover;
}

// Draws one row of pixels between two lattice rows, `share` of the way from the upper to the lower one, which lies
// `rows` below.
INLINE void draw_row(const craster_ground *ground, float focal, const floats *above, const floats *below, float share, int rows,
                     const uint8_t *skip, int x0, int x1, int y, uint32_t *line) {
  const floats ramp = {0, 0.125f, 0.25f, 0.375f, 0.5f, 0.625f, 0.75f, 0.875f};
  const floats lanes = {0, 1, 2, 3, 4, 5, 6, 7};
  const float contour_width = ground->contour_width, index_width = ground->index_width;
  const float grid_width = ground->grid_width, widest = contour_width > index_width ? contour_width : index_width;
  // Pixels around a line in which it shows, by field.
  const floats reach = {0, widest + 0.5f, grid_width + 0.5f, grid_width + 0.5f, 0, 0, 0, 0};
  const int has_contours = ground->contour_interval > 0, has_grid = ground->grid_spacing > 0;
  const floats per_row = splat(0.5f / (float)rows);
  floats right = above[0] + (below[0] - above[0]) * share, fall = below[0] - above[0];
  for (int i = 0, x = x0; x < x1; i++, x += BLOCK_X) {
    const floats left = right, fall_left = fall;
    fall = below[i + 1] - above[i + 1];
    right = above[i + 1] + fall * share;
    if (skip[i]) continue;
    const floats change = right - left;
#define FIELD(f) (splat(left[f]) + splat(change[f]) * ramp)
    floats color[3] = {FIELD(RED), FIELD(GREEN), FIELD(BLUE)};
    if (left[CLEAR] + right[CLEAR] > 0.02f) {
      const floats across = change * (1.f / BLOCK_X), down = (fall + fall_left) * per_row;
      const floats slope = __builtin_elementwise_sqrt(across * across + down * down) + 1e-6f, pad = slope * reach;
      // Between the lowest and the highest value, is there a whole one?
      const ints lines_here =
          rounded(least(left, right) - pad - 0.5f) != rounded(most(left, right) + pad - 0.5f);
      if (has_grid && (lines_here[GRID_X] | lines_here[GRID_Y])) {
        // Lines closer than some pixels fade before they could swim.
        const float fade_x = unit((0.075f - slope[GRID_X]) * 20), fade_y = unit((0.075f - slope[GRID_Y]) * 20);
        const lines gx = lines_of(FIELD(GRID_X), slope[GRID_X], grid_width);
        const lines gy = lines_of(FIELD(GRID_Y), slope[GRID_Y], grid_width);
        const floats share = splat(ground->grid_share), one = splat(1);
        const floats cover_x = gx.cover * fade_x * chosen(rounded(gx.nearest * 0.1f) * 10 == gx.nearest, one, share);
        const floats cover_y = gy.cover * fade_y * chosen(rounded(gy.nearest * 0.1f) * 10 == gy.nearest, one, share);
        const floats cover = most(cover_x, cover_y);
        lay(color, ground->grid_line, cover * FIELD(CLEAR));
      }
      if (has_contours && lines_here[HEIGHT]) {
        // Where most lie close, the few on level places would be left like worms.
        const float pixel = 1 / (most(left, right)[DEPTH] * focal), scale = pixel / (float)ground->contour_scale;
        const float fade = unit((0.1f - slope[HEIGHT]) * 14) * unit(2 - scale);
        const float index_fade = unit((0.3f - slope[HEIGHT]) * 5) * unit(2 - 0.2f * scale);
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
static void draw_rows(const craster_ground *ground, float focal, const floats *above, const floats *below, int band,
                      const uint8_t *skip, int x0, int x1, int y0, int y1, uint32_t *pixels, int stride) {
  for (int y = y0; y < y1; y++)
    draw_row(ground, focal, above, below, (float)(y - y0) / (float)band, band, skip, x0, x1, y, pixels + (long)y * stride);
}

// What the ray above one that met `depth` (-1: the sky) meets.
INLINE sample take_above(const scene *scene, double px, double py, double *depth) {
  if (*depth < 0) return sky(scene->ground, ray_through(scene->view, px, py));
  const sample result = take(scene, px, py, (expectation){0.99 * *depth, 1.002 * *depth});
  *depth = result.inverse_depth > 0 ? 1 / (double)result.inverse_depth : -1;
  return result;
}

// A block through which an edge runs: each pixel is sampled, from the bottom; nothing is met before `earliest`.
static void draw_block(const scene *scene, double earliest, int x0, int x1, int y0,
                       int y1, uint32_t *pixels, int stride) {
  for (int x = x0; x < x1; x++) {
    double left = earliest, right = earliest;
    for (int y = y1 - 1; y >= y0; y--) {
      // Two rays a pixel soften the edge.
      const sample b = take_above(scene, x + 0.75, y + 0.75, &right);
      const sample a = take_above(scene, x + 0.25, y + 0.25, &left);
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

static int is_edge(floats a, floats b, floats c, floats d) {
  const floats low = least(least(a, b), least(c, d)), high = most(most(a, b), most(c, d)), range = high - low;
  // Depths of neighbours on one surface lie close, except where all is haze.
  return high[DEPTH] > 1.2f * low[DEPTH] &&
         (range[RED] > 3 || range[GREEN] > 3 || range[BLUE] > 3 || high[CLEAR] > 0.05f);
}

static double depth_of(floats values) { return values[DEPTH] > 0 ? 1 / (double)values[DEPTH] : -1; }

int craster_ground_draw(const craster_ground *ground, const craster_view *view, uint32_t *pixels, int stride, int x0,
                        int y0, int x1, int y1) {
  if (x1 <= x0 || y1 <= y0) return 1;
  const scene scene = scene_of(ground, view);
  const int columns = (x1 - x0 + BLOCK_X - 1) / BLOCK_X + 1;
  void *memory = NULL;
  if (posix_memalign(&memory, sizeof(floats), (sizeof(floats) * 3 + 1) * (size_t)columns) != 0) return 0;
  floats *above = memory, *below = above + columns, *spare = below + columns;
  uint8_t *skip = (uint8_t *)(spare + columns);
  // From the bottom: what a ray meets lies behind what the ray below it met.
  const int start = y1 + (FINE - (y1 - y0) % FINE) % FINE;
  for (int i = 0; i < columns; i++)
    below[i] = vector_of(take(&scene, x0 + i * BLOCK_X + 0.5, start + 0.5, (expectation){0, 0}));
  int band_before = 0;
  for (int bottom = start; bottom > y0;) {
    // Rows where depths change fast need closer samples.
    int band = COARSE;
    if (band_before > 0) {
      for (int i = 0; i < columns; i += 4)
        if (below[i][DEPTH] < spare[i][DEPTH] * (1 - 0.004f * (float)band_before)) band = FINE;
    }
    if (bottom - band < y0) band = FINE;
    const int top = bottom - band;
    for (int i = 0; i < columns; i++) {
      const double px = x0 + i * BLOCK_X + 0.5, py = top + 0.5, depth = depth_of(below[i]);
      if (depth < 0) {
        // Nothing stands out above the sky.
        above[i] = vector_of(sky(ground, ray_through(view, px, py)));
        continue;
      }
      expectation expected = {0.985 * depth, depth};
      if (band_before > 0 && spare[i][DEPTH] > 0) {
        // Over a plane, one over depth changes evenly.
        const float q = below[i][DEPTH], guess = q + (q - spare[i][DEPTH]) * (float)band / (float)band_before;
        if (guess > 0.3f * q) expected.guess = 1 / (double)guess;
      }
      above[i] = vector_of(take(&scene, px, py, expected));
    }
    const int from = top > y0 ? top : y0, to = bottom < y1 ? bottom : y1;
    for (int i = 0; i + 1 < columns; i++) {
      skip[i] = (uint8_t)is_edge(above[i], above[i + 1], below[i], below[i + 1]);
      if (!skip[i]) continue;
      const double a = depth_of(below[i]), b = depth_of(below[i + 1]);
      const double earliest = a > 0 && (b < 0 || a < b) ? a : b;
      const int left = x0 + i * BLOCK_X, right = left + BLOCK_X < x1 ? left + BLOCK_X : x1;
      draw_block(&scene, earliest > 0 ? 0.99 * earliest : 0, left, right, from, to, pixels, stride);
    }
    draw_rows(ground, (float)view->focal, above, below, band, skip, x0, x1, from, to, pixels, stride);
    floats *recycled = spare;
    spare = below;
    below = above;
    above = recycled;
    bottom = top;
    band_before = band;
  }
  free(memory);
  return 1;
}
