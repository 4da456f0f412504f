#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "ground_noise.h"
#include "ground_picture.h"

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

static sample take(const scene *scene, double px, double py, expectation expected) {
  const craster_ground *ground = scene->ground;
  const craster_view *view = scene->view;
  const ray r = ray_through(view, px, py);
  const meeting met = craster_hit(scene, r, expected, ground->grid.shades != NULL);
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
  const float grain = ground->grid.shades != NULL && !ground->is_textured && haze < 0.8f && steep > 0
                          ? 0.035f * mottle(view->eye[0] + r.x * depth, view->eye[1] + r.y * depth, patch)
                          : 0;
  const float detail = unit(1.5f - (float)(depth / view->focal / ground->calm));
  const float shade = met.at.shade + steep * (detail * met.at.detail + grain);
  const float light = shade / (fabsf(shade) + 0.12f);
  sample result;
  result.inverse_depth = (float)(1 / depth);
  result.grid_x = (float)(scene->eye_x + r.x * depth * scene->grid_lines);
  result.grid_y = (float)(scene->eye_y + r.y * depth * scene->grid_lines);
  result.clear = (1 - haze) * (1 - haze);
  if (ground->is_textured) {
    // Dark colours hardly change when multiplied: the light adds to them as well.
    const float glow = light > 0 ? (1 - haze) * light : 0;
    result.height = (1 - haze) * (1 + (light < 0 ? ground->texture_shade : ground->texture_gain) * light);
    result.red = haze * ground->sky_horizon[0] + glow * ground->texture_lit[0];
    result.green = haze * ground->sky_horizon[1] + glow * ground->texture_lit[1];
    result.blue = haze * ground->sky_horizon[2] + glow * ground->texture_lit[2];
    return result;
  }
  result.height = met.at.height * scene->contours + scene->contour_base;
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

// MARK: Edges

static int is_edge(floats a, floats b, floats c, floats d) {
  const floats low = least(least(a, b), least(c, d)), high = most(most(a, b), most(c, d)), range = high - low;
  // Depths of neighbours on one surface lie close, except where all is haze.
  return high[DEPTH] > 1.2f * low[DEPTH] &&
         (range[RED] > 3 || range[GREEN] > 3 || range[BLUE] > 3 || high[CLEAR] > 0.05f);
}

// What the ray above one that met `depth` (-1: the sky) meets.
static sample take_above(const scene *scene, double px, double py, double *depth) {
  if (*depth < 0) return sky(scene->ground, ray_through(scene->view, px, py));
  const sample result = take(scene, px, py, (expectation){0.99 * *depth, 1.002 * *depth});
  *depth = result.inverse_depth > 0 ? 1 / (double)result.inverse_depth : -1;
  return result;
}

// Samples each pixel of a block, from the bottom; nothing is met before `earliest`. Returns 0 when memory is short.
static int take_block(craster_picture *picture, double earliest, int x0, int x1, int y0, int y1) {
  const int count = picture->edge_count + (x1 - x0) * (y1 - y0);
  if (count > picture->edge_capacity) {
    const int capacity = 2 * count + 1024;
    edge_pixel *grown = realloc(picture->edges, sizeof(edge_pixel) * (size_t)capacity);
    if (grown == NULL) return 0;
    picture->edges = grown;
    picture->edge_capacity = capacity;
  }
  for (int x = x0; x < x1; x++) {
    double left = earliest, right = earliest;
    for (int y = y1 - 1; y >= y0; y--) {
      // Two rays a pixel soften the edge.
      const sample a = take_above(&picture->scene, x + 0.75, y + 0.75, &right);
      const sample b = take_above(&picture->scene, x + 0.25, y + 0.25, &left);
      picture->edges[picture->edge_count++] = (edge_pixel){x, y, {a, b}};
    }
  }
  return 1;
}

// MARK: Lattice

static double depth_of(floats values) { return values[DEPTH] > 0 ? 1 / (double)values[DEPTH] : -1; }

// The next row of the lattice, from the two below it.
static void take_row(const craster_picture *picture, floats *above, const floats *below, const floats *before, int y,
                     int band, int band_before) {
  const scene *scene = &picture->scene;
  for (int i = 0; i < picture->columns; i++) {
    const double px = picture->x0 + i * BLOCK_X + 0.5, py = y + 0.5, depth = depth_of(below[i]);
    if (depth < 0) {
      // Nothing stands out above the sky.
      above[i] = vector_of(sky(scene->ground, ray_through(scene->view, px, py)));
      continue;
    }
    expectation expected = {0.985 * depth, depth};
    if (before != NULL && before[i][DEPTH] > 0) {
      // Over a plane, one over depth changes evenly.
      const float q = below[i][DEPTH], guess = q + (q - before[i][DEPTH]) * (float)band / (float)band_before;
      if (guess > 0.3f * q) expected.guess = 1 / (double)guess;
    }
    above[i] = vector_of(take(scene, px, py, expected));
  }
}

static int sample_picture(craster_picture *picture) {
  const int columns = picture->columns;
  // From the bottom: what a ray meets lies behind what the ray below it met.
  int y = picture->y1 + (FINE - (picture->y1 - picture->y0) % FINE) % FINE, band_before = 0;
  for (int i = 0; i < columns; i++)
    picture->points[i] =
        vector_of(take(&picture->scene, picture->x0 + i * BLOCK_X + 0.5, y + 0.5, (expectation){0, 0}));
  picture->row_y[0] = y;
  picture->row_count = 1;
  while (y > picture->y0) {
    const int row = picture->row_count;
    floats *above = picture->points + (long)row * columns, *below = above - columns;
    const floats *before = row > 1 ? below - columns : NULL;
    // Rows where depths change fast need closer samples.
    int band = COARSE;
    for (int i = 0; before != NULL && i < columns; i += 4)
      if (below[i][DEPTH] < before[i][DEPTH] * (1 - 0.004f * (float)band_before)) band = FINE;
    if (y - band < picture->y0) band = FINE;
    take_row(picture, above, below, before, y - band, band, band_before);
    const int from = y - band > picture->y0 ? y - band : picture->y0, to = y < picture->y1 ? y : picture->y1;
    uint8_t *skip = picture->skip + (long)(row - 1) * columns;
    for (int i = 0; i + 1 < columns; i++) {
      skip[i] = (uint8_t)is_edge(above[i], above[i + 1], below[i], below[i + 1]);
      if (!skip[i]) continue;
      const double a = depth_of(below[i]), b = depth_of(below[i + 1]);
      const double earliest = a > 0 && (b < 0 || a < b) ? a : b;
      const int left = picture->x0 + i * BLOCK_X, right = left + BLOCK_X < picture->x1 ? left + BLOCK_X : picture->x1;
      if (!take_block(picture, earliest > 0 ? 0.99 * earliest : 0, left, right, from, to)) return 0;
    }
    y -= band;
    band_before = band;
    picture->row_y[row] = y;
    picture->row_count++;
  }
  return 1;
}

void craster_picture_free(craster_picture *picture) {
  if (picture == NULL) return;
  free(picture->row_y);
  free(picture->points_memory);
  free(picture->skip);
  free(picture->details);
  free(picture->edges);
  free(picture);
}

craster_picture *craster_picture_make(const craster_ground *ground, const craster_view *view, int x0, int y0, int x1,
                                      int y1) {
  if (x1 <= x0 || y1 <= y0) return NULL;
  craster_picture *picture = calloc(1, sizeof *picture);
  if (picture == NULL) return NULL;
  picture->ground = *ground;
  picture->view = *view;
  picture->scene = craster_scene(&picture->ground, &picture->view);
  picture->x0 = x0;
  picture->y0 = y0;
  picture->x1 = x1;
  picture->y1 = y1;
  picture->columns = (x1 - x0 + BLOCK_X - 1) / BLOCK_X + 1;
  const size_t rows = (size_t)((y1 - y0) / FINE + 3), points = rows * (size_t)picture->columns;
  const size_t alignment = sizeof(floats);
  picture->points_memory = malloc(sizeof(floats) * points + alignment);
  if (picture->points_memory != NULL) {
    picture->points = (floats *)(((uintptr_t)picture->points_memory + alignment - 1) & ~(uintptr_t)(alignment - 1));
  }
  picture->row_y = malloc(sizeof(int) * rows);
  picture->skip = calloc(points, 1);
  if (picture->points == NULL || picture->row_y == NULL || picture->skip == NULL || !sample_picture(picture)) {
    craster_picture_free(picture);
    return NULL;
  }
  return picture;
}
