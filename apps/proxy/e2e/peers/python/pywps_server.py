"""Serves two processes with PyWPS. Each leaves a line with its identifier in the file that is the only argument.

Prints the port on which it listens, and ends when its standard input does.
"""

import os
import sys
import threading

from pywps import LiteralInput, LiteralOutput, Process, Service
from werkzeug.serving import WSGIRequestHandler, make_server

TRACE = sys.argv[1]


class Marked(Process):
    """Returns its marker; the name of an input distinguishes descriptions."""

    def __init__(self, name):
        self.mark = name.upper() + "-MARK"
        inputs = [LiteralInput(name + "_mark", "An input", data_type="string", min_occurs=0)]
        outputs = [LiteralOutput("out", "An output", data_type="string")]
        super().__init__(self.run_marked, name, "A process", inputs=inputs, outputs=outputs)

    def run_marked(self, _request, response):
        with open(TRACE, "a", encoding="ascii") as trace:
            trace.write(self.identifier + "\n")
        response.outputs["out"].data = self.mark
        return response


class Handler(WSGIRequestHandler):
    """Keeps connections, and no log of requests."""

    protocol_version = "HTTP/1.1"

    def log_request(self, *_args, **_kwargs):
        pass


def end_with_standard_input():
    sys.stdin.buffer.read()
    os._exit(0)


server = make_server(
    "127.0.0.1",
    0,
    Service([Marked("public"), Marked("secret")]),
    threaded=True,
    request_handler=Handler,
)
threading.Thread(target=end_with_standard_input, daemon=True).start()
print(server.server_port, flush=True)
server.serve_forever()
