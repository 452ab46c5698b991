"""Counts the tests on which validators for Python are wrong.

pip install rfc3986-validator==0.1.1 rfc3987==1.3.8 rfc3986==2.0.0; python3 measure.py
"""

import json
import pathlib

import rfc3986
import rfc3986_validator
import rfc3987


def by_rfc3986(text, *presence):
    validator = rfc3986.validators.Validator().check_validity_of(
        "scheme", "userinfo", "host", "port", "path", "query", "fragment"
    )
    try:
        validator.require_presence_of(*presence).validate(rfc3986.uri_reference(text))
    except (rfc3986.exceptions.RFC3986Exception, ValueError):
        return False
    return True


def by_rfc3987(rule):
    return lambda text: rfc3987.match(text, rule=rule) is not None


VALIDATORS = {
    "rfc3986-validator": {
        "uri": lambda text: rfc3986_validator.validate_rfc3986(text, "URI"),
        "uri-reference": lambda text: rfc3986_validator.validate_rfc3986(text, "URI_reference"),
    },
    "rfc3987": {
        "uri": by_rfc3987("URI"),
        "uri-reference": by_rfc3987("URI_reference"),
        "iri": by_rfc3987("IRI"),
        "iri-reference": by_rfc3987("IRI_reference"),
    },
    "rfc3986": {
        "uri": lambda text: by_rfc3986(text, "scheme"),
        "uri-reference": lambda text: by_rfc3986(text),
    },
}

for validator, formats in VALIDATORS.items():
    for name, accepts in formats.items():
        suite = json.loads((pathlib.Path(__file__).parent / f"{name}.json").read_text())
        tests = [test for group in suite for test in group["tests"]]
        wrong = [test for test in tests if bool(accepts(test["data"])) != test["valid"]]
        count = f"{len(wrong)} of {len(tests)}"
        shortest = [
            min((test["data"] for test in wrong if test["valid"] is valid), key=len, default=None)
            for valid in (False, True)
        ]
        print(validator, name, count, *map(repr, shortest), sep="\t")
