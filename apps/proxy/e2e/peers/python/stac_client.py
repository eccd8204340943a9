"""Searches the collection that is the second argument at the STAC API that is the first, and prints the items found.

The third argument is the method of the search.
"""

import json
import sys

from pystac_client import Client

address, collection, method = sys.argv[1:]
client = Client.open(address)
found = client.search(collections=[collection], method=method)
print(
    json.dumps(
        {
            "collection": client.get_collection(collection).id,
            "items": [item.id for item in found.items()],
            "listed": [item.id for item in client.get_collection(collection).get_items()],
        }
    )
)
