"""urllib3.util.parse_url."""

import hexlines
import urllib3


def answer(text):
    found = urllib3.util.parse_url(text)
    return {
        "scheme": found.scheme,
        "userinfo": found.auth,
        "host": found.host,
        "port": found.port,
        "path": found.path or "",
        "query": found.query,
        "fragment": found.fragment,
    }


hexlines.run(urllib3.__version__, answer)
