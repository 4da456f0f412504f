#include <math.h>
#include <stdlib.h>

#include "ground_picture.h"
#include "ground_texture.h"

#if defined(__x86_64__)
#define VECTOR_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define VECTOR_CLONES
#endif

typedef struct {
  // Coverage of lines at whole values, and the values.
  floats cover, nearest;
} lines;

// Lines of a field that changes by `slope` a pixel, `half_width` pixels wide to each side.
INLINE lines lines_of(floats value, float slope, float half_width) {
  const floats nearest = rounded(value), off = magnitude(value - nearest);
  // Where a field hardly changes, a line would spread into a blot.
  const float full = half_width < 0.5f ? 2 * half_width : 1;
  return (lines){most(least(splat(half_width + 0.5f) - off * (1 / slope), splat(full)), splat(0)) *
                     units(splat(3) - off * 12),
                 nearest};
}

INLINE floats chosen(ints mask, floats a, floats b) { return (floats)(((ints)a & mask) | ((ints)b & ~mask)); }

// Lines lighten or darken what they lie on, so that they show as well on lit slopes as on shaded ones.
INLINE void lay(floats color[3], const float line[3], floats cover) {
  for (int c = 0; c < 3; c++) color[c] += line[c] * cover;
}

// Draws one row of pixels between two lattice rows, `share` of the way from the upper to the lower one, which lies
// `rows` below.
INLINE void draw_row(const craster_picture *picture, const textures *textures, const floats *above,
                     const floats *below, float share, int rows, const uint8_t *skip, const detail *details, int y,
                     uint32_t *line) {
  const craster_ground *ground = &picture->ground;
  const float focal = (float)picture->view.focal;
  const int x0 = picture->x0, x1 = picture->x1;
  const floats ramp = {0, 0.125f, 0.25f, 0.375f, 0.5f, 0.625f, 0.75f, 0.875f};
  const floats lanes = {0, 1, 2, 3, 4, 5, 6, 7};
  const float contour_width = ground->contour_width, index_width = ground->index_width;
  const float grid_width = ground->grid_width, widest = contour_width > index_width ? contour_width : index_width;
  // Pixels around a line in which it shows, by field.
  const floats reach = {0, widest + 0.5f, grid_width + 0.5f, grid_width + 0.5f, 0, 0, 0, 0};
  const int has_contours = ground->contour_interval > 0, has_grid = ground->grid_spacing > 0;
  const floats per_row = splat(0.5f / (float)rows);
  floats right = above[0] + (below[0] - above[0]) * share, fall = below[0] - above[0];
  for (int i = 0, x = x0; x < x1; i++, x += BLOCK_X) {
    const floats left = right, fall_left = fall;
    fall = below[i + 1] - above[i + 1];
    right = above[i + 1] + fall * share;
    if (skip[i]) continue;
    const floats change = right - left;
#define FIELD(f) (splat(left[f]) + splat(change[f]) * ramp)
    floats color[3] = {FIELD(RED), FIELD(GREEN), FIELD(BLUE)};
    if (textures != NULL) lay_texture(color, textures, details[i], left, right, ramp);
    if (left[CLEAR] + right[CLEAR] > 0.02f) {
      const floats across = change * (1.f / BLOCK_X), down = (fall + fall_left) * per_row;
      const floats slope = __builtin_elementwise_sqrt(across * across + down * down) + 1e-6f, pad = slope * reach;
      // Between the lowest and the highest value, is there a whole one?
      const ints lines_here =
          rounded(least(left, right) - pad - 0.5f) != rounded(most(left, right) + pad - 0.5f);
      if (has_grid && (lines_here[GRID_X] | lines_here[GRID_Y])) {
        // Lines closer than some pixels fade before they could swim.
        const float fade_x = unit((0.075f - slope[GRID_X]) * 20), fade_y = unit((0.075f - slope[GRID_Y]) * 20);
        const lines gx = lines_of(FIELD(GRID_X), slope[GRID_X], grid_width);
        const lines gy = lines_of(FIELD(GRID_Y), slope[GRID_Y], grid_width);
        const floats share = splat(ground->grid_share), one = splat(1);
        const floats cover_x = gx.cover * fade_x * chosen(rounded(gx.nearest * 0.1f) * 10 == gx.nearest, one, share);
        const floats cover_y = gy.cover * fade_y * chosen(rounded(gy.nearest * 0.1f) * 10 == gy.nearest, one, share);
        const floats cover = most(cover_x, cover_y);
        lay(color, ground->grid_line, cover * FIELD(CLEAR));
      }
      if (has_contours && lines_here[HEIGHT]) {
        // Where most lie close, the few on level places would be left like worms.
        const float pixel = 1 / (most(left, right)[DEPTH] * focal), scale = pixel / (float)ground->contour_scale;
        const float fade = unit((0.1f - slope[HEIGHT]) * 14) * unit(2 - scale);
        const float index_fade = unit((0.3f - slope[HEIGHT]) * 5) * unit(2 - 0.2f * scale);
        const floats height = FIELD(HEIGHT), clear = FIELD(CLEAR);
        const lines thin = lines_of(height, slope[HEIGHT], contour_width);
        const lines thick = lines_of(height, slope[HEIGHT], index_width);
        const ints is_index = rounded(thin.nearest * 0.2f) * 5 == thin.nearest;
        lay(color, ground->contour, chosen(is_index, splat(0), thin.cover * fade) * clear);
        lay(color, ground->index_contour, chosen(is_index, thick.cover * index_fade, splat(0)) * clear);
      }
    }
#undef FIELD
    // Interleaved gradient noise (J. Jimenez, 2014) instead of rounding: no bands.
    floats noise = (splat((float)(x & 1023)) + lanes) * 0.06711056f + splat((float)(y & 1023) * 0.00583715f);
    noise = noise - __builtin_convertvector(__builtin_convertvector(noise, ints), floats);
    noise = noise * 52.9829189f;
    noise = noise - __builtin_convertvector(__builtin_convertvector(noise, ints), floats);
    ints word = (ints){0} + (int32_t)0xff000000u;
    for (int c = 0; c < 3; c++) {
      const ints part = __builtin_convertvector(most(least(color[c] + noise, splat(255)), splat(0)), ints);
      word |= part << (16 - 8 * c);
    }
    const int count = x1 - x < BLOCK_X ? x1 - x : BLOCK_X;
    if (count == BLOCK_X) {
      memcpy(line + x, &word, sizeof word);
    } else {
      memcpy(line + x, &word, sizeof(uint32_t) * (size_t)count);
    }
  }
}

VECTOR_CLONES
static void draw_rows(const craster_picture *picture, const textures *textures, uint32_t *pixels, int stride) {
  const int columns = picture->columns;
  for (int row = 1; row < picture->row_count; row++) {
    const int top = picture->row_y[row], bottom = picture->row_y[row - 1], band = bottom - top;
    const floats *above = picture->points + (long)row * columns, *below = above - columns;
    const long block = (long)(row - 1) * columns;
    for (int y = top > picture->y0 ? top : picture->y0; y < bottom && y < picture->y1; y++)
      draw_row(picture, textures, above, below, (float)(y - top) / (float)band, band, picture->skip + block,
               picture->details + block, y, pixels + (long)y * stride);
  }
}

static uint32_t channel(float value, float noise) {
  const int whole = (int)(value + noise);
  return (uint32_t)(whole > 255 ? 255 : whole < 0 ? 0 : whole);
}

static void draw_edges(const craster_picture *picture, const textures *textures, uint32_t *pixels, int stride) {
  for (int k = 0; k < picture->edge_count; k++) {
    const edge_pixel *edge = picture->edges + k;
    float color[3] = {0, 0, 0};
    for (int n = 0; n < 2; n++) {
      const sample *s = edge->samples + n;
      float texel[3] = {0, 0, 0};
      if (textures != NULL && s->inverse_depth > 0) texture_at(textures, edge_detail(picture, s), s->grid_x, s->grid_y, texel);
      const float gain = textures != NULL ? s->height : 0;
      color[0] += 0.5f * (s->red + gain * texel[0]);
      color[1] += 0.5f * (s->green + gain * texel[1]);
      color[2] += 0.5f * (s->blue + gain * texel[2]);
    }
    float noise = (float)(edge->x & 1023) * 0.06711056f + (float)(edge->y & 1023) * 0.00583715f;
    noise = 52.9829189f * (noise - floorf(noise));
    noise -= floorf(noise);
    pixels[(long)edge->y * stride + edge->x] = 0xff000000u | channel(color[0], noise) << 16 |
                                               channel(color[1], noise) << 8 | channel(color[2], noise);
  }
}

int craster_picture_paint(craster_picture *picture, const craster_block *blocks, const uint32_t *const *texels,
                          int count, int texel_stride, uint32_t *pixels, int stride) {
  if (!picture->ground.is_textured) {
    draw_rows(picture, NULL, pixels, stride);
    draw_edges(picture, NULL, pixels, stride);
    return 1;
  }
  textures textures;
  if (picture->details == NULL || !textures_make(&textures, picture, blocks, texels, count, texel_stride)) return 0;
  draw_rows(picture, &textures, pixels, stride);
  draw_edges(picture, &textures, pixels, stride);
  textures_free(&textures);
  return 1;
}
