"""Stands in for a THREDDS data server: catalogues, files, and the Data Access Protocol as pydap serves it.

The first argument is the folder of its files. The second is the context path, as a THREDDS behind a proxy has it configured: what
is served is `{path}/catalog/{directory}/catalog.xml`, `{path}/fileServer/{directory}/data.nc` and
`{path}/dodsC/{directory}/data.nc`, for the directories `public` and `secret`. Prints the port on which it listens, and ends when
its standard input does.
"""

import os
import sys
import threading

import netCDF4
import numpy
from pydap.handlers.lib import BaseHandler
from pydap.model import BaseType, DatasetType
from werkzeug.serving import WSGIRequestHandler, make_server

FOLDER, CONTEXT = sys.argv[1:]
VALUES = {"public": [1.0, 2.0, 3.0], "secret": [7.0, 8.0, 9.0]}
CATALOG = """<?xml version="1.0" encoding="UTF-8"?>
<catalog xmlns="http://www.unidata.ucar.edu/namespaces/thredds/InvCatalog/v1.0" \
xmlns:xlink="http://www.w3.org/1999/xlink" name="{0}" version="1.2">
  <service name="all" serviceType="Compound" base="">
    <service name="dap" serviceType="OPENDAP" base="{1}/dodsC/"/>
    <service name="http" serviceType="HTTPServer" base="{1}/fileServer/"/>
  </service>
  <dataset name="{0}" ID="{0}">
    <metadata inherited="true"><serviceName>all</serviceName></metadata>
    <dataset name="data.nc" ID="{0}/data.nc" urlPath="{0}/data.nc"/>
  </dataset>
</catalog>
"""


def file_of(name):
    path = os.path.join(FOLDER, name + ".nc")
    with netCDF4.Dataset(path, "w") as data:
        data.createDimension("x", len(VALUES[name]))
        data.createVariable("v", "f8", ("x",))[:] = VALUES[name]
    with open(path, "rb") as file:
        return file.read()


def handler_of(name):
    dataset = DatasetType("data")
    dataset["v"] = BaseType("v", numpy.array(VALUES[name]), dims=("x",))
    return BaseHandler(dataset)


FILES = {name: file_of(name) for name in VALUES}
HANDLERS = {name: handler_of(name) for name in VALUES}


def application(environ, start_response):
    _, kind, name, *rest = (environ["PATH_INFO"].removeprefix(CONTEXT) + "////").split("/")
    if name in VALUES and kind == "catalog" and rest[0] == "catalog.xml":
        start_response("200 OK", [("Content-Type", "application/xml")])
        return [CATALOG.format(name, CONTEXT).encode()]
    if name in VALUES and kind == "fileServer":
        start_response("200 OK", [("Content-Type", "application/x-netcdf"), ("Content-Length", str(len(FILES[name])))])
        return [FILES[name]]
    if name in VALUES and kind == "dodsC":
        return HANDLERS[name](environ, start_response)
    start_response("404 Not Found", [("Content-Type", "text/plain")])
    return [b"no such data"]


class Handler(WSGIRequestHandler):
    """Keeps no log of requests."""

    def log_request(self, *_args, **_kwargs):
        pass


def end_with_standard_input():
    sys.stdin.buffer.read()
    os._exit(0)


server = make_server("127.0.0.1", 0, application, threaded=True, request_handler=Handler)
threading.Thread(target=end_with_standard_input, daemon=True).start()
print(server.server_port, flush=True)
server.serve_forever()
