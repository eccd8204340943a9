"""Walks the THREDDS catalogs that begin at the address that is the only argument, and prints what Siphon finds.

That is: the paths of all datasets that can be opened, sorted, and the addresses of all catalogs, sorted.
"""

import json
import sys

from siphon.catalog import TDSCatalog

datasets, catalogs, pending = set(), set(), [sys.argv[1]]
while pending:
    address = pending.pop()
    if address in catalogs:
        continue
    catalogs.add(address)
    catalog = TDSCatalog(address)
    datasets.update(one.url_path for one in catalog.datasets.values() if one.url_path)
    pending.extend(one.href for one in catalog.catalog_refs.values())
print(json.dumps([sorted(datasets), sorted(catalogs)]))
