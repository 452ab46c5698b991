"""curl_url_set and curl_url_get of the installed libcurl, with the flags of a transfer."""

import ctypes
import ctypes.util

import hexlines

CURL = ctypes.CDLL(ctypes.util.find_library("curl") or "libcurl.so.4")
CURL.curl_url.restype = ctypes.c_void_p
CURL.curl_url_cleanup.argtypes = [ctypes.c_void_p]
CURL.curl_url_set.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint]
CURL.curl_url_get.argtypes = [
    ctypes.c_void_p,
    ctypes.c_int,
    ctypes.POINTER(ctypes.c_void_p),
    ctypes.c_uint,
]
CURL.curl_free.argtypes = [ctypes.c_void_p]
CURL.curl_version.restype = ctypes.c_char_p

NON_SUPPORT_SCHEME, PATH_AS_IS, GUESS_SCHEME = 1 << 3, 1 << 4, 1 << 9
PARTS = ["url", "scheme", "user", "password", "options", "host", "port", "path", "query", "fragment"]


def answer(text):
    if "\0" in text:
        raise ValueError("no text of C has a NUL")
    handle = CURL.curl_url()
    try:
        flags = NON_SUPPORT_SCHEME | GUESS_SCHEME | PATH_AS_IS
        status = CURL.curl_url_set(handle, 0, text.encode(), flags)
        if status:
            raise ValueError(status)
        found = {name: part(handle, at) for at, name in enumerate(PARTS) if at > 0}
    finally:
        CURL.curl_url_cleanup(handle)
    if not text.lower().startswith(f"{found['scheme']}:/"):
        found["scheme"] = None  # It was guessed.
    user = found.pop("user")
    for name, mark in [("password", ":"), ("options", ";")]:
        more = found.pop(name)
        if more is not None:
            user = f"{user}{mark}{more}"
    return {**found, "userinfo": user}


def part(handle, number):
    text = ctypes.c_void_p()
    if CURL.curl_url_get(handle, number, ctypes.byref(text), 0):
        return None
    value = ctypes.string_at(text.value).decode("latin-1")
    CURL.curl_free(text)
    return value


VERSION = CURL.curl_version().decode().split()[0].removeprefix("libcurl/")
hexlines.run(VERSION, answer)
