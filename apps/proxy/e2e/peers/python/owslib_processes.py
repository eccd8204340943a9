"""Uses the process that is the second argument at the service that is the first one with OWSLib, and prints what came of it."""

import json
import sys

from owslib.wps import SYNC, WebProcessingService

address, name = sys.argv[1:]
service = WebProcessingService(address, version="1.0.0", skip_caps=True)
service.getcapabilities()
description = service.describeprocess(name)
execution = service.execute(name, [], output=[("out", False)], mode=SYNC)
print(
    json.dumps(
        {
            "announced": [process.identifier for process in service.processes],
            "inputs": [one.identifier for one in description.dataInputs],
            "status": execution.getStatus(),
            "output": [value for output in execution.processOutputs for value in output.data],
        }
    )
)
