#pragma once
#include <curl/curl.h>

// curl's setters and getters take any argument, which the Clang importer does not bring over.
typedef size_t (*replay_curl_sink)(char *data, size_t size, size_t count, void *context);
static inline CURLcode replay_curl_set_string(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode replay_curl_set_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode replay_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode replay_curl_set_sinks(CURL *handle, replay_curl_sink body, replay_curl_sink header,
                                             void *context) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, body);
  if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
  if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, header);
  if (code == CURLE_OK) code = curl_easy_setopt(handle, CURLOPT_HEADERDATA, context);
  return code;
}
static inline long replay_curl_status(CURL *handle) {
  long status = 0;
  curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
  return status;
}
// curl_global_init is a macro's worth of flags away from Swift.
static inline CURLcode replay_curl_start(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }
