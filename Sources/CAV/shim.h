#pragma once
#include <stddef.h>
// Named for the linker as in lazy.h, but before the headers, where an inline function calls it.
int av_strerror(int code, char *text, size_t size) __asm__("replay_av_strerror");
#include <libavcodec/avcodec.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>
#include <sys/file.h>
#include "lazy.h"

// Function-like macros and casts that the Clang importer does not bring over.
static inline int replay_averror(int code) { return AVERROR(code); }
static const int replay_averror_eof = AVERROR_EOF;
static const int64_t replay_nopts = AV_NOPTS_VALUE;
static const int replay_averror_again = AVERROR(EAGAIN);
static const int replay_codec_global_header = AV_CODEC_FLAG_GLOBAL_HEADER;
static const int replay_codec_bitexact = AV_CODEC_FLAG_BITEXACT;
static const int replay_codec_qscale = AV_CODEC_FLAG_QSCALE;
static const int replay_disposition_attached_picture = AV_DISPOSITION_ATTACHED_PIC;
static const uint32_t replay_tag_hvc1 = MKTAG('h', 'v', 'c', '1');
/// The format's row of pixel data, as plain pointers (the fields are fixed-size arrays, which import as tuples).
static inline uint8_t *replay_plane(const AVFrame *frame, int plane) { return frame->data[plane]; }
static inline int replay_plane_stride(const AVFrame *frame, int plane) { return frame->linesize[plane]; }
/// Errors are reported by return values only; nothing is written to the terminal behind the program's back.
static inline void replay_av_quiet(void) { av_log_set_level(AV_LOG_QUIET); }
/// Takes the exclusive lock of an open file without waiting (`flock` is also a struct's name, which hides it).
static inline int replay_lock(int descriptor) { return flock(descriptor, LOCK_EX | LOCK_NB); }
/// Converts `height` rows of packed pixels into a frame.
static inline int replay_scale_packed(struct SwsContext *context, const uint8_t *pixels, int stride, int height,
                                      AVFrame *frame) {
  const uint8_t *planes[4] = {pixels, 0, 0, 0};
  const int strides[4] = {stride, 0, 0, 0};
  return sws_scale(context, planes, strides, 0, height, frame->data, frame->linesize);
}
/// Converts a frame into packed pixels.
static inline int replay_scale_to_packed(struct SwsContext *context, const AVFrame *frame, uint8_t *pixels,
                                         int stride) {
  uint8_t *planes[4] = {pixels, 0, 0, 0};
  const int strides[4] = {stride, 0, 0, 0};
  return sws_scale(context, (const uint8_t *const *)frame->data, frame->linesize, 0, frame->height, planes, strides);
}
/// Puts everything of the open file's file system on disk (Linux; hidden by the C library without GNU extensions).
extern int syncfs(int descriptor);
