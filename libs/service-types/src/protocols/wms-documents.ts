import { type DocumentSchema, type ElementSchema, readDocument } from '../grammar/documents';
import type { Interpreted } from '../grammar/interpreted';
import { entriesOf } from '../grammar/names';
import type { Outside } from '../reading';
import type { XmlElement } from '../request';
import type { Requested } from './requested';

/** Layers named in a document. */
type Layers = string[];

const NAMESPACES: ReadonlySet<string> = new Set([
  'http://www.opengis.net/ows',
  'http://www.opengis.net/ows/1.1',
  'http://www.opengis.net/sld',
  'http://www.opengis.net/se',
  'http://www.opengis.net/gml',
  'http://www.opengis.net/ogc',
  'http://www.opengis.net/wms',
]);

const TEXT: ElementSchema<Layers> = { text: true };
const ROOT_ATTRIBUTES = { service: true, version: true, 'xsi:schemaLocation': true } as const;

const NAMED_LAYER: ElementSchema<Layers> = {
  children: {
    Name: {
      text: (text, layers) => {
        layers.push(...entriesOf(text, undefined));
        return undefined;
      },
    },
    NamedStyle: { children: { Name: TEXT } },
  },
};

const COORDINATES: ElementSchema<Layers> = {
  attributes: { srsName: true },
  children: {
    coord: { children: { X: TEXT, Y: TEXT } },
    coordinates: { attributes: { decimal: true, cs: true, ts: true }, text: true },
    lowerCorner: TEXT,
    upperCorner: TEXT,
    pos: TEXT,
  },
};

/** A map of layers that the server has, in styles that it has. Styles of the document's own could read other layers. */
const GET_MAP: DocumentSchema<Layers> = {
  operation: 'GetMap',
  namespaces: NAMESPACES,
  root: {
    attributes: ROOT_ATTRIBUTES,
    children: {
      StyledLayerDescriptor: {
        attributes: { version: true },
        children: { Name: TEXT, Title: TEXT, Abstract: TEXT, NamedLayer: NAMED_LAYER },
      },
      BoundingBox: COORDINATES,
      Envelope: COORDINATES,
      CRS: TEXT,
      Output: {
        children: {
          Format: TEXT,
          Transparent: TEXT,
          BGcolor: TEXT,
          Size: { children: { Width: TEXT, Height: TEXT } },
          Time: TEXT,
          Buffer: TEXT,
        },
      },
      Exceptions: TEXT,
    },
  },
};

const GET_CAPABILITIES: DocumentSchema<Layers> = {
  operation: 'GetCapabilities',
  namespaces: NAMESPACES,
  root: { attributes: { ...ROOT_ATTRIBUTES, updateSequence: true } },
};

/** Reads a document of a map service; undefined if its root is not an operation that can be sent as a document. */
export function layersInDocument(
  root: XmlElement,
  interpreted: Interpreted,
): Requested | Outside | undefined {
  const isMap = root.name === 'GetMap';
  if (!isMap && root.name !== 'GetCapabilities') return undefined;
  const names: Layers = [];
  const problem =
    readDocument(root, isMap ? GET_MAP : GET_CAPABILITIES, names, interpreted) ??
    interpreted.tooMany(names.length, 'body');
  return (
    problem ?? {
      permission: isMap ? 'getmap' : 'getcapabilities',
      names,
      reachesUnnamed: false,
      executes: false,
    }
  );
}
