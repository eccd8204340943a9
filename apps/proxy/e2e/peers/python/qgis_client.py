"""Uses the layer that is the third argument as QGIS does, and prints what came of it and which requests were refused.

The first argument is WMS or WFS, the second the address of the service, the fourth the version, the fifth the session cookie.
"""

import json
import sys

from qgis.core import (
    QgsApplication,
    QgsFeature,
    QgsFeatureRequest,
    QgsGeometry,
    QgsMapRendererParallelJob,
    QgsMapSettings,
    QgsNetworkAccessManager,
    QgsPointXY,
    QgsRaster,
    QgsRasterLayer,
    QgsRectangle,
    QgsVectorLayer,
)
from qgis.PyQt.QtCore import QEventLoop, QSize, QTimer
from qgis.PyQt.QtNetwork import QNetworkRequest

protocol, address, name, version, cookie = sys.argv[1:]
WHOLE = QgsRectangle(0, 0, 3, 3)
outcome = {}
refused = []


def authenticate(request):
    request.setRawHeader(b"Cookie", cookie.encode())
    # What another session has read is still in the cache.
    request.setAttribute(QNetworkRequest.CacheLoadControlAttribute, QNetworkRequest.AlwaysNetwork)


def record(request, reply):
    def finished():
        status = reply.attribute(QNetworkRequest.HttpStatusCodeAttribute)
        if status is None or status >= 400:
            refused.append(f"{status} {reply.url().toString()}"[:400])

    reply.finished.connect(finished)


def attempt(step, work):
    try:
        outcome[step] = work()
    except Exception as error:  # whatever a client may run into is an outcome
        outcome[step] = f"{type(error).__name__}: {error}"[:300]


def drawn(layer):
    """Whether anything of the layer is drawn."""
    settings = QgsMapSettings()
    settings.setLayers([layer])
    settings.setDestinationCrs(layer.crs())
    settings.setExtent(WHOLE)
    settings.setOutputSize(QSize(32, 32))
    job = QgsMapRendererParallelJob(settings)
    job.start()
    job.waitForFinished()
    image = job.renderedImage()
    colours = {image.pixelColor(x, y).name() for x in range(32) for y in range(32)}
    return colours != {"#ffffff"}


def legend_of(layer):
    """Whether there is a legend; otherwise the error."""
    settings = QgsMapSettings()
    settings.setExtent(WHOLE)
    settings.setOutputSize(QSize(32, 32))
    fetcher = layer.dataProvider().getLegendGraphicFetcher(settings)
    loop = QEventLoop()
    found = []
    fetcher.finish.connect(lambda image: (found.append(image), loop.quit()))
    fetcher.error.connect(lambda text: (found.append(text), loop.quit()))
    QTimer.singleShot(20_000, loop.quit)
    fetcher.start()
    loop.exec_()
    image = found[0] if found else "no reply"
    return image if isinstance(image, str) else not image.isNull()


def use_maps():
    source = f"crs=EPSG:4326&format=image/png&layers={name}&styles=&url={address}"
    layer = QgsRasterLayer(source, "map", "wms")
    outcome["capabilities"] = layer.isValid() or layer.error().message()
    attempt("map", lambda: drawn(layer))
    attempt("legend", lambda: legend_of(layer))
    point = QgsPointXY(1, 1)
    attempt(
        "feature info",
        lambda: "PUBLIC-MARK"
        in str(
            layer.dataProvider().identify(point, QgsRaster.IdentifyFormatText, WHOLE, 32, 32).results()
        ),
    )


def changed(layer):
    """Changes the first feature; true, or the errors."""
    feature = next(layer.getFeatures())
    layer.startEditing()
    layer.changeAttributeValue(feature.id(), layer.fields().indexOf("note"), 7)
    if not layer.commitChanges():
        return layer.commitErrors()
    return True


def added(layer):
    """Adds a feature; true, or the errors."""
    feature = QgsFeature(layer.fields())
    feature.setAttribute("public_mark", "ADDED")
    feature.setGeometry(QgsGeometry.fromPointXY(QgsPointXY(2.5, 2.5)))
    layer.startEditing()
    layer.addFeature(feature)
    if not layer.commitChanges():
        return layer.commitErrors()
    return True


def use_features():
    source = f"url='{address}' typename='{name}' version='{version}' srsname='EPSG:4326'"
    layer = QgsVectorLayer(source, "features", "WFS")
    outcome["capabilities"] = layer.isValid() or layer.error().message()
    attempt("features", lambda: [feature["public_mark"] for feature in layer.getFeatures()])
    attempt("map", lambda: drawn(layer))
    filtered = QgsVectorLayer(f"{source} filter='\"size\" = 2'", "filtered", "WFS")
    attempt("filtered", lambda: [str(feature["size"]) for feature in filtered.getFeatures()])
    query = QgsFeatureRequest().setFilterRect(QgsRectangle(0.5, 0.5, 1.5, 1.5))
    attempt("in a rectangle", lambda: [str(feature["size"]) for feature in layer.getFeatures(query)])
    attempt("change", lambda: changed(layer))
    attempt("addition", lambda: added(layer))


QgsApplication.setPrefixPath("/usr", True)
application = QgsApplication([], False)
application.initQgis()
QgsNetworkAccessManager.setRequestPreprocessor(authenticate)
QgsNetworkAccessManager.setReplyPreprocessor(record)
use_maps() if protocol == "WMS" else use_features()
print(json.dumps({**outcome, "refused": sorted(set(refused))}))
sys.stdout.flush()
application.exitQgis()
