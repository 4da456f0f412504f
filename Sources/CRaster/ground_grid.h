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
  float height, slope_x, slope_y, shade;
} ground_sample;

// The column, row and shares of a point; 0 outside the part that has all its neighbours.
static inline int grid_place(const craster_height_grid *grid, double x, double y, int *column, int *row, float *fx,
                             float *fy) {
  const double gx = (x - grid->west) / grid->cell, gy = (y - grid->south) / grid->cell;
  if (!(gx >= 1 && gy >= 1 && gx < grid->columns - 2 && gy < grid->rows - 2)) return 0;
  *column = (int)gx;
  *row = (int)gy;
  *fx = (float)(gx - *column);
  *fy = (float)(gy - *row);
  return 1;
}

static inline float grid_bilinear(const craster_height_grid *grid, double x, double y) {
  int column, row;
  float fx, fy;
  if (!grid_place(grid, x, y, &column, &row, &fx, &fy)) return 0;
  const float *h = grid->heights + (long)row * grid->columns + column;
  const float *g = h + grid->columns;
  const float low = h[0] + (h[1] - h[0]) * fx, high = g[0] + (g[1] - g[0]) * fx;
  return low + (high - low) * fy;
}

static inline ground_sample grid_sample(const craster_height_grid *grid, double x, double y, int shaded) {
  ground_sample result = {0, 0, 0, 0};
  int column, row;
  float fx, fy, wx[4], wy[4], dx[4], dy[4];
  if (!grid_place(grid, x, y, &column, &row, &fx, &fy)) return result;
  bspline(fx, wx);
  bspline(fy, wy);
  bspline_slope(fx, dx);
  bspline_slope(fy, dy);
  const long at = (long)(row - 1) * grid->columns + column - 1;
  for (int j = 0; j < 4; j++) {
    const float *h = grid->heights + at + (long)j * grid->columns;
    const float value = wx[0] * h[0] + wx[1] * h[1] + wx[2] * h[2] + wx[3] * h[3];
    result.height += wy[j] * value;
    result.slope_y += dy[j] * value;
    result.slope_x += wy[j] * (dx[0] * h[0] + dx[1] * h[1] + dx[2] * h[2] + dx[3] * h[3]);
    if (shaded) {
      const float *s = grid->shades + at + (long)j * grid->columns;
      result.shade += wy[j] * (wx[0] * s[0] + wx[1] * s[1] + wx[2] * s[2] + wx[3] * s[3]);
    }
  }
  const float scale = (float)(1 / grid->cell);
  result.slope_x *= scale;
  result.slope_y *= scale;
  return result;
}
