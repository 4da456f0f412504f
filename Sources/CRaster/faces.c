#include "faces.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__)
#define VECTOR_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define VECTOR_CLONES
#endif

// Exact areas of signed trapezoids, summed up along rows (R. Levien, "Inside the fastest font renderer in the world",
// 2016): the cover of a pixel is the sum of all cells to its left and its own.
static void add_edge(float *cells, int width, int rows, float x0, float y0, float x1, float y1) {
  if (y0 == y1) return;
  float sign = 1;
  if (y0 > y1) {
    float swap = x0;
    x0 = x1;
    x1 = swap;
    swap = y0;
    y0 = y1;
    y1 = swap;
    sign = -1;
  }
  if (y1 <= 0 || y0 >= (float)rows) return;
  const float slope = (x1 - x0) / (y1 - y0), right = (float)width;
  float x = x0;
  if (y0 < 0) {
    x -= y0 * slope;
    y0 = 0;
  }
  const int last = y1 < (float)rows ? (int)ceilf(y1) : rows;
  for (int y = (int)y0; y < last; y++) {
    float *row = cells + (long)y * (width + 2);
    const float top = y0 > (float)y ? y0 : (float)y, bottom = y1 < (float)(y + 1) ? y1 : (float)(y + 1);
    const float next = x + slope * (bottom - top);
    float share = sign * (bottom - top), a = x < next ? x : next, b = x < next ? next : x;
    x = next;
    // What lies beyond the left side covers all of the row, beyond the right one nothing.
    if (a >= right) continue;
    if (b <= 0) {
      row[0] += share;
      continue;
    }
    const float per_x = share / (b > a ? b - a : 1);
    if (b > right) {
      share -= per_x * (b - right);
      b = right;
    }
    if (a < 0) {
      row[0] -= per_x * a;
      share += per_x * a;
      a = 0;
    }
    const int from = (int)a, to = (int)ceilf(b);
    if (to <= from + 1) {
      const float middle = 0.5f * (a + b) - (float)from;
      row[from] += share * (1 - middle);
      row[from + 1] += share * middle;
    } else {
      const float per = 1 / (b - a), into = a - (float)from, lead = 0.5f * per * (1 - into) * (1 - into);
      row[from] += share * lead;
      if (to == from + 2) {
        const float rest = b - (float)(to - 1), tail = 0.5f * per * rest * rest;
        row[from + 1] += share * (1 - lead - tail);
        row[from + 2] += share * tail;
      } else {
        const float second = per * (1.5f - into);
        row[from + 1] += share * (second - lead);
        for (int k = from + 2; k < to - 1; k++) row[k] += share * per;
        const float rest = b - (float)(to - 1), tail = 0.5f * per * rest * rest;
        const float before = second + (float)(to - from - 3) * per;
        row[to - 1] += share * (1 - before - tail);
        row[to] += share * tail;
      }
    }
  }
}

VECTOR_CLONES
static void blend_row(uint32_t *pixels, const int *covers, int count, const craster_face *face) {
  const int red = (int)(face->red + 0.5f), green = (int)(face->green + 0.5f), blue = (int)(face->blue + 0.5f);
  for (int i = 0; i < count; i++) {
    const int cover = covers[i], word = (int)pixels[i];
    const int r = word >> 16 & 255, g = word >> 8 & 255, b = word & 255;
    const int nr = r + (((red - r) * cover + 128) >> 8), ng = g + (((green - g) * cover + 128) >> 8);
    const int nb = b + (((blue - b) * cover + 128) >> 8);
    pixels[i] = 0xff000000u | (uint32_t)nr << 16 | (uint32_t)ng << 8 | (uint32_t)nb;
  }
}

int craster_faces_fill(const craster_face *faces, int count, const float *xy, const int *ends, uint32_t *pixels,
                       int stride, int width, int height) {
  if (width <= 0 || height <= 0) return 1;
  float *cells = calloc((size_t)(width + 2) * (size_t)height, sizeof(float));
  int *covers = malloc(sizeof(int) * (size_t)width);
  if (cells == NULL || covers == NULL) {
    free(cells);
    free(covers);
    return 0;
  }
  for (int f = 0; f < count; f++) {
    const craster_face *face = faces + f;
    const float *p = xy + 2L * face->first;
    float low_x = 1e9f, low_y = 1e9f, high_x = -1e9f, high_y = -1e9f;
    for (int k = 0; k < face->count; k++) {
      if (p[2 * k] < low_x) low_x = p[2 * k];
      if (p[2 * k] > high_x) high_x = p[2 * k];
      if (p[2 * k + 1] < low_y) low_y = p[2 * k + 1];
      if (p[2 * k + 1] > high_y) high_y = p[2 * k + 1];
    }
    if (!(low_x < (float)width && high_x > 0 && low_y < (float)height && high_y > 0)) continue;
    const int x0 = low_x > 0 ? (int)low_x : 0, x1 = high_x < (float)width ? (int)ceilf(high_x) : width;
    const int y0 = low_y > 0 ? (int)low_y : 0, y1 = high_y < (float)height ? (int)ceilf(high_y) : height;
    const int wide = x1 - x0, rows = y1 - y0;
    if (wide <= 0 || rows <= 0) continue;
    int from = face->first;
    for (int e = 0; e < face->end_count; e++) {
      const int to = ends[face->first_end + e];
      for (int k = from; k < to; k++) {
        const float *a = xy + 2L * k, *b = xy + 2L * (k + 1 < to ? k + 1 : from);
        add_edge(cells, wide, rows, a[0] - (float)x0, a[1] - (float)y0, b[0] - (float)x0, b[1] - (float)y0);
      }
      from = to;
    }
    const float strength = 256 * face->alpha;
    for (int y = 0; y < rows; y++) {
      const float *row = cells + (long)y * (wide + 2);
      float sum = 0;
      for (int x = 0; x < wide; x++) {
        sum += row[x];
        const float cover = fabsf(sum);
        covers[x] = (int)((cover < 1 ? cover : 1) * strength + 0.5f);
      }
      blend_row(pixels + (long)(y0 + y) * stride + x0, covers, wide, face);
    }
    memset(cells, 0, sizeof(float) * (size_t)(wide + 2) * (size_t)rows);
  }
  free(cells);
  free(covers);
  return 1;
}
