// Noise fixed to the plane: the same hills and grain in every film.
#pragma once
#include <math.h>
#include <stdint.h>

static inline uint32_t hashed(int x, int y, uint32_t seed) {
  uint32_t h = (uint32_t)x * 0x8da6b343u ^ (uint32_t)y * 0xd8163841u ^ seed * 0xcb1ab31fu;
  h ^= h >> 15;
  h *= 0x2c1b3c6du;
  h ^= h >> 12;
  h *= 0x297a2d39u;
  return h ^ h >> 15;
}

static inline float corner(int x, int y, uint32_t seed, float fx, float fy) {
  // Sixteen directions are enough for smooth hills.
  static const float directions[16][2] = {
      {1, 0},        {0.9239f, 0.3827f},   {0.7071f, 0.7071f},   {0.3827f, 0.9239f},
      {0, 1},        {-0.3827f, 0.9239f},  {-0.7071f, 0.7071f},  {-0.9239f, 0.3827f},
      {-1, 0},       {-0.9239f, -0.3827f}, {-0.7071f, -0.7071f}, {-0.3827f, -0.9239f},
      {0, -1},       {0.3827f, -0.9239f},  {0.7071f, -0.7071f},  {0.9239f, -0.3827f}};
  const float *d = directions[hashed(x, y, seed) & 15];
  return d[0] * fx + d[1] * fy;
}

// Gradient noise (K. Perlin, 2002, "Improving noise"), about -0.7…0.7.
static inline float noise(double x, double y, uint32_t seed) {
  const double bx = floor(x), by = floor(y);
  const int ix = (int)bx, iy = (int)by;
  const float fx = (float)(x - bx), fy = (float)(y - by);
  const float sx = fx * fx * fx * (fx * (fx * 6 - 15) + 10), sy = fy * fy * fy * (fy * (fy * 6 - 15) + 10);
  const float a = corner(ix, iy, seed, fx, fy), b = corner(ix + 1, iy, seed, fx - 1, fy);
  const float c = corner(ix, iy + 1, seed, fx, fy - 1), d = corner(ix + 1, iy + 1, seed, fx - 1, fy - 1);
  const float low = a + (b - a) * sx, high = c + (d - c) * sx;
  return low + (high - low) * sy;
}
