#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ground.h"
#include "ground_grid.h"
#include "ground_noise.h"

double craster_height_at(const craster_height_grid *grid, double x, double y) {
  return grid_sample(grid, x, y, 0).height;
}

double craster_column_x(const craster_height_grid *grid, int column) {
  return grid->center_x + grid_metres(column - (grid->columns >> 1), grid->core_x, grid->stretch, grid->cell);
}

double craster_row_y(const craster_height_grid *grid, int row) {
  return grid->center_y + grid_metres(row - (grid->rows >> 1), grid->core_y, grid->stretch, grid->cell);
}

// Metres between control points around a column or a row, as a factor of `cell`, at least 1.
static double spacing(double metres_from_center, double core, double stretch) {
  const double beyond = fabs(metres_from_center) - core;
  return beyond > 0 ? (1 + beyond / stretch) * (1 + beyond / stretch) : 1;
}

double craster_height_extremes(craster_height_grid *grid) {
  double sum = 0, low = 0, high = 0, steepest = 0, count = 0;
  for (int j = 0; j + 1 < grid->rows; j++) {
    const float *h = grid->heights + (long)j * grid->columns;
    const double y = craster_row_y(grid, j), per_y = 1 / (craster_row_y(grid, j + 1) - y);
    const int in_core = fabs(y - grid->center_y) <= grid->core_y;
    for (int i = 0; i + 1 < grid->columns; i++) {
      const double x = craster_column_x(grid, i), per_x = 1 / (craster_column_x(grid, i + 1) - x);
      const double dx = (h[i + 1] - h[i]) * per_x, dy = (h[i + grid->columns] - h[i]) * per_y;
      const double squared = dx * dx + dy * dy;
      if (h[i] < low) low = h[i];
      if (h[i] > high) high = h[i];
      if (in_core && fabs(x - grid->center_x) <= grid->core_x) {
        sum += squared;
        count++;
      }
      if (squared > steepest) steepest = squared;
    }
  }
  grid->lowest = low;
  grid->highest = high;
  grid->steepest = sqrt(steepest);
  return count > 0 ? sqrt(sum / count) : 0;
}

// MARK: Pyramids

typedef struct {
  int width, height;
  float *values;
} level;

static inline int clamped(int value, int count) { return value < 0 ? 0 : value >= count ? count - 1 : value; }

// Half the size, weights 1 3 3 1 in each direction: nodes of the coarse level lie between those of the fine one.
static void reduce(const level *from, level *to, float *line) {
  for (int j = 0; j < to->height; j++) {
    const float *row[4];
    for (int k = 0; k < 4; k++) row[k] = from->values + (long)clamped(2 * j - 1 + k, from->height) * from->width;
    for (int i = 0; i < from->width; i++) line[i] = (row[0][i] + row[3][i] + 3 * (row[1][i] + row[2][i])) * 0.125f;
    for (int i = 0; i < to->width; i++) {
      const int a = 2 * i;
      to->values[(long)j * to->width + i] =
          (line[clamped(a - 1, from->width)] + line[clamped(a + 2, from->width)] +
           3 * (line[clamped(a, from->width)] + line[clamped(a + 1, from->width)])) * 0.125f;
    }
  }
}

// fine = fine * keep + coarse * share, the coarse level interpolated by a quadratic B-spline's weights.
static void expand(const level *from, level *to, float keep, float share, float *line) {
  for (int j = 0; j < to->height; j++) {
    const int near = clamped(j / 2, from->height), far = clamped(j / 2 + (j & 1 ? 1 : -1), from->height);
    const float *a = from->values + (long)near * from->width, *b = from->values + (long)far * from->width;
    for (int i = 0; i < from->width; i++) line[i] = (3 * a[i] + b[i]) * 0.25f;
    float *out = to->values + (long)j * to->width;
    for (int i = 0; i < to->width; i++) {
      const int close = clamped(i / 2, from->width), beside = clamped(i / 2 + (i & 1 ? 1 : -1), from->width);
      out[i] = out[i] * keep + (3 * line[close] + line[beside]) * 0.25f * share;
    }
  }
}

enum { MAX_LEVELS = 14 };

static void free_levels(level *levels, int count) {
  for (int k = 1; k < count; k++) free(levels[k].values);
}

// Levels above `levels[0]`, which keeps the caller's values. Returns how many there are, or 0 without memory.
static int make_levels(level *levels, float *line) {
  int count = 1;
  while (count < MAX_LEVELS && (levels[count - 1].width > 3 || levels[count - 1].height > 3)) {
    level *next = levels + count;
    next->width = (levels[count - 1].width + 1) / 2;
    next->height = (levels[count - 1].height + 1) / 2;
    next->values = malloc(sizeof(float) * (size_t)next->width * (size_t)next->height);
    if (next->values == NULL) {
      free_levels(levels, count);
      return 0;
    }
    reduce(levels + count - 1, next, line);
    count++;
  }
  return count;
}

// Replaces values by the sum over scales of their blurs from level `first` on, each `falloff` of the one before.
static int spread(float *values, int width, int height, int first, float falloff, float *line) {
  level levels[MAX_LEVELS] = {{width, height, values}};
  const int count = make_levels(levels, line);
  if (count == 0) return 0;
  for (int k = count - 2; k >= 0; k--) {
    if (k >= first) {
      expand(levels + k + 1, levels + k, 1, falloff, line);
    } else {
      expand(levels + k + 1, levels + k, 0, 1, line);
    }
  }
  free_levels(levels, count);
  return 1;
}

// MARK: Hills

// Hills with heights of about -1…1.
// `largest`: metres from one to the next. `spacing`: metres between the places where they are looked at; hills too small
// for it are left out.
static float hills(double x, double y, double largest, float spacing) {
  // Bending the plane a little keeps hills from looking round.
  const double bend = 0.7 * largest;
  const double wx = x + 0.145 * largest * noise(x / bend, y / bend, 11);
  const double wy = y + 0.145 * largest * noise(x / bend, y / bend, 12);
  float sum = 0, weight = 1;
  double size = largest;
  for (uint32_t octave = 0; octave < 10 && size > 280; octave++) {
    const float clear = ((float)size / spacing - 3) * (1 / 3.f);
    if (clear <= 0) break;
    sum += (clear < 1 ? clear : 1) * weight * noise(wx / size, wy / size, 21 + octave);
    size *= 0.47;
    weight *= 0.45f;
  }
  return sum * 1.2f;
}

// Metres of small unevenness that only the light sees, with slopes of about -0.1…0.1.
static float unevenness(double x, double y, float spacing) {
  float sum = 0, weight = 9;
  double size = 290;
  for (uint32_t octave = 0; octave < 4; octave++) {
    const float clear = ((float)size / spacing - 3) * (1 / 3.f);
    if (clear <= 0) break;
    sum += (clear < 1 ? clear : 1) * weight * noise(x / size, y / size, 41 + octave);
    size *= 0.5;
    weight *= 0.42f;
  }
  return sum;
}

static inline float smoothstep(float t) {
  t = t < 0 ? 0 : t > 1 ? 1 : t;
  return t * t * (3 - 2 * t);
}

// MARK: Relief

// Distance in cells to the nearest marked (0) cell, by two sweeps of the 3-4 chamfer metric.
static void chamfer(float *d, int width, int height) {
  for (int j = 0; j < height; j++) {
    for (int i = 0; i < width; i++) {
      float *at = d + (long)j * width + i;
      if (i > 0 && at[-1] + 1 < *at) *at = at[-1] + 1;
      if (j > 0) {
        if (at[-width] + 1 < *at) *at = at[-width] + 1;
        if (i > 0 && at[-width - 1] + 1.3333f < *at) *at = at[-width - 1] + 1.3333f;
        if (i + 1 < width && at[-width + 1] + 1.3333f < *at) *at = at[-width + 1] + 1.3333f;
      }
    }
  }
  for (int j = height - 1; j >= 0; j--) {
    for (int i = width - 1; i >= 0; i--) {
      float *at = d + (long)j * width + i;
      if (i + 1 < width && at[1] + 1 < *at) *at = at[1] + 1;
      if (j + 1 < height) {
        if (at[width] + 1 < *at) *at = at[width] + 1;
        if (i + 1 < width && at[width + 1] + 1.3333f < *at) *at = at[width + 1] + 1.3333f;
        if (i > 0 && at[width - 1] + 1.3333f < *at) *at = at[width - 1] + 1.3333f;
      }
    }
  }
}

static int level_for(double metres, double cell) {
  int result = 0;
  while (cell * (1 << result) < metres && result < 10) result++;
  return result;
}

int craster_relief_build(const craster_relief_source *source, const craster_height_grid *grid, float *heights) {
  const int width = grid->columns, height = grid->rows;
  const size_t cells = (size_t)width * (size_t)height;
  float *weights = calloc(cells, sizeof(float));
  float *distances = malloc(cells * sizeof(float));
  float *line = malloc(sizeof(float) * (size_t)(width > height ? width : height));
  int done = 0;
  if (weights == NULL || distances == NULL || line == NULL) goto end;
  memset(heights, 0, cells * sizeof(float));
  for (size_t k = 0; k < cells; k++) distances[k] = 1e6f;
  for (int k = 0; k < source->count; k++) {
    grid_place p;
    if (!grid_find(grid, source->x[k], source->y[k], &p)) continue;
    const int i = p.column, j = p.row;
    const float fx = p.fx, fy = p.fy;
    for (int c = 0; c < 4; c++) {
      const float weight = (c & 1 ? fx : 1 - fx) * (c & 2 ? fy : 1 - fy);
      const size_t at = (size_t)(j + (c >> 1)) * (size_t)width + (size_t)(i + (c & 1));
      weights[at] += weight;
      heights[at] += weight * (float)source->z[k];
      distances[at] = 0;
    }
  }
  const int first = level_for(source->reach, grid->cell);
  if (source->count > 0) {
    if (!spread(weights, width, height, first, 0.36f, line) || !spread(heights, width, height, first, 0.36f, line))
      goto end;
  }
  chamfer(distances, width, height);
  // The metric's corners must not show in the hills.
  const int soft = level_for(source->hill_distance / 4, grid->cell);
  {
    level levels[MAX_LEVELS] = {{width, height, distances}};
    const int count = make_levels(levels, line);
    if (count == 0) goto end;
    for (int k = (soft < count - 1 ? soft : count - 1) - 1; k >= 0; k--) expand(levels + k + 1, levels + k, 0, 1, line);
    free_levels(levels, count);
  }
  for (int j = 0; j < height; j++) {
    const double y = craster_row_y(grid, j), sy = spacing(y - grid->center_y, grid->core_y, grid->stretch);
    const double over_y = (fabs(y - grid->center_y) - grid->core_y) / grid->stretch;
    for (int i = 0; i < width; i++) {
      const size_t at = (size_t)j * (size_t)width + (size_t)i;
      const double x = craster_column_x(grid, i), sx = spacing(x - grid->center_x, grid->core_x, grid->stretch);
      const double over_x = (fabs(x - grid->center_x) - grid->core_x) / grid->stretch;
      // All is level at the horizon.
      const double over = sqrt((over_x > 0 ? over_x * over_x : 0) + (over_y > 0 ? over_y * over_y : 0));
      const float edge = 1 - smoothstep((float)((over - 2.5) / 6));
      const int is_border = i < 3 || j < 3 || i >= width - 3 || j >= height - 3;
      if (edge <= 0 || is_border) {
        heights[at] = 0;
        continue;
      }
      const float away = source->count > 0
                             ? smoothstep((float)(distances[at] * grid->cell / source->hill_distance))
                             : 1;
      const float own = weights[at] > 1e-30f ? heights[at] / weights[at] : 0;
      const float hill = hills(x, y, source->hill_size, (float)(grid->cell * (sx > sy ? sx : sy)));
      const float size = (float)(source->near_hills + (source->far_hills - source->near_hills) * away);
      heights[at] = edge * (own + size * hill);
    }
  }
  done = 1;
end:
  free(weights);
  free(distances);
  free(line);
  return done;
}

// Blurs values over about `metres`.
static int soften(float *values, const craster_height_grid *grid, double metres, float *line) {
  level levels[MAX_LEVELS] = {{grid->columns, grid->rows, values}};
  const int count = make_levels(levels, line);
  if (count == 0) return 0;
  const int soft = level_for(metres, grid->cell);
  for (int k = (soft < count - 1 ? soft : count - 1) - 1; k >= 0; k--) expand(levels + k + 1, levels + k, 0, 1, line);
  free_levels(levels, count);
  return 1;
}

// Light on a slope as a share of that on a level plain, less 1.
static inline float lit(const float sun[3], float dx, float dy) {
  const float facing = (sun[2] - sun[0] * dx - sun[1] * dy) / sqrtf(dx * dx + dy * dy + 1);
  return fmaxf(facing, 0) / sun[2] - 1;
}

int craster_relief_shade(const craster_height_grid *grid, const craster_lighting *lighting, float *shades) {
  const int width = grid->columns, height = grid->rows;
  const size_t cells = (size_t)width * (size_t)height;
  const double gain = lighting->gain, hollow = lighting->hollow;
  const float sun[3] = {(float)lighting->sun[0], (float)lighting->sun[1], (float)fmax(lighting->sun[2], 0.2)};
  float *line = malloc(sizeof(float) * (size_t)(width > height ? width : height));
  float *uneven = malloc(sizeof(float) * cells), *broad = malloc(sizeof(float) * cells);
  int done = 0;
  if (line == NULL || uneven == NULL || broad == NULL) goto end;
  memcpy(broad, grid->heights, cells * sizeof(float));
  if (!soften(broad, grid, hollow, line)) goto end;
  for (int j = 0; j < height; j++) {
    const double y = craster_row_y(grid, j), high = spacing(y - grid->center_y, grid->core_y, grid->stretch);
    for (int i = 0; i < width; i++) {
      const double x = craster_column_x(grid, i), wide = spacing(x - grid->center_x, grid->core_x, grid->stretch);
      const float apart = (float)(grid->cell * (wide > high ? wide : high));
      uneven[(size_t)j * (size_t)width + (size_t)i] = (float)lighting->grain * unevenness(x, y, apart);
    }
  }
  const float steep = (float)gain, depth = (float)(gain / hollow), direct = (float)(1 - lighting->ambient);
  const float tall = (float)(0.1 / (grid->highest - grid->lowest + 60));
  for (int j = 0; j < height; j++) {
    const double y = craster_row_y(grid, j) - grid->center_y;
    const float scale_y = (float)(0.5 / (grid->cell * spacing(y, grid->core_y, grid->stretch)));
    const long north = j + 1 < height ? width : 0, south = j > 0 ? -width : 0;
    for (int i = 0; i < width; i++) {
      const double x = craster_column_x(grid, i) - grid->center_x;
      const float scale_x = (float)(0.5 / (grid->cell * spacing(x, grid->core_x, grid->stretch)));
      const long east = i + 1 < width ? 1 : 0, west = i > 0 ? -1 : 0;
      const size_t at = (size_t)j * (size_t)width + (size_t)i;
      const float *h = grid->heights + at, *u = uneven + at;
      const float dx = (steep * (h[east] - h[west]) + u[east] - u[west]) * scale_x;
      const float dy = (steep * (h[north] - h[south]) + u[north] - u[south]) * scale_y;
      const float hump = (*h - broad[at]) * depth;
      shades[at] = direct * lit(sun, dx, dy) + 0.3f * hump / (1 + fabsf(hump) * 2) + tall * *h;
    }
  }
  // The eye judges light by its surroundings: a long slope in the shade is not a black one.
  memcpy(broad, shades, cells * sizeof(float));
  if (!soften(broad, grid, 4 * (hollow > lighting->breadth ? hollow : lighting->breadth), line)) goto end;
  for (size_t k = 0; k < cells; k++) uneven[k] = shades[k] - 0.65f * broad[k];
  memcpy(broad, uneven, cells * sizeof(float));
  if (!soften(broad, grid, lighting->breadth, line)) goto end;
  for (size_t k = 0; k < cells; k++) {
    // Blurring takes contrast from shapes of this size; part of it is given back.
    shades[2 * k] = 1.25f * broad[k];
    shades[2 * k + 1] = uneven[k] - 1.25f * broad[k];
  }
  done = 1;
end:
  free(line);
  free(uneven);
  free(broad);
  return done;
}
