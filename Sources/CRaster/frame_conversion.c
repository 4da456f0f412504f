#include "frame_conversion.h"

#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__) && defined(__linux__)
#define VECTOR_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define VECTOR_CLONES
#endif

// ITU-R BT.709: luma weights 0.2126, 0.7152, 0.0722; luma 16...235, chroma 16...240; 16 fractional bits.
enum { YR = 11966, YG = 40255, YB = 4064 };
enum { UR = -6596, UG = -22189, UB = 28785 };
enum { VR = 28785, VG = -26146, VB = -2639 };

VECTOR_CLONES
static void luma_row(const uint32_t *restrict row, int width, uint8_t *restrict y) {
  for (int x = 0; x < width; x++) {
    const uint32_t p = row[x];
    const uint32_t b = p & 255, g = (p >> 8) & 255, r = (p >> 16) & 255;
    y[x] = (uint8_t)((YR * r + YG * g + YB * b + (16u << 16) + (1u << 15)) >> 16);
  }
}

// Sums of two rows, one plane a component.
VECTOR_CLONES
static void sum_rows(const uint32_t *restrict upper, const uint32_t *restrict lower, int width, uint16_t *restrict r,
                     uint16_t *restrict g, uint16_t *restrict b) {
  for (int x = 0; x < width; x++) {
    const uint32_t p = upper[x], q = lower[x];
    b[x] = (uint16_t)((p & 255) + (q & 255));
    g[x] = (uint16_t)(((p >> 8) & 255) + ((q >> 8) & 255));
    r[x] = (uint16_t)(((p >> 16) & 255) + ((q >> 16) & 255));
  }
}

// Chroma samples lie on even columns (weights 1, 2, 1) between two rows. The planes have one value before index 0.
VECTOR_CLONES
static void chroma_row(const uint16_t *restrict r, const uint16_t *restrict g, const uint16_t *restrict b, int count,
                       uint8_t *restrict u, uint8_t *restrict v) {
  for (int i = 0; i < count; i++) {
    const int red = r[2 * i - 1] + 2 * r[2 * i] + r[2 * i + 1];
    const int green = g[2 * i - 1] + 2 * g[2 * i] + g[2 * i + 1];
    const int blue = b[2 * i - 1] + 2 * b[2 * i] + b[2 * i + 1];
    u[i] = (uint8_t)((UR * red + UG * green + UB * blue + (128 << 19) + (1 << 18)) >> 19);
    v[i] = (uint8_t)((VR * red + VG * green + VB * blue + (128 << 19) + (1 << 18)) >> 19);
  }
}

void replay_bgra_to_yuv420p(const uint8_t *pixels, long pixel_stride, int width, int height, uint8_t *y,
                            long y_stride, uint8_t *u, long u_stride, uint8_t *v, long v_stride, uint16_t *scratch) {
  uint16_t *r = scratch + 1, *g = r + width + 2, *b = g + width + 2;
  for (int line = 0; line + 1 < height; line += 2) {
    const uint32_t *upper = (const uint32_t *)(pixels + line * pixel_stride);
    const uint32_t *lower = (const uint32_t *)(pixels + (line + 1) * pixel_stride);
    luma_row(upper, width, y + line * y_stride);
    luma_row(lower, width, y + (line + 1) * y_stride);
    sum_rows(upper, lower, width, r, g, b);
    r[-1] = r[0];
    g[-1] = g[0];
    b[-1] = b[0];
    chroma_row(r, g, b, width / 2, u + line / 2 * u_stride, v + line / 2 * v_stride);
  }
}

static inline uint32_t straight(uint32_t p) {
  const uint32_t a = p >> 24;
  if (a == 255 || a == 0) return a == 0 ? 0 : p;
  uint32_t result = a << 24;
  for (int shift = 0; shift < 24; shift += 8) {
    const uint32_t c = (((p >> shift) & 255) * 255 + a / 2) / a;
    result |= (c > 255 ? 255 : c) << shift;
  }
  return result;
}

void replay_unpremultiply_bgra(const uint8_t *pixels, long stride, int width, int height, uint8_t *out,
                               long out_stride) {
  for (int line = 0; line < height; line++) {
    const uint32_t *from = (const uint32_t *)(pixels + line * stride);
    uint32_t *to = (uint32_t *)(out + line * out_stride);
    for (int x = 0; x < width; x++) to[x] = straight(from[x]);
  }
}

void replay_opaque_bgra(const uint8_t *pixels, long stride, int width, int height, uint8_t *out, long out_stride) {
  for (int line = 0; line < height; line++) {
    const uint32_t *from = (const uint32_t *)(pixels + line * stride);
    uint32_t *to = (uint32_t *)(out + line * out_stride);
    for (int x = 0; x < width; x++) to[x] = from[x] | 0xFF000000u;
  }
}

void replay_premultiply_bgra(uint8_t *pixels, long stride, int width, int height) {
  for (int line = 0; line < height; line++) {
    uint32_t *row = (uint32_t *)(pixels + line * stride);
    for (int x = 0; x < width; x++) {
      const uint32_t p = row[x], a = p >> 24;
      if (a == 255) continue;
      uint32_t result = a << 24;
      for (int shift = 0; shift < 24; shift += 8) {
        const uint32_t t = ((p >> shift) & 255) * a + 128;
        result |= ((t + (t >> 8)) >> 8) << shift;
      }
      row[x] = result;
    }
  }
}

int replay_is_opaque(const uint8_t *pixels, long stride, int width, int height) {
  for (int line = 0; line < height; line++) {
    const uint32_t *row = (const uint32_t *)(pixels + line * stride);
    uint32_t all = 0xFF000000u;
    for (int x = 0; x < width; x++) all &= row[x];
    if (all != 0xFF000000u) return 0;
  }
  return 1;
}

VECTOR_CLONES
static void rgb_row(const uint32_t *restrict row, int width, uint8_t *restrict out) {
  for (int x = 0; x < width; x++) {
    const uint32_t p = row[x];
    out[3 * x] = (uint8_t)(p >> 16);
    out[3 * x + 1] = (uint8_t)(p >> 8);
    out[3 * x + 2] = (uint8_t)p;
  }
}

static void rgba_row(const uint32_t *restrict row, int width, uint8_t *restrict out) {
  for (int x = 0; x < width; x++) {
    const uint32_t p = straight(row[x]);
    out[4 * x] = (uint8_t)(p >> 16);
    out[4 * x + 1] = (uint8_t)(p >> 8);
    out[4 * x + 2] = (uint8_t)p;
    out[4 * x + 3] = (uint8_t)(p >> 24);
  }
}

VECTOR_CLONES
static uint32_t difference(const uint8_t *restrict current, const uint8_t *restrict reference, long count,
                           uint8_t *restrict out) {
  uint32_t sum = 0;
  for (long i = 0; i < count; i++) {
    const uint8_t d = (uint8_t)(current[i] - reference[i]);
    out[i] = d;
    sum += d < 128 ? d : 256 - d;
  }
  return sum;
}

void replay_png_scanlines(const uint8_t *pixels, long stride, int width, int height, int channels, uint8_t *lines,
                          uint8_t *scratch) {
  const long count = (long)width * channels;
  const long pitch = count + 64;
  // Each row starts after `channels` zero bytes, which the sub filter reads as the pixel left of the first.
  uint8_t *rows[2] = {scratch + 8, scratch + pitch + 8};
  uint8_t *sub = scratch + 2 * pitch, *up = scratch + 3 * pitch;
  memset(scratch, 0, (size_t)(2 * pitch));
  for (int line = 0; line < height; line++) {
    uint8_t *current = rows[line & 1], *previous = rows[(line & 1) ^ 1];
    const uint32_t *from = (const uint32_t *)(pixels + line * stride);
    if (channels == 3) rgb_row(from, width, current);
    else rgba_row(from, width, current);
    uint8_t *out = lines + line * (count + 1);
    const uint32_t sub_sum = difference(current, current - channels, count, sub);
    const uint32_t up_sum = difference(current, previous, count, up);
    out[0] = up_sum <= sub_sum ? 2 : 1;
    memcpy(out + 1, up_sum <= sub_sum ? up : sub, (size_t)count);
  }
}

int replay_has_avx512(void) {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx512f") != 0;
#else
  return 0;
#endif
}
