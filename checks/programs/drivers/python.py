"""urllib.parse of the Python that runs this: urlsplit, and the properties of its result."""

import sys
import urllib.parse


def answer(text):
    found = urllib.parse.urlsplit(text)
    try:
        port = found.port
    except ValueError:
        port = None  # The property raises; the other ones do not.
    user = found.username
    if found.password is not None:
        user += ":" + found.password
    return {
        "scheme": found.scheme or None,
        "authority": found.netloc or None,
        "userinfo": user,
        "host": found.hostname,
        "port": port,
        "path": found.path,
        "query": found.query or None,
        "fragment": found.fragment or None,
    }


VERSION = sys.version.split()[0]

if __name__ == "__main__":
    import hexlines

    hexlines.run(VERSION, answer)
