#include "../CCurl/shim.h"
#include "include/libraries.h"

// The name has been the same since 2006 and stands in no header.
static struct replay_library curl = {"libcurl.so.4"};

#define DEFINE(result, name, parameters, arguments)                                                                   \
  result name parameters {                                                                                            \
    static void *_Atomic address;                                                                                     \
    return ((__typeof__(&name))replay_library_function(&curl, #name, &address)) arguments;                            \
  }
REPLAY_CURL_FUNCTIONS(DEFINE)

#undef curl_easy_setopt
#undef curl_easy_getinfo
static __typeof__(&curl_easy_setopt) setter(void) {
  static void *_Atomic address;
  return (__typeof__(&curl_easy_setopt))replay_library_function(&curl, "curl_easy_setopt", &address);
}

CURLcode replay_curl_set_string(CURL *handle, CURLoption option, const char *value) {
  return setter()(handle, option, value);
}

CURLcode replay_curl_set_long(CURL *handle, CURLoption option, long value) {
  return setter()(handle, option, value);
}

CURLcode replay_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
  return setter()(handle, option, value);
}

CURLcode replay_curl_set_sinks(CURL *handle, replay_curl_sink body, replay_curl_sink header, void *context) {
  CURLcode code = setter()(handle, CURLOPT_WRITEFUNCTION, body);
  if (code == CURLE_OK) code = setter()(handle, CURLOPT_WRITEDATA, context);
  if (code == CURLE_OK) code = setter()(handle, CURLOPT_HEADERFUNCTION, header);
  if (code == CURLE_OK) code = setter()(handle, CURLOPT_HEADERDATA, context);
  return code;
}

static __typeof__(&curl_easy_getinfo) getter(void) {
  static void *_Atomic address;
  return (__typeof__(&curl_easy_getinfo))replay_library_function(&curl, "curl_easy_getinfo", &address);
}

long replay_curl_status(CURL *handle) {
  long status = 0;
  getter()(handle, CURLINFO_RESPONSE_CODE, &status);
  return status;
}

long replay_curl_retry_after(CURL *handle) {
  curl_off_t seconds = 0;
  getter()(handle, CURLINFO_RETRY_AFTER, &seconds);
  return (long)seconds;
}

const char *replay_curl_redirect(CURL *handle) {
  char *address = NULL;
  getter()(handle, CURLINFO_REDIRECT_URL, &address);
  return address;
}
