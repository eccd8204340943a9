import type { ReadingContext } from '../grammar/context';
import { type Outside, outside } from '../reading';
import type { ServiceRequest } from '../request';
import { endpointProblem } from './endpoint';

/** A request together with the content of its path. */
export interface AddressedRequest {
  /** With the content of the path added to its query. */
  readonly request: ServiceRequest;
  /** The process that the path names whose inputs are the body. */
  readonly process?: string;
}

const PROCESS = /^[\w.:~-]+$/;

/**
 * Reads the path of a request to a processing service. Besides its endpoint, PyWPS has `processes` since 4.5, with
 * `/{process}` for one, by GET, and `jobs`, with `/{process}` and `/{output}`, for executions by JSON. It finds these names at
 * the beginning of the whole path, so they are unknown where the private URL itself has a path: there a process may be
 * named after it.
 */
export function addressed(request: ServiceRequest, context: ReadingContext): AddressedRequest | Outside {
  const { segments, body } = request;
  const isAtRoot = context.privatePath.length === 0;
  const problem = endpointProblem(request, context, 'wps');
  if (!problem) return segments.length > 0 && !isAtRoot && body.kind === 'json' ? unknownPath() : { request };
  const read = isAtRoot && request.isPlainPath ? ogcApiPath(request) : undefined;
  return read ?? problem;
}

function ogcApiPath(request: ServiceRequest): AddressedRequest | Outside | undefined {
  const { segments, method, body } = request;
  const [word = '', process, output] = segments.map((segment, index) =>
    index === 0 ? segment.toLowerCase() : segment,
  );
  if (![process, output].every((name) => name === undefined || PROCESS.test(name))) return undefined;
  if (word === 'processes' && (method === 'GET' || method === 'HEAD') && segments.length <= 2) {
    const stated =
      process === undefined ? 'request=GetCapabilities' : `request=DescribeProcess&identifier=${process}`;
    return { request: { ...request, query: request.query === '' ? stated : `${request.query}&${stated}` } };
  }
  if (word === 'jobs' && method === 'POST' && body.kind === 'json' && segments.length <= 3) {
    return process === undefined ? { request } : { request, process };
  }
  return undefined;
}

function unknownPath(): Outside {
  return outside(
    'InvalidParameterValue',
    'path',
    'JSON at this path may be for a process that the path names.',
  );
}
