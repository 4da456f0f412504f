#include <math.h>
#include <stdlib.h>

#include "ground_picture.h"
#include "ground_texture.h"

// A set of blocks: their list and an open hash table of places in it.
enum { SLOTS = 4096 };

typedef struct {
  craster_block *blocks;
  int count, capacity, overflows;
  int16_t slots[SLOTS];
} block_set;

static void insert(block_set *set, int level, int x, int y) {
  const uint32_t hash = (uint32_t)x * 0x8da6b343u ^ (uint32_t)y * 0xd8163841u ^ (uint32_t)level * 0xcb1ab31fu;
  for (uint32_t slot = (hash ^ hash >> 15) % SLOTS;; slot = (slot + 1) % SLOTS) {
    const int at = set->slots[slot];
    if (at < 0) {
      if (set->count >= set->capacity) {
        set->overflows = 1;
        return;
      }
      set->slots[slot] = (int16_t)set->count;
      set->blocks[set->count++] = (craster_block){level, x, y};
      return;
    }
    const craster_block *block = set->blocks + at;
    if (block->level == level && block->x == x && block->y == y) return;
  }
}

// All blocks of a level that a box of places in grid lines touches.
static void insert_box(block_set *set, const texture_level *levels, int number, const float low[2],
                       const float high[2]) {
  const texture_level *level = levels + number;
  const double limit = 1e6;
  const double left = (double)low[0] * level->scale + level->start_x, right = (double)high[0] * level->scale + level->start_x;
  const double top = level->start_y - (double)high[1] * level->scale, bottom = level->start_y - (double)low[1] * level->scale;
  if (!(fabs(left) < limit * BLOCK_TEXELS && fabs(right) < limit * BLOCK_TEXELS && fabs(top) < limit * BLOCK_TEXELS &&
        fabs(bottom) < limit * BLOCK_TEXELS))
    return;
  for (int y = floor_block(top); y <= floor_block(bottom) && !set->overflows; y++)
    for (int x = floor_block(left); x <= floor_block(right) && !set->overflows; x++) insert(set, number, x, y);
}

static void insert_detail(block_set *set, const texture_level *levels, detail detail, const float low[2],
                          const float high[2]) {
  if (detail.level < 0) return;
  insert_box(set, levels, detail.level, low, high);
  if (detail.share > 0 && detail.level + 1 < CRASTER_LEVELS) insert_box(set, levels, detail.level + 1, low, high);
}

// Detail for the block between four lattice points; -1 where one is the sky.
static detail block_detail(const craster_picture *picture, const floats corners[4], int band) {
  for (int k = 0; k < 4; k++)
    if (!(corners[k][DEPTH] > 0)) return (detail){0, -1};
  const floats across = (corners[1] - corners[0] + corners[3] - corners[2]) * (0.5f / BLOCK_X);
  const floats down = (corners[2] - corners[0] + corners[3] - corners[1]) * (0.5f / (float)band);
  const float ax = across[GRID_X], ay = across[GRID_Y], dx = down[GRID_X], dy = down[GRID_Y];
  const float area = fabsf(ax * dy - ay * dx), longest = fmaxf(sqrtf(ax * ax + ay * ay), sqrtf(dx * dx + dy * dy));
  return detail_of(picture, fmaxf(sqrtf(area), 0.25f * longest) / (float)picture->scene.grid_lines);
}

static void collect(craster_picture *picture, block_set *set) {
  texture_level levels[CRASTER_LEVELS] = {{0}};
  for (int number = 0; number < CRASTER_LEVELS; number++) texture_scale(levels + number, picture, number);
  const int columns = picture->columns;
  for (int row = 1; row < picture->row_count && !set->overflows; row++) {
    const floats *above = picture->points + (long)row * columns, *below = above - columns;
    const long block = (long)(row - 1) * columns;
    for (int i = 0; i + 1 < columns && !set->overflows; i++) {
      if (picture->skip[block + i]) continue;
      const floats corners[4] = {above[i], above[i + 1], below[i], below[i + 1]};
      const detail detail = block_detail(picture, corners, picture->row_y[row - 1] - picture->row_y[row]);
      picture->details[block + i] = detail;
      const floats low = least(least(corners[0], corners[1]), least(corners[2], corners[3]));
      const floats high = most(most(corners[0], corners[1]), most(corners[2], corners[3]));
      insert_detail(set, levels, detail, (float[2]){low[GRID_X], low[GRID_Y]}, (float[2]){high[GRID_X], high[GRID_Y]});
    }
  }
  for (int k = 0; k < picture->edge_count && !set->overflows; k++) {
    for (int n = 0; n < 2; n++) {
      const sample *s = picture->edges[k].samples + n;
      if (!(s->inverse_depth > 0)) continue;
      const float place[2] = {s->grid_x, s->grid_y};
      insert_detail(set, levels, edge_detail(picture, s), place, place);
    }
  }
}

int craster_picture_blocks(craster_picture *picture, craster_block *blocks, int capacity) {
  if (picture->details == NULL)
    picture->details = calloc((size_t)picture->columns * (size_t)(picture->row_count + 1), sizeof(detail));
  block_set *set = malloc(sizeof *set);
  if (picture->details == NULL || set == NULL) {
    free(set);
    return -1;
  }
  int count = -1;
  // Where the view needs too many blocks, coarser ones have to do.
  for (picture->coarser = 0; picture->coarser < 6 && count < 0; picture->coarser += 0.5f) {
    *set = (block_set){.blocks = blocks, .capacity = capacity < SLOTS / 2 ? capacity : SLOTS / 2};
    memset(set->slots, 0xff, sizeof set->slots);
    collect(picture, set);
    count = set->overflows ? -1 : set->count;
    if (count >= 0) break;
  }
  if (count < 0) count = set->count;
  free(set);
  return count;
}
