#include "ground_rays.h"

#include <math.h>

scene craster_scene(const craster_ground *ground, const craster_view *view) {
  const craster_height_grid *grid = &ground->grid;
  scene result = {.ground = ground, .view = view};
  result.reach_x = grid_metres((grid->columns >> 1) - 2.01, grid->core_x, grid->stretch, grid->cell);
  result.reach_y = grid_metres((grid->rows >> 1) - 2.01, grid->core_y, grid->stretch, grid->cell);
  result.steepest = fmin(ground->exaggeration * grid->steepest, 1.5);
  result.grid_lines = 1 / (ground->grid_spacing > 0 ? ground->grid_spacing : 100);
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

meeting craster_hit(const scene *scene, ray r, expectation expected, int shaded) {
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
  const scene scene = craster_scene(ground, view);
  return craster_hit(&scene, ray_through(view, x, y), (expectation){0, 0}, 0).depth;
}
