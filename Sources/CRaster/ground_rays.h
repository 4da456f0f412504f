// Rays through pixels and where they meet the ground.
#pragma once
#include "ground_grid.h"

#define INLINE static inline __attribute__((always_inline))

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

scene craster_scene(const craster_ground *ground, const craster_view *view);

// What a ray meets: a depth, or -1 for the sky, and the ground there.
typedef struct {
  double depth;
  ground_sample at;
} meeting;

// Where a ray is expected to meet the ground: not before `earliest`, close to `guess` (0 when unknown).
typedef struct {
  double earliest, guess;
} expectation;

meeting craster_hit(const scene *scene, ray r, expectation expected, int shaded);
