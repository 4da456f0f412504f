#pragma once
#include <curl/curl.h>

// libcurl brings some thirty libraries along and is wanted only for maps of the network: like libav (Sources/CAV/lazy.h)
// it is loaded at the first call, which `CLibraries` makes.
#define REPLAY_CURL_FUNCTIONS(F)                                                                                      \
  F(CURL *, curl_easy_init, (void), ())                                                                               \
  F(void, curl_easy_cleanup, (CURL * handle), (handle))                                                               \
  F(void, curl_easy_reset, (CURL * handle), (handle))                                                                 \
  F(time_t, curl_getdate, (const char *text, const time_t *unused), (text, unused))                                   \
  F(CURLcode, curl_easy_perform, (CURL * handle), (handle))                                                           \
  F(const char *, curl_easy_strerror, (CURLcode code), (code))                                                        \
  F(CURLcode, curl_global_init, (long flags), (flags))                                                                \
  F(struct curl_slist *, curl_slist_append, (struct curl_slist * list, const char *text), (list, text))               \
  F(void, curl_slist_free_all, (struct curl_slist * list), (list))

#define REPLAY_NAME_FOR_LINKER(result, name, parameters, arguments)                                                   \
  extern __typeof__(name) name __asm__("replay_" #name);
REPLAY_CURL_FUNCTIONS(REPLAY_NAME_FOR_LINKER)
#undef REPLAY_NAME_FOR_LINKER

// curl's setters and getters take any argument, which the Clang importer does not bring over.
typedef size_t (*replay_curl_sink)(char *data, size_t size, size_t count, void *context);
CURLcode replay_curl_set_string(CURL *handle, CURLoption option, const char *value);
CURLcode replay_curl_set_long(CURL *handle, CURLoption option, long value);
CURLcode replay_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value);
CURLcode replay_curl_set_sinks(CURL *handle, replay_curl_sink body, replay_curl_sink header, void *context);
long replay_curl_status(CURL *handle);
// Seconds that a server asks to wait, told as a number or as a date; 0 for none.
long replay_curl_retry_after(CURL *handle);
// The whole address that a redirection leads to; null for none. The handle owns it.
const char *replay_curl_redirect(CURL *handle);
// curl_global_init is a macro's worth of flags away from Swift.
static inline CURLcode replay_curl_start(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }
