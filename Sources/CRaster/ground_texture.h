// Sampling of the blocks of a ground texture.
#pragma once
#include <math.h>
#include <stdlib.h>

#include "ground_picture.h"

enum { BLOCK_TEXELS = 256 };

// The blocks of one level by their place.
typedef struct {
  int first_x, first_y, columns, rows;
  const uint32_t **texels;
  // Texels from grid lines: texel = line * scale + start, y negated.
  double scale, start_x, start_y;
} texture_level;

typedef struct {
  texture_level levels[CRASTER_LEVELS];
  int stride;
  // Where there is no block.
  float fallback[3];
} textures;

static inline void textures_free(textures *textures) {
  for (int level = 0; level < CRASTER_LEVELS; level++) free(textures->levels[level].texels);
}

// Texels of a level from grid lines; bilinear weights reach from the middle of one texel to the next.
static inline void texture_scale(texture_level *level, const craster_picture *picture, int number) {
  const double size = metres_per_texel(number), spacing = 1 / picture->scene.grid_lines;
  level->scale = spacing / size;
  level->start_x = grid_start(picture->view.eye[0], spacing) / size - 0.5;
  level->start_y = -grid_start(picture->view.eye[1], spacing) / size - 0.5;
}

static inline int textures_make(textures *textures, const craster_picture *picture, const craster_block *blocks,
                                const uint32_t *const *texels, int count, int stride) {
  memset(textures, 0, sizeof *textures);
  textures->stride = stride;
  memcpy(textures->fallback, picture->ground.near_color, sizeof textures->fallback);
  for (int number = 0; number < CRASTER_LEVELS; number++) {
    texture_level *level = textures->levels + number;
    texture_scale(level, picture, number);
    int low_x = 0, low_y = 0, high_x = -1, high_y = -1, any = 0;
    for (int k = 0; k < count; k++) {
      if (blocks[k].level != number) continue;
      if (!any || blocks[k].x < low_x) low_x = blocks[k].x;
      if (!any || blocks[k].y < low_y) low_y = blocks[k].y;
      if (!any || blocks[k].x > high_x) high_x = blocks[k].x;
      if (!any || blocks[k].y > high_y) high_y = blocks[k].y;
      any = 1;
    }
    if (!any) continue;
    const double cells = ((double)high_x - low_x + 1) * ((double)high_y - low_y + 1);
    // Blocks that are so far apart lie on edges; they may go without.
    if (cells > 1 << 18) continue;
    level->first_x = low_x;
    level->first_y = low_y;
    level->columns = high_x - low_x + 1;
    level->rows = high_y - low_y + 1;
    level->texels = calloc((size_t)cells, sizeof *level->texels);
    if (level->texels == NULL) {
      textures_free(textures);
      return 0;
    }
    for (int k = 0; k < count; k++)
      if (blocks[k].level == number)
        level->texels[(long)(blocks[k].y - low_y) * level->columns + blocks[k].x - low_x] = texels[k];
  }
  return 1;
}

INLINE const uint32_t *texture_block(const texture_level *level, int x, int y) {
  const int column = x - level->first_x, row = y - level->first_y;
  if (column < 0 || row < 0 || column >= level->columns || row >= level->rows) return NULL;
  return level->texels[(long)row * level->columns + column];
}

INLINE int floor_block(double texel) { return (int)floor(texel * (1.0 / BLOCK_TEXELS)); }

static inline void texel_at(const textures *textures, int number, double line_x, double line_y, float color[3]) {
  const texture_level *level = textures->levels + number;
  const double u = line_x * level->scale + level->start_x, v = level->start_y - line_y * level->scale;
  const int bx = floor_block(u), by = floor_block(v);
  const uint32_t *block = texture_block(level, bx, by);
  if (block == NULL) {
    memcpy(color, textures->fallback, sizeof textures->fallback);
    return;
  }
  const float fx = (float)(u - (double)bx * BLOCK_TEXELS), fy = (float)(v - (double)by * BLOCK_TEXELS);
  const int ix = fx < 255 ? (int)fx : 255, iy = fy < 255 ? (int)fy : 255;
  const float sx = fx - (float)ix, sy = fy - (float)iy;
  const uint32_t *p = block + (long)iy * textures->stride + ix, *q = p + textures->stride;
  for (int c = 0; c < 3; c++) {
    const int shift = 16 - 8 * c;
    const float a = (float)(p[0] >> shift & 255), b = (float)(p[1] >> shift & 255);
    const float d = (float)(q[0] >> shift & 255), e = (float)(q[1] >> shift & 255);
    const float top = a + (b - a) * sx, bottom = d + (e - d) * sx;
    color[c] = top + (bottom - top) * sy;
  }
}

// The colour at a place in grid lines.
static inline void texture_at(const textures *textures, detail detail, float line_x, float line_y, float color[3]) {
  if (detail.level < 0) {
    memcpy(color, textures->fallback, sizeof textures->fallback);
    return;
  }
  texel_at(textures, detail.level, (double)line_x, (double)line_y, color);
  if (detail.share <= 0 || detail.level + 1 >= CRASTER_LEVELS) return;
  float coarse[3];
  texel_at(textures, detail.level + 1, (double)line_x, (double)line_y, coarse);
  for (int c = 0; c < 3; c++) color[c] += (coarse[c] - color[c]) * detail.share;
}

static inline detail edge_detail(const craster_picture *picture, const sample *s) {
  return detail_of(picture, 1.4f / (s->inverse_depth * (float)picture->view.focal));
}

// Eight pixels of one level between two places. Returns 0 where they do not lie on one block.
INLINE int texels_between(const textures *textures, int number, floats left, floats right, floats ramp, floats color[3]) {
  const texture_level *level = textures->levels + number;
  const double lu = (double)left[GRID_X] * level->scale + level->start_x;
  const double lv = level->start_y - (double)left[GRID_Y] * level->scale;
  const double ru = (double)right[GRID_X] * level->scale + level->start_x;
  const double rv = level->start_y - (double)right[GRID_Y] * level->scale;
  const int bx = floor_block(lu), by = floor_block(lv);
  if (bx != floor_block(ru) || by != floor_block(rv)) return 0;
  const uint32_t *block = texture_block(level, bx, by);
  if (block == NULL) return 0;
  const float u0 = (float)(lu - (double)bx * BLOCK_TEXELS), v0 = (float)(lv - (double)by * BLOCK_TEXELS);
  const floats u = splat(u0) + splat((float)(ru - lu)) * ramp, v = splat(v0) + splat((float)(rv - lv)) * ramp;
  const ints iu = __builtin_convertvector(most(least(u, splat(255)), splat(0)), ints);
  const ints iv = __builtin_convertvector(most(least(v, splat(255)), splat(0)), ints);
  const floats fu = u - __builtin_convertvector(iu, floats), fv = v - __builtin_convertvector(iv, floats);
  const ints at = iv * textures->stride + iu;
  ints c00, c10, c01, c11;
  for (int k = 0; k < 8; k++) {
    const uint32_t *p = block + at[k];
    c00[k] = (int32_t)p[0];
    c10[k] = (int32_t)p[1];
    c01[k] = (int32_t)p[textures->stride];
    c11[k] = (int32_t)p[textures->stride + 1];
  }
  for (int c = 0; c < 3; c++) {
    const int shift = 16 - 8 * c;
    const floats a = __builtin_convertvector(c00 >> shift & 255, floats);
    const floats b = __builtin_convertvector(c10 >> shift & 255, floats);
    const floats d = __builtin_convertvector(c01 >> shift & 255, floats);
    const floats e = __builtin_convertvector(c11 >> shift & 255, floats);
    const floats top = a + (b - a) * fu, bottom = d + (e - d) * fu;
    color[c] = top + (bottom - top) * fv;
  }
  return 1;
}

// Adds the texture's light to the colour of eight pixels.
INLINE void lay_texture(floats color[3], const textures *textures, detail detail, floats left, floats right,
                        floats ramp) {
  const floats gain = splat(left[GAIN]) + splat(right[GAIN] - left[GAIN]) * ramp;
  floats texel[3], coarse[3];
  int done = detail.level >= 0 && texels_between(textures, detail.level, left, right, ramp, texel);
  if (done && detail.share > 0 && detail.level + 1 < CRASTER_LEVELS) {
    done = texels_between(textures, detail.level + 1, left, right, ramp, coarse);
    for (int c = 0; done && c < 3; c++) texel[c] += (coarse[c] - texel[c]) * detail.share;
  }
  if (!done) {
    for (int k = 0; k < 8; k++) {
      float one[3];
      texture_at(textures, detail, left[GRID_X] + (right[GRID_X] - left[GRID_X]) * ramp[k],
                 left[GRID_Y] + (right[GRID_Y] - left[GRID_Y]) * ramp[k], one);
      for (int c = 0; c < 3; c++) texel[c][k] = one[c];
    }
  }
  for (int c = 0; c < 3; c++) color[c] += texel[c] * gain;
}
