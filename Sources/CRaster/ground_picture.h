// A picture of the ground between sampling and painting.
//
// It is sampled on a lattice by casting rays, every BLOCK_X pixels and every COARSE or, where the ground lies flat to
// the eye, FINE rows. What the lattice points know is interpolated in between; blocks that an edge runs through are
// sampled at each pixel.
#pragma once
#pragma clang diagnostic ignored "-Wpsabi"
#include <string.h>

#include "ground_rays.h"

enum { BLOCK_X = 8, COARSE = 8, FINE = 4 };

typedef float floats __attribute__((vector_size(32)));
typedef int32_t ints __attribute__((vector_size(32)));

// What a lattice point knows. Colours 0…255 with light and haze but without lines; on textured ground what is added to
// the texture's colour.
typedef struct {
  // Height in contours, or the share of the texture's colour that is left; place in grid lines from the eye's tenth.
  float inverse_depth, height, grid_x, grid_y, red, green, blue;
  // How much of lines is left by haze.
  float clear;
} sample;

enum { DEPTH, HEIGHT, GRID_X, GRID_Y, RED, GREEN, BLUE, CLEAR, FIELDS, GAIN = HEIGHT };

INLINE float mixed(float a, float b, float t) { return a + (b - a) * t; }
INLINE float unit(float t) { return t < 0 ? 0 : t > 1 ? 1 : t; }

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

// Level of the texture's detail: the level and the share of the next coarser one; level -1: none.
typedef struct {
  float share;
  int level;
} detail;

// A pixel on an edge: two samples.
typedef struct {
  int x, y;
  sample samples[2];
} edge_pixel;

struct craster_picture {
  craster_ground ground;
  craster_view view;
  scene scene;
  int x0, y0, x1, y1;
  // Lattice rows from the bottom, each `columns` points.
  int columns, row_count;
  int *row_y;
  floats *points;
  // The memory that `points` lies in. Not from posix_memalign: glibc before 2.38 does not find such blocks again when
  // sizes vary, and a film of a minute grew by hundreds of megabytes.
  void *points_memory;
  // For the blocks above each lattice row, and to the right of each point.
  uint8_t *skip;
  detail *details;
  edge_pixel *edges;
  int edge_count, edge_capacity;
  // Added to the level of detail where too many blocks would be needed.
  float coarser;
};

static inline detail detail_of(const craster_picture *picture, float metres_per_pixel) {
  // Level 0 has 32 texels a metre; a texel is up to a quarter larger than a pixel before the next level takes over.
  const float lod = log2f(fmaxf(metres_per_pixel, 1e-6f) * 32) + 0.3f + picture->coarser;
  const float bounded = fminf(fmaxf(lod, 0), CRASTER_LEVELS - 1.001f), whole = floorf(bounded);
  return (detail){unit((bounded - whole - 0.5f) * 2), (int)whole};
}

static inline double metres_per_texel(int level) { return ldexp(1, level - 5); }

// Local metres at which places in grid lines begin.
static inline double grid_start(double eye, double spacing) { return 10 * spacing * floor(eye / (10 * spacing)); }
