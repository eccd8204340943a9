"""Reads the layer that is the second argument from the services at the first one with OWSLib, and prints what came of it.

The third argument is WFS or WMS, the fourth the version.
"""

import json
import sys

from owslib.wfs import WebFeatureService
from owslib.wms import WebMapService

address, name, protocol, version = sys.argv[1:]
outcome = {}


def attempt(step, work):
    try:
        outcome[step] = work()
    except Exception as error:  # whatever a client may run into is an outcome
        outcome[step] = f"{type(error).__name__}: {error}"[:300]


def has_mark(reply):
    return b"PUBLIC-MARK" in reply.read()


if protocol == "WFS":
    service = WebFeatureService(address, version=version)
    announced = next(one for one in service.contents if one.split(":")[-1] == name)
    outcome["announced"] = announced
    attempt("schema", lambda: "public_mark" in json.dumps(service.get_schema(announced)))
    attempt("features", lambda: has_mark(service.getfeature(typename=[announced], maxfeatures=5)))
    attempt("by identifier", lambda: has_mark(service.getfeature(typename=[announced], featureid=[f"{name}.1"])))
    if version == "2.0.0":
        attempt(
            "by stored query",
            lambda: has_mark(
                service.getfeature(
                    storedQueryID="urn:ogc:def:query:OGC-WFS::GetFeatureById", storedQueryParams={"id": f"{name}.1"}
                )
            ),
        )
else:
    service = WebMapService(address, version=version)
    outcome["announced"] = name if name in service.contents else None
    common = {
        "layers": [name],
        "srs": "EPSG:4326",
        "bbox": (0, 0, 3, 3),
        "size": (32, 32),
        "format": "image/png",
    }
    attempt("map", lambda: service.getmap(styles=[""], **common).read()[1:4].decode() == "PNG")
    attempt(
        "feature info",
        lambda: has_mark(
            service.getfeatureinfo(
                query_layers=[name], info_format="text/plain", xy=(10, 21), feature_count=9, styles=[""], **common
            )
        ),
    )

print(json.dumps(outcome))
