// Soft light around a line: blur of an 8-bit mask, and its composition over premultiplied BGRA pixels.
#pragma once
#include <stdint.h>

// Two box passes in each direction, close to a Gaussian; `half` is the box's half width in mask pixels, `scratch`
// holds max(width, height) bytes.
void craster_blur(uint8_t *mask, int width, int height, int half, uint8_t *scratch);

typedef struct {
  uint8_t red, green, blue;
  // Weights of the two masks, 256 for the whole.
  int inner_weight, outer_weight;
  // Adds light (dark grounds) or multiplies (light ones).
  int adds;
} craster_glow_style;

// Lays a glow over a picture. Mask pixel (i, j) stands for picture pixel (4 i, 4 j); the masks have one column and row
// more than the picture needs.
void craster_glow(uint32_t *pixels, int width, int height, int stride, const uint8_t *inner, const uint8_t *outer,
                  int mask_width, int mask_height, craster_glow_style style);
