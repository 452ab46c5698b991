"""xmlParseURI of the installed libxml2. Texts go out as octets: a character for each byte."""

import ctypes
import ctypes.util

import hexlines

XML = ctypes.CDLL(ctypes.util.find_library("xml2") or "libxml2.so.2")


class Uri(ctypes.Structure):
    _fields_ = [
        (name, ctypes.c_int if name in ("port", "cleanup") else ctypes.c_char_p)
        for name in "scheme opaque authority server user port path query fragment cleanup query_raw".split()
    ]


XML.xmlParseURI.restype = ctypes.POINTER(Uri)
XML.xmlParseURI.argtypes = [ctypes.c_char_p]
XML.xmlFreeURI.argtypes = [ctypes.POINTER(Uri)]


def answer(text):
    if "\0" in text:
        raise ValueError("no text of C has a NUL")
    found = XML.xmlParseURI(text.encode())
    if not found:
        raise ValueError("NULL")
    try:
        uri = found.contents
        names = {"userinfo": "user", "host": "server", "query": "query_raw"}
        parts = {
            name: getattr(uri, names.get(name, name))
            for name in ("scheme", "userinfo", "host", "path", "query", "fragment")
        }
        port = uri.port if uri.port > 0 else None
    finally:
        XML.xmlFreeURI(found)
    texts = {name: value.decode("latin-1") for name, value in parts.items() if value is not None}
    return {"path": "", **texts, "port": port}


NUMBER = int(ctypes.c_char_p.in_dll(XML, "xmlParserVersion").value.decode().split("-")[0])
VERSION = f"{NUMBER // 10000}.{NUMBER // 100 % 100}.{NUMBER % 100}"
hexlines.run(VERSION, answer)
