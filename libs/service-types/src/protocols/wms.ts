import { type OwsProtocol, operationTable, readOws, unknownOperation } from '../grammar/ows';
import { namesIn } from '../grammar/names';
import type { Parameters } from '../grammar/parameters';
import { type Outside, invalid, isOutside } from '../reading';
import type { ServiceRequest } from '../request';
import type { Requested } from './requested';
import { isComparison } from './cql';
import { layersInDocument } from './wms-documents';
import { NCWMS_OPERATIONS, WMS_OPERATIONS } from './wms-parameters';

const XML: ReadonlySet<string> = new Set(['text/xml', 'application/xml', 'application/vnd.ogc.sld+xml']);

/** A WMS of GeoServer, MapServer or QGIS Server. */
export const WMS: OwsProtocol = {
  service: 'wms',
  needsService: false,
  operations: operationTable(WMS_OPERATIONS),
  postReadsQuery: true,
  xmlTypes: XML,
};

/** A WMS of ncWMS, which reads no documents. */
export const NCWMS: OwsProtocol = {
  service: 'wms',
  needsService: false,
  operations: operationTable(NCWMS_OPERATIONS),
  postReadsQuery: true,
  xmlTypes: new Set(),
};

const LAYERS = ['layers', 'query_layers', 'layer', 'layername'] as const;
/** Style documents, which define layers or read any: only a service's options can allow them. */
const STYLE_DOCUMENTS = ['sld', 'sld_body', 'style_url', 'styleurl', 'style_body', 'stylebody'] as const;

/** Values that name files of the server. */
const FILES: Readonly<Record<string, RegExp>> = {
  palette: /^[\w.:-]*$/,
  format_options: /^[\w .:;,#%()+-]*$/,
};

/**
 * Reads a request to a map service: its operation and all layers that it draws, queries or
 * describes. Reference: request-mapping#ncwms, request-mapping#geoserver-protocols.
 */
export function readWms(
  request: ServiceRequest,
  protocol: OwsProtocol,
  more: ReadonlySet<string>,
): Requested | Outside {
  const read = readOws(request, protocol, more);
  if (isOutside(read)) return read;
  if (read.written === 'document')
    return layersInDocument(read.root, read.interpreted) ?? unknownOperation(protocol);
  if (read.written === 'json') return unknownOperation(protocol);
  const { parameters, operation } = read;
  const problem = valueProblem(parameters);
  if (problem) return problem;
  const names = namesIn(parameters, LAYERS);
  if (isOutside(names)) return names;
  return {
    permission: operation.permission,
    names,
    reachesUnnamed: STYLE_DOCUMENTS.some((name) => parameters.has(name)),
    executes: false,
    parameters,
  };
}

function valueProblem(parameters: Parameters): Outside | undefined {
  for (const [name, pattern] of Object.entries(FILES)) {
    if (!pattern.test(parameters.get(name) ?? '')) {
      return invalid(name, `The value of ${name} has characters that could name a file.`);
    }
  }
  const filter = parameters.get('cql_filter');
  return filter === undefined || isComparison(filter)
    ? undefined
    : invalid('cql_filter', 'The filter in cql_filter calls functions, which could read other layers.');
}
