// Evaluation of height grids, shared by the loops that build and draw them.
#pragma once
#include "ground.h"

static inline void bspline(float t, float w[4]) {
  const float s = 1 - t, t2 = t * t, t3 = t2 * t;
  w[0] = s * s * s * (1 / 6.f);
  w[1] = (3 * t3 - 6 * t2 + 4) * (1 / 6.f);
  w[2] = (3 * (t + t2 - t3) + 1) * (1 / 6.f);
  w[3] = t3 * (1 / 6.f);
}

static inline void bspline_slope(float t, float d[4]) {
  const float s = 1 - t;
  d[0] = -0.5f * s * s;
  d[1] = t * (1.5f * t - 2);
  d[2] = 0.5f + t - 1.5f * t * t;
  d[3] = 0.5f * t * t;
}

typedef struct {
  float height, slope_x, slope_y, shade, detail;
} ground_sample;

// A coordinate (metres from the centre) in control points from the middle one; `rate`: control points a metre there.
static inline double grid_axis(double metres, double core, double stretch, double per_cell, double *rate) {
  const double away = metres < 0 ? -metres : metres, beyond = away - core;
  if (beyond <= 0) {
    *rate = per_cell;
    return metres * per_cell;
  }
  const double shrink = stretch / (stretch + beyond);
  *rate = per_cell * shrink * shrink;
  const double points = (core + beyond * shrink) * per_cell;
  return metres < 0 ? -points : points;
}

// The inverse: metres from the centre of a number of control points from the middle one.
static inline double grid_metres(double points, double core, double stretch, double cell) {
  const double away = (points < 0 ? -points : points) * cell, beyond = away - core;
  const double metres = beyond <= 0 ? away : core + beyond / (1 - beyond / stretch);
  return points < 0 ? -metres : metres;
}

typedef struct {
  int column, row;
  // Shares of the way to the next ones, and control points a metre.
  float fx, fy, rate_x, rate_y;
} grid_place;

// 0 outside the part that has all its neighbours.
static inline int grid_find(const craster_height_grid *grid, double x, double y, grid_place *place) {
  double rate_x, rate_y;
  const double gx = grid_axis(x - grid->center_x, grid->core_x, grid->stretch, grid->per_cell, &rate_x) + (grid->columns >> 1);
  const double gy = grid_axis(y - grid->center_y, grid->core_y, grid->stretch, grid->per_cell, &rate_y) + (grid->rows >> 1);
  if (!(gx >= 1 && gy >= 1 && gx < grid->columns - 2 && gy < grid->rows - 2)) return 0;
  place->column = (int)gx;
  place->row = (int)gy;
  place->fx = (float)(gx - place->column);
  place->fy = (float)(gy - place->row);
  place->rate_x = (float)rate_x;
  place->rate_y = (float)rate_y;
  return 1;
}

static inline float grid_bilinear(const craster_height_grid *grid, double x, double y) {
  grid_place p;
  if (!grid_find(grid, x, y, &p)) return 0;
  const float *h = grid->heights + (long)p.row * grid->columns + p.column;
  const float *g = h + grid->columns;
  const float low = h[0] + (h[1] - h[0]) * p.fx, high = g[0] + (g[1] - g[0]) * p.fx;
  return low + (high - low) * p.fy;
}

static inline ground_sample grid_sample(const craster_height_grid *grid, double x, double y, int shaded) {
  ground_sample result = {0, 0, 0, 0, 0};
  grid_place p;
  float wx[4], wy[4], dx[4], dy[4];
  if (!grid_find(grid, x, y, &p)) return result;
  bspline(p.fx, wx);
  bspline(p.fy, wy);
  bspline_slope(p.fx, dx);
  bspline_slope(p.fy, dy);
  const long at = (long)(p.row - 1) * grid->columns + p.column - 1;
  for (int j = 0; j < 4; j++) {
    const float *h = grid->heights + at + (long)j * grid->columns;
    const float value = wx[0] * h[0] + wx[1] * h[1] + wx[2] * h[2] + wx[3] * h[3];
    result.height += wy[j] * value;
    result.slope_y += dy[j] * value;
    result.slope_x += wy[j] * (dx[0] * h[0] + dx[1] * h[1] + dx[2] * h[2] + dx[3] * h[3]);
    if (shaded) {
      const float *s = grid->shades + 2 * (at + (long)j * grid->columns);
      result.shade += wy[j] * (wx[0] * s[0] + wx[1] * s[2] + wx[2] * s[4] + wx[3] * s[6]);
      result.detail += wy[j] * (wx[0] * s[1] + wx[1] * s[3] + wx[2] * s[5] + wx[3] * s[7]);
    }
  }
  result.slope_x *= p.rate_x;
  result.slope_y *= p.rate_y;
  return result;
}
