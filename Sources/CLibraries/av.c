#include "../CAV/shim.h"
#include "include/libraries.h"

#define SONAME(library, major) "lib" #library ".so." AV_STRINGIFY(major)

static struct replay_library avutil = {SONAME(avutil, LIBAVUTIL_VERSION_MAJOR)};
static struct replay_library avcodec = {SONAME(avcodec, LIBAVCODEC_VERSION_MAJOR)};
static struct replay_library avformat = {SONAME(avformat, LIBAVFORMAT_VERSION_MAJOR)};
static struct replay_library avfilter = {SONAME(avfilter, LIBAVFILTER_VERSION_MAJOR)};
static struct replay_library swscale = {SONAME(swscale, LIBSWSCALE_VERSION_MAJOR)};

#define DEFINE(library, result, name, parameters, arguments)                                                          \
  result name parameters {                                                                                            \
    static void *_Atomic address;                                                                                     \
    return ((__typeof__(&name))replay_library_function(&library, #name, &address)) arguments;                         \
  }
REPLAY_AV_FUNCTIONS(DEFINE)

void replay_av_load(void) {
  replay_library_load(&avformat);
  replay_library_load(&swscale);
}
