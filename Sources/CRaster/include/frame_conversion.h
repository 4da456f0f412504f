// Frame conversion for encoders: integer arithmetic only, so every machine gives the same bytes.
#pragma once
#include <stdint.h>

/// Premultiplied BGRA (over black) to BT.709 limited-range planar 4:2:0, chroma sited left. Width and height are even;
/// `scratch` holds 3 * (width + 2) values; strides are bytes.
void replay_bgra_to_yuv420p(const uint8_t *pixels, long pixel_stride, int width, int height, uint8_t *y,
                            long y_stride, uint8_t *u, long u_stride, uint8_t *v, long v_stride, uint16_t *scratch);

/// Premultiplied BGRA to straight BGRA, same layout; strides are bytes.
void replay_unpremultiply_bgra(const uint8_t *pixels, long stride, int width, int height, uint8_t *straight,
                               long straight_stride);

/// Premultiplied BGRA over black, same layout; strides are bytes.
void replay_opaque_bgra(const uint8_t *pixels, long stride, int width, int height, uint8_t *opaque, long opaque_stride);

/// Straight BGRA to premultiplied, in place.
void replay_premultiply_bgra(uint8_t *pixels, long stride, int width, int height);

/// 1 when every pixel is opaque.
int replay_is_opaque(const uint8_t *pixels, long stride, int width, int height);

/// Premultiplied BGRA rows to PNG scanlines of 1 + width * channels bytes: 3 channels (opaque, RGB) or 4 (straight
/// RGBA), each with the filter (sub or up) of the smaller sum. `scratch` holds 4 rows of width * channels + 64.
void replay_png_scanlines(const uint8_t *pixels, long stride, int width, int height, int channels, uint8_t *lines,
                          uint8_t *scratch);

/// 1 on processors with AVX-512.
int replay_has_avx512(void);
