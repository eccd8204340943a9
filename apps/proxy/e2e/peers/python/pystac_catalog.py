"""Writes a static catalog to the folder that is the first argument, with the kind of links that is the second.

Prints the folders of its catalogs and collections below the root, as a walk along its links finds them.
"""

import datetime
import json
import os
import sys

import pystac

FOLDER, KIND = sys.argv[1:]


def item_of(name):
    date = datetime.datetime(2020, 1, 1, tzinfo=datetime.timezone.utc)
    return pystac.Item(name, {"type": "Point", "coordinates": [1, 1]}, [1, 1, 1, 1], date, {})


def collection_of(name):
    extent = pystac.Extent(pystac.SpatialExtent([[0, 0, 3, 3]]), pystac.TemporalExtent([[None, None]]))
    return pystac.Collection(name, "About " + name, extent, title="Title of " + name)


catalog = pystac.Catalog("root", "All data")
archive = pystac.Catalog("archive", "Older data", title="The archive")
catalog.add_child(archive)
for name in ("rivers", "lakes"):
    collection = collection_of(name)
    collection.add_item(item_of(name + "-1"))
    archive.add_child(collection)
catalog.add_child(collection_of("public"))
catalog.normalize_hrefs(FOLDER)
catalog.save(catalog_type=getattr(pystac.CatalogType, KIND))

read = pystac.Catalog.from_file(os.path.join(FOLDER, "catalog.json"))
walked = [child for root, _, _ in read.walk() for child in [root] if child.id != "root"]
print(json.dumps([[os.path.relpath(os.path.dirname(one.get_self_href()), FOLDER), one.title] for one in walked]))
