// SPDX-License-Identifier: MIT
#ifndef JOKESD_CCURL_H
#define JOKESD_CCURL_H
#include <curl/curl.h>
#include <sys/signalfd.h>

// Swift's Glibc module does not include <sys/signalfd.h>. The poll loop that drives libcurl needs it to watch signals.

// curl_easy_setopt and curl_easy_getinfo are variadic, which Swift does not import. There is one function for each type
// of argument.

typedef size_t (*jokesd_curl_writer)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode jokesd_curl_set_number(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode jokesd_curl_set_text(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode jokesd_curl_set_headers(CURL *easy, struct curl_slist *headers) {
    return curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
}

static inline CURLcode jokesd_curl_set_writer(CURL *easy, jokesd_curl_writer writer, void *context) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, writer);
    return code == CURLE_OK ? curl_easy_setopt(easy, CURLOPT_WRITEDATA, context) : code;
}

static inline CURLcode jokesd_curl_set_header_reader(CURL *easy, jokesd_curl_writer reader, void *context) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, reader);
    return code == CURLE_OK ? curl_easy_setopt(easy, CURLOPT_HEADERDATA, context) : code;
}

/// Returns a number, or zero if it is not known.
static inline long jokesd_curl_number(CURL *easy, CURLINFO info) {
    long value = 0;
    return curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

/// Returns a text, or null if it is not known. It is valid until the handle is used again.
static inline const char *jokesd_curl_text(CURL *easy, CURLINFO info) {
    char *value = 0;
    return curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

/// Returns the result of a finished transfer. It is a member of a union, which Swift imports as a tuple of bytes.
static inline CURLcode jokesd_curl_result(const CURLMsg *message) { return message->data.result; }

#endif
