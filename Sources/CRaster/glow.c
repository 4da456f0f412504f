#include "glow.h"

enum { SCALE = 4 };

static void blur_line(uint8_t *values, int step, int count, int half, uint8_t *line) {
  unsigned any = 0;
  for (int i = 0; i < count; i++) {
    line[i] = values[(long)i * step];
    any |= line[i];
  }
  if (any == 0) return;
  const int size = 2 * half + 1;
  // Division by the box size as a multiplication.
  const unsigned reciprocal = (65536u + (unsigned)size / 2) / (unsigned)size;
  unsigned sum = 0;
  for (int i = 0; i < half && i < count; i++) sum += line[i];
  for (int i = 0; i < count; i++) {
    if (i + half < count) sum += line[i + half];
    if (i - half - 1 >= 0) sum -= line[i - half - 1];
    unsigned value = (sum * reciprocal + 32768u) >> 16;
    values[(long)i * step] = (uint8_t)(value > 255 ? 255 : value);
  }
}

void craster_blur(uint8_t *mask, int width, int height, int half, uint8_t *scratch) {
  for (int pass = 0; pass < 2; pass++) {
    for (int y = 0; y < height; y++) blur_line(mask + (long)y * width, 1, width, half, scratch);
    for (int x = 0; x < width; x++) blur_line(mask + x, width, height, half, scratch);
  }
}

static inline int strength(const uint8_t *inner, const uint8_t *outer, long at, const craster_glow_style *style) {
  int value = inner[at] * style->inner_weight + outer[at] * style->outer_weight;
  return value > 65280 ? 65280 : value;
}

static inline uint32_t lit(uint32_t word, int amount, const craster_glow_style *style) {
  int a = (int)(word >> 24), r = (int)(word >> 16 & 255), g = (int)(word >> 8 & 255), b = (int)(word & 255);
  if (style->adds) {
    r += (style->red * amount + 127) / 255;
    g += (style->green * amount + 127) / 255;
    b += (style->blue * amount + 127) / 255;
    if (r > 255) r = 255;
    if (g > 255) g = 255;
    if (b > 255) b = 255;
    // Light over nothing needs as much opacity as its brightest part.
    if (a < r) a = r;
    if (a < g) a = g;
    if (a < b) a = b;
  } else {
    r -= r * (255 - style->red) * amount / 65025;
    g -= g * (255 - style->green) * amount / 65025;
    b -= b * (255 - style->blue) * amount / 65025;
  }
  return (uint32_t)a << 24 | (uint32_t)r << 16 | (uint32_t)g << 8 | (uint32_t)b;
}

void craster_glow(uint32_t *pixels, int width, int height, int stride, const uint8_t *inner, const uint8_t *outer,
                  int mask_width, int mask_height, craster_glow_style style) {
  for (int cy = 0; cy + 1 < mask_height; cy++) {
    for (int cx = 0; cx + 1 < mask_width; cx++) {
      const long at = (long)cy * mask_width + cx;
      if ((outer[at] | outer[at + 1] | outer[at + mask_width] | outer[at + mask_width + 1]) == 0) continue;
      const int c00 = strength(inner, outer, at, &style), c10 = strength(inner, outer, at + 1, &style);
      const int c01 = strength(inner, outer, at + mask_width, &style);
      const int c11 = strength(inner, outer, at + mask_width + 1, &style);
      for (int row = 0; row < SCALE; row++) {
        const int y = cy * SCALE + row;
        if (y >= height) break;
        const int left = c00 * (SCALE - row) + c01 * row, right = c10 * (SCALE - row) + c11 * row;
        uint32_t *line = pixels + (long)y * stride;
        for (int column = 0; column < SCALE; column++) {
          const int x = cx * SCALE + column;
          if (x >= width) break;
          const int amount = (left * (SCALE - column) + right * column + 2048) >> 12;
          if (amount != 0) line[x] = lit(line[x], amount, &style);
        }
      }
    }
  }
}
