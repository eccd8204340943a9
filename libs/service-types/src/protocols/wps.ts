import { Interpreted } from '../grammar/interpreted';
import { namesIn } from '../grammar/names';
import { type OwsProtocol, operationTable, readOws, unknownOperation } from '../grammar/ows';
import type { Parameters } from '../grammar/parameters';
import { type Outside, isOutside } from '../reading';
import type { ServiceRequest, XmlElement } from '../request';
import type { Requested } from './requested';
import { type NestedReader, chainsOf } from './wps-chains';
import { identifiersOf, processesInDocument } from './wps-documents';
import { processesInJson } from './wps-json';
import { WPS_OPERATIONS } from './wps-parameters';
import { type NamedProcesses, requestedProcesses } from './wps-processes';
import { inputsProblem } from './wps-references';

/** A processing service by the server that reads its requests. */
export interface WpsDialect {
  readonly protocol: OwsProtocol;
  /** Whether it is GeoServer, which resolves references to itself internally and has its own rules for names. */
  readonly isGeoserver: boolean;
}

const COMMON = {
  service: 'wps',
  needsService: false,
  operations: operationTable(WPS_OPERATIONS),
  xmlTypes: new Set(['text/xml', 'application/xml']),
  repeatable: {
    identifier: identifiersOf,
    language: ({ attributes }: XmlElement) => attributes.find(({ name }) => name === 'language')?.value,
  },
};

/** A WPS as implemented by PyWPS 4.2 and later: a POST ignores the query, and bodies are documents or JSON. */
export const WPS: WpsDialect = {
  protocol: { ...COMMON, postReadsQuery: false, readsForms: false, readsJson: true },
  isGeoserver: false,
};

/** The WPS of a GeoServer. */
export const GEOSERVER_WPS: WpsDialect = {
  protocol: { ...COMMON, postReadsQuery: true },
  isGeoserver: true,
};

/**
 * Reads a request to a processing service: its operation and all processes that it names. References in the inputs of
 * a plain WPS are fetched by that server, which is what the protocol is for; requests that a GeoServer makes to itself are
 * authorized with the request that contains them. Reference: request-mapping#wps, request-mapping#geoserver-protocols.
 */
export function readWps(
  request: ServiceRequest,
  dialect: WpsDialect,
  more: ReadonlySet<string>,
  nested?: NestedReader,
): Requested | Outside {
  const { protocol, isGeoserver } = dialect;
  const read = readOws(request, protocol, more);
  if (isOutside(read)) return read;
  const interpreted =
    read.written === 'document'
      ? read.interpreted
      : read.written === 'json'
        ? Interpreted.of(request.limits)
        : read.parameters.interpreted;
  if (read.written === 'document') return askedInDocument(read.root, interpreted, dialect, nested);
  const named =
    read.written === 'json'
      ? processesInJson(read.members, request.query, more)
      : processesInParameters(read.parameters, read.operation, isGeoserver);
  return isOutside(named) ? named : requestedProcesses(named, isGeoserver, interpreted);
}

function askedInDocument(
  root: XmlElement,
  interpreted: Interpreted,
  { protocol, isGeoserver }: WpsDialect,
  nested: NestedReader | undefined,
): Requested | Outside {
  const readReference = isGeoserver ? chainsOf(nested) : () => undefined;
  const named = processesInDocument(root, readReference, interpreted) ?? unknownOperation(protocol);
  if (isOutside(named)) return named;
  const requested = requestedProcesses(named, isGeoserver, interpreted);
  return isOutside(requested) ? requested : { ...requested, nested: named.nested };
}

function processesInParameters(
  parameters: Parameters,
  { permission }: Pick<NamedProcesses, 'permission'>,
  isGeoserver: boolean,
): NamedProcesses | Outside {
  // One process is executed: where lists have no meaning, a comma is a letter.
  const identifiers =
    permission === 'execute'
      ? namesIn(parameters, ['identifier'], 'none')
      : namesIn(parameters, ['identifier']);
  if (isOutside(identifiers)) return identifiers;
  const problem = isGeoserver
    ? inputsProblem(parameters.get('datainputs') ?? '', parameters.interpreted)
    : undefined;
  return problem ?? { permission, identifiers };
}
