// Flat polygons with smooth edges, painted one over the other.
#pragma once
#include <stdint.h>

typedef struct {
  // Points of all contours in `xy`: pairs of pixels, x right and y down.
  int first, count;
  // The face's contours in `ends`: for each the index in `xy` behind its last point.
  int first_end, end_count;
  // 0…255, not premultiplied; alpha 0…1.
  float red, green, blue, alpha;
} craster_face;

// Paints faces in their order over opaque pixels. Contours that run the other way cut holes. Returns 0 when memory is
// short.
int craster_faces_fill(const craster_face *faces, int count, const float *xy, const int *ends, uint32_t *pixels,
                       int stride, int width, int height);
