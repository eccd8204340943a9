import type { PermissionName } from '@gatehouse/access-engine';
import { type Outside, invalid, isOutside, missing, outside } from '../reading';
import type { ServiceRequest, XmlElement } from '../request';
import { Interpreted } from './interpreted';
import { type ParameterList, type Parameters, pairsOf, parametersOf } from './parameters';
import { type Pair, readPairs } from './pairs';

/** An operation of an OGC protocol. */
export interface OwsOperation extends ParameterList {
  /** The permission that it needs on what it names. */
  readonly permission: PermissionName;
  /** Whether it makes the server act: runs a process or changes data. */
  readonly executes?: boolean;
}

/** The common part of the requests of an OGC protocol. */
export interface OwsProtocol {
  /** Value of the parameter and attribute `service`, lower case. */
  readonly service: string;
  /** Whether the parameter `service` is required. */
  readonly needsService: boolean;
  /** By lower-case name. */
  readonly operations: ReadonlyMap<string, OwsOperation>;
  /** Whether servers read the query of a POST that has no document. */
  readonly postReadsQuery: boolean;
  /** Media types of documents; none where the protocol has no documents. */
  readonly xmlTypes: ReadonlySet<string>;
  /** Whether JSON objects are requests. */
  readonly readsJson?: boolean;
  /** Whether forms are requests; they are where it is absent. */
  readonly readsForms?: boolean;
  /** What a query may repeat of the document in the body besides service, version and request: where the document states it. */
  readonly repeatable?: Readonly<Record<string, (root: XmlElement) => string | undefined>>;
}

/** A request of a protocol, by how it is written. */
export type OwsRequest =
  | { readonly written: 'parameters'; readonly operation: OwsOperation; readonly parameters: Parameters }
  | { readonly written: 'document'; readonly root: XmlElement; readonly interpreted: Interpreted }
  | {
      readonly written: 'json';
      readonly members: readonly (readonly [name: string, value: unknown])[];
    };

/** The operations of a protocol by their lower-case names. */
export function operationTable(operations: readonly OwsOperation[]): ReadonlyMap<string, OwsOperation> {
  return new Map(operations.map((operation) => [operation.operation.toLowerCase(), operation]));
}

/**
 * Reads the common part of a request of an OGC protocol: by GET as parameters; by POST as a form, a document or JSON,
 * each of an exact media type. `more` are parameters that the service's options add. The query sent with a document or JSON
 * may only repeat its values, since servers disagree about which of the two counts.
 */
export function readOws(
  request: ServiceRequest,
  protocol: OwsProtocol,
  more: ReadonlySet<string>,
): OwsRequest | Outside {
  const { method, query, body, limits } = request;
  const interpreted = Interpreted.of(limits);
  if (method === 'GET' || method === 'HEAD') {
    return body.kind === 'none'
      ? readParameters(pairsOf(request), protocol, more, interpreted)
      : outside('NoApplicableCode', 'body', `A ${method} request has a body, which some servers read.`);
  }
  if (method !== 'POST') {
    return outside(
      'OperationNotSupported',
      'method',
      `Requests of ${protocol.service.toUpperCase()} are GET, HEAD or POST.`,
    );
  }
  switch (body.kind) {
    case 'none':
      return protocol.postReadsQuery
        ? readParameters(pairsOf(request), protocol, more, interpreted)
        : outside('NoApplicableCode', 'body', 'The request has no body, which this protocol requires.');
    case 'form':
      if (protocol.readsForms === false) return otherType('application/x-www-form-urlencoded');
      return readParameters(pairsOf(request), protocol, more, interpreted);
    case 'xml': {
      if (!protocol.xmlTypes.has(body.mediaType)) return otherType(body.mediaType);
      return (
        queryProblem(query, protocol, body.root) ?? { written: 'document', root: body.root, interpreted }
      );
    }
    case 'json':
      if (!protocol.readsJson) return otherType('application/json');
      return { written: 'json', members: body.members };
    case 'other':
      return otherType(body.mediaType);
    case 'unreadable':
      return outside('NoApplicableCode', 'body', `The body cannot be read: ${body.problem}.`);
    case 'unread':
      return outside('NoApplicableCode', 'body', 'The body of the request was not read.');
  }
}

function otherType(mediaType: string): Outside {
  const named = mediaType === '' ? 'without a media type' : `of the media type ${mediaType}`;
  return outside('NoApplicableCode', 'body', `A body ${named} is not a request of this protocol.`);
}

function readParameters(
  pairs: readonly Pair[] | Outside,
  protocol: OwsProtocol,
  more: ReadonlySet<string>,
  interpreted: Interpreted,
): OwsRequest | Outside {
  if (isOutside(pairs)) return pairs;
  const requested = pairs.find(({ name }) => name === 'request')?.value;
  if (requested === undefined) return missing('request');
  const operation = protocol.operations.get(requested.toLowerCase());
  if (!operation) return unknownOperation(protocol);
  const parameters = parametersOf(pairs, operation, more, interpreted);
  if (isOutside(parameters)) return parameters;
  return (
    serviceProblem(parameters.get('service'), protocol) ?? { written: 'parameters', operation, parameters }
  );
}

/** The refusal of an operation that a protocol does not have. */
export function unknownOperation({ service }: OwsProtocol): Outside {
  return invalid('request', `The value of request is not an operation of ${service.toUpperCase()}.`);
}

function serviceProblem(
  value: string | undefined,
  { service, needsService }: OwsProtocol,
): Outside | undefined {
  if (value === undefined || value === '') return needsService ? missing('service') : undefined;
  return value.toLowerCase() === service
    ? undefined
    : invalid('service', `The value of service is not ${service.toUpperCase()}.`);
}

/** Where a document states what the query may repeat. */
function statedIn(
  root: XmlElement,
  name: string,
  { service, repeatable = {} }: OwsProtocol,
): string | undefined {
  switch (name) {
    case 'service':
      return service;
    case 'request':
      return root.name;
    case 'version':
      return attributeOf(root, name);
    default:
      return Object.hasOwn(repeatable, name) ? repeatable[name]?.(root) : undefined;
  }
}

function attributeOf({ attributes }: XmlElement, name: string): string | undefined {
  return attributes.find((one) => one.name === name && one.namespace === '')?.value;
}

function queryProblem(query: string, protocol: OwsProtocol, root: XmlElement): Outside | undefined {
  const service = serviceProblem(attributeOf(root, 'service'), { ...protocol, needsService: false });
  if (service || query === '') return service;
  const pairs = readPairs(query, 'query');
  if (isOutside(pairs)) return pairs;
  // Once for each name, however often it is repeated: the whole document is searched for its value.
  const stated = new Map<string, string | undefined>();
  for (const { name, value } of pairs) {
    if (!stated.has(name)) stated.set(name, statedIn(root, name, protocol)?.toLowerCase());
    if (value.toLowerCase() !== stated.get(name)) {
      return invalid(name, `The query has a parameter that differs from the document: ${name}.`);
    }
  }
  return undefined;
}
