#pragma once
#include <libavcodec/avcodec.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>

// Function-like macros and casts that the Clang importer does not bring over.
static inline int replay_averror(int code) { return AVERROR(code); }
static const int replay_averror_eof = AVERROR_EOF;
static const int64_t replay_nopts = AV_NOPTS_VALUE;
