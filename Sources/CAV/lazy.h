#pragma once
// The functions of libav that this program calls, in libraries that are loaded at the first call.
// libav and what it needs are about 160 shared libraries: linking them costs every start, also of commands that
// touch no picture, 40 ms. Each function here gets another name for the linker (`replay_…`), which `CLibraries`
// defines: it looks the real one up once and calls it. The compiler holds both against the installed headers.
// A function missing in this list fails to link with the name of the missing one.
#define REPLAY_AV_FUNCTIONS(F)                                                                                        \
  F(avutil, const char *, av_color_space_name, (enum AVColorSpace space), (space))                                    \
  F(avutil, void, av_dict_free, (AVDictionary * *dictionary), (dictionary))                                           \
  F(avutil, AVDictionaryEntry *, av_dict_get,                                                                         \
    (const AVDictionary *dictionary, const char *key, const AVDictionaryEntry *last, int flags),                      \
    (dictionary, key, last, flags))                                                                                   \
  F(avutil, int, av_dict_set, (AVDictionary * *dictionary, const char *key, const char *value, int flags),            \
    (dictionary, key, value, flags))                                                                                  \
  F(avutil, AVFrame *, av_frame_alloc, (void), ())                                                                    \
  F(avutil, void, av_frame_free, (AVFrame * *frame), (frame))                                                         \
  F(avutil, int, av_frame_get_buffer, (AVFrame * frame, int alignment), (frame, alignment))                           \
  F(avutil, int, av_frame_is_writable, (AVFrame * frame), (frame))                                                    \
  F(avutil, int, av_frame_make_writable, (AVFrame * frame), (frame))                                                  \
  F(avutil, int, av_frame_ref, (AVFrame * target, const AVFrame *source), (target, source))                           \
  F(avutil, enum AVPixelFormat, av_get_pix_fmt, (const char *name), (name))                                           \
  F(avutil, const char *, av_get_pix_fmt_name, (enum AVPixelFormat format), (format))                                 \
  F(avutil, void, av_log_set_level, (int level), (level))                                                             \
  F(avutil, void *, av_mallocz, (size_t size), (size))                                                                \
  F(avutil, const AVPixFmtDescriptor *, av_pix_fmt_desc_get, (enum AVPixelFormat format), (format))                   \
  F(avutil, void *, av_realloc_array, (void *memory, size_t count, size_t size), (memory, count, size))               \
  F(avutil, int64_t, av_rescale_q_rnd, (int64_t value, AVRational from, AVRational to, enum AVRounding rounding),     \
    (value, from, to, rounding))                                                                                      \
  F(avutil, char *, av_strdup, (const char *text), (text))                                                            \
  F(avutil, int, av_strerror, (int code, char *text, size_t size), (code, text, size))                                \
  F(avcodec, int, av_new_packet, (AVPacket * packet, int size), (packet, size))                                       \
  F(avcodec, AVPacket *, av_packet_alloc, (void), ())                                                                 \
  F(avcodec, void, av_packet_free, (AVPacket * *packet), (packet))                                                    \
  F(avcodec, void, av_packet_move_ref, (AVPacket * target, AVPacket *source), (target, source))                       \
  F(avcodec, int, av_packet_ref, (AVPacket * target, const AVPacket *source), (target, source))                       \
  F(avcodec, void, av_packet_rescale_ts, (AVPacket * packet, AVRational from, AVRational to), (packet, from, to))     \
  F(avcodec, void, av_packet_unref, (AVPacket * packet), (packet))                                                    \
  F(avcodec, AVCodecContext *, avcodec_alloc_context3, (const AVCodec *codec), (codec))                               \
  F(avcodec, const AVCodec *, avcodec_find_decoder, (enum AVCodecID codec), (codec))                                  \
  F(avcodec, const AVCodec *, avcodec_find_encoder_by_name, (const char *name), (name))                               \
  F(avcodec, void, avcodec_free_context, (AVCodecContext * *context), (context))                                      \
  F(avcodec, const char *, avcodec_get_name, (enum AVCodecID codec), (codec))                                         \
  F(avcodec, int, avcodec_open2, (AVCodecContext * context, const AVCodec *codec, AVDictionary **options),            \
    (context, codec, options))                                                                                        \
  F(avcodec, int, avcodec_parameters_copy, (AVCodecParameters * target, const AVCodecParameters *source),             \
    (target, source))                                                                                                 \
  F(avcodec, int, avcodec_parameters_from_context, (AVCodecParameters * target, const AVCodecContext *source),        \
    (target, source))                                                                                                 \
  F(avcodec, int, avcodec_parameters_to_context, (AVCodecContext * target, const AVCodecParameters *source),          \
    (target, source))                                                                                                 \
  F(avcodec, int, avcodec_receive_frame, (AVCodecContext * context, AVFrame *frame), (context, frame))                \
  F(avcodec, int, avcodec_receive_packet, (AVCodecContext * context, AVPacket *packet), (context, packet))            \
  F(avcodec, int, avcodec_send_frame, (AVCodecContext * context, const AVFrame *frame), (context, frame))             \
  F(avcodec, int, avcodec_send_packet, (AVCodecContext * context, const AVPacket *packet), (context, packet))         \
  F(avcodec, unsigned, avcodec_version, (void), ())                                                                   \
  F(avfilter, int, av_buffersink_get_frame, (AVFilterContext * sink, AVFrame *frame), (sink, frame))                  \
  F(avfilter, int, av_buffersrc_add_frame_flags, (AVFilterContext * source, AVFrame *frame, int flags),               \
    (source, frame, flags))                                                                                           \
  F(avfilter, const AVFilter *, avfilter_get_by_name, (const char *name), (name))                                     \
  F(avfilter, AVFilterGraph *, avfilter_graph_alloc, (void), ())                                                      \
  F(avfilter, int, avfilter_graph_config, (AVFilterGraph * graph, void *log), (graph, log))                           \
  F(avfilter, int, avfilter_graph_create_filter,                                                                      \
    (AVFilterContext * *context, const AVFilter *filter, const char *name, const char *options, void *opaque,         \
     AVFilterGraph *graph),                                                                                           \
    (context, filter, name, options, opaque, graph))                                                                  \
  F(avfilter, void, avfilter_graph_free, (AVFilterGraph * *graph), (graph))                                           \
  F(avfilter, int, avfilter_graph_parse_ptr,                                                                          \
    (AVFilterGraph * graph, const char *text, AVFilterInOut **inputs, AVFilterInOut **outputs, void *log),            \
    (graph, text, inputs, outputs, log))                                                                              \
  F(avfilter, AVFilterInOut *, avfilter_inout_alloc, (void), ())                                                      \
  F(avfilter, void, avfilter_inout_free, (AVFilterInOut * *list), (list))                                             \
  F(avformat, int, av_read_frame, (AVFormatContext * context, AVPacket *packet), (context, packet))                   \
  F(avformat, int, av_write_frame, (AVFormatContext * context, AVPacket *packet), (context, packet))                  \
  F(avformat, int, av_write_trailer, (AVFormatContext * context), (context))                                          \
  F(avformat, int, avformat_alloc_output_context2,                                                                    \
    (AVFormatContext * *context, const AVOutputFormat *format, const char *name, const char *file),                   \
    (context, format, name, file))                                                                                    \
  F(avformat, void, avformat_close_input, (AVFormatContext * *context), (context))                                    \
  F(avformat, int, avformat_find_stream_info, (AVFormatContext * context, AVDictionary **options),                    \
    (context, options))                                                                                               \
  F(avformat, void, avformat_free_context, (AVFormatContext * context), (context))                                    \
  F(avformat, AVStream *, avformat_new_stream, (AVFormatContext * context, const AVCodec *codec), (context, codec))   \
  F(avformat, int, avformat_open_input,                                                                               \
    (AVFormatContext * *context, const char *file, const AVInputFormat *format, AVDictionary **options),              \
    (context, file, format, options))                                                                                 \
  F(avformat, int, avformat_write_header, (AVFormatContext * context, AVDictionary **options), (context, options))    \
  F(avformat, int, avio_closep, (AVIOContext * *context), (context))                                                  \
  F(avformat, void, avio_flush, (AVIOContext * context), (context))                                                   \
  F(avformat, int, avio_open, (AVIOContext * *context, const char *file, int flags), (context, file, flags))          \
  F(swscale, void, sws_freeContext, (struct SwsContext * context), (context))                                         \
  F(swscale, struct SwsContext *, sws_getContext,                                                                     \
    (int width, int height, enum AVPixelFormat format, int targetWidth, int targetHeight,                             \
     enum AVPixelFormat targetFormat, int flags, SwsFilter *source, SwsFilter *target, const double *parameters),     \
    (width, height, format, targetWidth, targetHeight, targetFormat, flags, source, target, parameters))              \
  F(swscale, int, sws_scale,                                                                                          \
    (struct SwsContext * context, const uint8_t *const source[], const int strides[], int row, int rows,              \
     uint8_t *const target[], const int targetStrides[]),                                                             \
    (context, source, strides, row, rows, target, targetStrides))                                                     \
  F(swscale, const int *, sws_getCoefficients, (int space), (space))                                                  \
  F(swscale, int, sws_setColorspaceDetails,                                                                           \
    (struct SwsContext * context, const int inverse[4], int sourceRange, const int table[4], int targetRange,         \
     int brightness, int contrast, int saturation),                                                                   \
    (context, inverse, sourceRange, table, targetRange, brightness, contrast, saturation))

#define REPLAY_NAME_FOR_LINKER(library, result, name, parameters, arguments)                                          \
  extern __typeof__(name) name __asm__("replay_" #name);
REPLAY_AV_FUNCTIONS(REPLAY_NAME_FOR_LINKER)
#undef REPLAY_NAME_FOR_LINKER

/// Loads the libraries that films need, so that the first call finds them; may run beside other work.
void replay_av_load(void);
