// The ground of a perspective view: heights from a run's own track, and their picture.
#pragma once
#include <stdint.h>

// Heights over the whole plane as control points of a uniform cubic B-spline. The points lie `cell` metres apart
// within `core_x` and `core_y` metres of the centre, and ever farther beyond, so that they reach to the horizon. Row 0
// lies in the south, columns run east; both counts are odd.
typedef struct {
  // Metres above `base`, columns * rows; 0 at the borders.
  const float *heights;
  // For each control point the light of the ground's broad shapes less that of a level plain, and what small shapes
  // change in it, which only a near eye sees; or null.
  const float *shades;
  int columns, rows;
  // Local metres of the centre, half the core's sides.
  double center_x, center_y, core_x, core_y;
  // Metres between control points in the core, and the inverse; metres beyond it within which their spacing grows
  // fourfold.
  double cell, per_cell, stretch;
  // Metres; the level outside the grid.
  double base;
  // Lowest and highest of `heights`, and the steepest slope between neighbours.
  double lowest, highest, steepest;
} craster_height_grid;

// Local metres of a column's or a row's control points.
double craster_column_x(const craster_height_grid *grid, int column);
double craster_row_y(const craster_height_grid *grid, int row);

// Metres above `base` at a point in local metres.
double craster_height_at(const craster_height_grid *grid, double x, double y);

// Sets lowest, highest and steepest; returns the root of the mean squared slope.
double craster_height_extremes(craster_height_grid *grid);

typedef struct {
  // Local metres and heights (metres above the grid's base) of samples along the run.
  const double *x, *y, *z;
  int count;
  // Metres over which the run's heights are smoothed.
  double reach;
  // Metres of the hills: along the run, and far from it.
  double near_hills, far_hills;
  // Metres from the run within which the hills grow to their height, and from one large hill to the next.
  double hill_distance, hill_size;
} craster_relief_source;

// Fills `heights` from samples: they spread with a smooth, steeply falling weight of distance; hills of noise, fixed to
// the plane, grow away from them. Returns 0 when memory is short.
int craster_relief_build(const craster_relief_source *source, const craster_height_grid *grid, float *heights);

typedef struct {
  // Unit vector to the light: east, north, up; well above the horizon.
  double sun[3];
  // Slopes are multiplied by `gain` before they are lit.
  double gain;
  // Share of the light that comes from everywhere, 0…1.
  double ambient;
  // Metres within which hollows are a little darker.
  double hollow;
  // Small unevenness that the heights do not have; 1: slopes of a tenth.
  double grain;
  // Metres of the shapes that make the first value; smaller ones are left to the second.
  double breadth;
} craster_lighting;

// Light of the ground, less that of a level plain. Fills 2 * columns * rows values, of the broad shapes and
// of the small ones. Returns 0 when memory is short.
int craster_relief_shade(const craster_height_grid *grid, const craster_lighting *lighting, float *shades);

typedef struct {
  // Local metres.
  double eye[3];
  // Unit vectors of the view.
  double right[3], up[3], forward[3];
  // Pixels.
  double focal, principal_x, principal_y;
  // Metres of the view axis before which nothing is hit.
  double near;
  // Metres from the eye to the target.
  double distance;
} craster_view;

typedef struct {
  craster_height_grid grid;
  // The ground stands at level + exaggeration * height: metres.
  double level, exaggeration;
  // Metres between contours and between grid lines; 0 for none.
  double contour_interval, grid_spacing;
  // Metres a pixel from which on contours, on slopes of the usual steepness, lie too close to be drawn.
  double contour_scale;
  // Colours as red, green, blue 0…255. `lit` and `shaded` lie on the bright and on the dark side of hills.
  float near_color[3], far_color[3], lit[3], shaded[3];
  // What lines add to the colour below them; every tenth line of the grid adds all of it, the others `grid_share`.
  float contour[3], index_contour[3], grid_line[3];
  float sky_top[3], sky_horizon[3];
  // 0…1.
  double fog;
  // Metres a pixel from which on small shapes are left out of the light.
  double calm;
  // Half widths of lines in pixels.
  float contour_width, index_width, grid_width, grid_share;
  // What full light adds to the colours of a texture, by which share it raises them, and which share full shade takes.
  float texture_lit[3], texture_gain, texture_shade;
  // Whether the colours of the ground come from a texture.
  int is_textured;
} craster_ground;

// Metres along the view axis at which the ray through a pixel meets the ground, or a negative number for the sky.
double craster_ground_depth(const craster_ground *ground, const craster_view *view, double x, double y);

// A block of the ground's texture: 256 texels from one to the next, and one more row and column. Columns grow east,
// rows south; texels are 2^(level - 5) metres.
typedef struct {
  int level, x, y;
} craster_block;

// Levels there are.
enum { CRASTER_LEVELS = 20 };

// A picture that has been sampled: what is seen at the pixels x0..<x1, y0..<y1.
typedef struct craster_picture craster_picture;

// Samples a picture; null when memory is short.
craster_picture *craster_picture_make(const craster_ground *ground, const craster_view *view, int x0, int y0, int x1,
                                      int y1);

// Lists the blocks of the texture that a picture of textured ground needs, `capacity` at most: what would need more is
// drawn from coarser ones. Returns their number, or -1 when memory is short.
int craster_picture_blocks(craster_picture *picture, craster_block *blocks, int capacity);

// Paints the picture, opaque. Textured ground needs the texels of the listed blocks, `texel_stride` from row to row.
// Returns 0 when memory is short.
int craster_picture_paint(craster_picture *picture, const craster_block *blocks, const uint32_t *const *texels,
                          int count, int texel_stride, uint32_t *pixels, int stride);

void craster_picture_free(craster_picture *picture);
