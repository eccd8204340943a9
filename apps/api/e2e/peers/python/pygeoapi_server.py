"""Serves collections of features, processes and a STAC catalog with pygeoapi.

The first argument is the folder of its files. Prints the port on which it listens, and ends when its standard input does.
"""

import json
import os
import socket
import sys
import threading

FOLDER = sys.argv[1]
COLLECTIONS = {"rivers": "Rivers of the basin", "lakes": "Lakes"}

listener = socket.socket()
listener.bind(("127.0.0.1", 0))
PORT = listener.getsockname()[1]
listener.close()


def extent():
    return {"spatial": {"bbox": [0, 0, 3, 3], "crs": "http://www.opengis.net/def/crs/OGC/1.3/CRS84"}}


def collection(name, title):
    path = os.path.join(FOLDER, name + ".geojson")
    feature = {"type": "Feature", "id": 1, "properties": {"id": 1}, "geometry": {"type": "Point", "coordinates": [1, 1]}}
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"type": "FeatureCollection", "features": [feature]}, file)
    return {
        "type": "collection",
        "title": title,
        "description": title,
        "keywords": ["water"],
        "extents": extent(),
        "providers": [{"type": "feature", "name": "GeoJSON", "data": path, "id_field": "id"}],
    }


def stac(name):
    path = os.path.join(FOLDER, name)
    os.makedirs(os.path.join(path, "older"))
    return {
        "type": "stac-collection",
        "title": "Images",
        "description": "Images",
        "keywords": ["images"],
        "extents": extent(),
        "providers": [{"type": "stac", "name": "FileSystem", "data": path, "file_types": [".tif"]}],
    }


config = {
    "server": {
        "bind": {"host": "127.0.0.1", "port": PORT},
        "url": f"http://127.0.0.1:{PORT}",
        "mimetype": "application/json; charset=UTF-8",
        "encoding": "utf-8",
        "languages": ["en-US"],
        "limits": {"default_items": 10, "max_items": 10},
        "map": {"url": "https://tile.example.org/{z}/{x}/{y}.png", "attribution": "none"},
    },
    "logging": {"level": "ERROR"},
    "metadata": {
        "identification": {
            "title": {"en": "peer"},
            "description": {"en": "peer"},
            "keywords": {"en": ["peer"]},
            "keywords_type": "theme",
            "terms_of_service": "https://example.org",
            "url": "https://example.org",
        },
        "license": {"name": "CC-BY 4.0", "url": "https://example.org"},
        "provider": {"name": "peer", "url": "https://example.org"},
        "contact": {"name": "peer", "email": "peer@example.org"},
    },
    "resources": {
        **{name: collection(name, title) for name, title in COLLECTIONS.items()},
        "images": stac("images"),
        "hello-world": {"type": "process", "processor": {"name": "HelloWorld"}},
    },
}
for name, content in (("config.yml", config), ("openapi.yml", {"openapi": "3.0.2", "info": {}, "paths": {}})):
    with open(os.path.join(FOLDER, name), "w", encoding="utf-8") as file:
        json.dump(content, file)
os.environ["PYGEOAPI_CONFIG"] = os.path.join(FOLDER, "config.yml")
os.environ["PYGEOAPI_OPENAPI"] = os.path.join(FOLDER, "openapi.yml")

from pygeoapi.flask_app import APP  # noqa: E402  (it reads the variables)
from werkzeug.serving import WSGIRequestHandler, make_server  # noqa: E402


class Handler(WSGIRequestHandler):
    """Keeps no log of requests."""

    def log_request(self, *_args, **_kwargs):
        pass


def end_with_standard_input():
    sys.stdin.buffer.read()
    os._exit(0)


server = make_server("127.0.0.1", PORT, APP, threaded=True, request_handler=Handler)
threading.Thread(target=end_with_standard_input, daemon=True).start()
print(server.server_port, flush=True)
server.serve_forever()
