import type { ReadingContext } from '../grammar/context';
import { type Outside, outside } from '../reading';
import type { ServiceRequest } from '../request';
import { endpointProblem } from './endpoint';

/** A request with what its path says. */
export interface AddressedRequest {
  /** With what the path says in its query. */
  readonly request: ServiceRequest;
  /** The process that the path names whose inputs are the body. */
  readonly process?: string;
}

const PROCESS = /^[\w.:~-]+$/;

/**
 * What the path of a request to a processing service says. Beside its endpoint, PyWPS has since 4.5 `processes`, with
 * `/{process}` for one, by GET, and `jobs`, with `/{process}` and `/{output}`, for executions by JSON. It finds these names at
 * the beginning of the whole path, so that they are not known where the private URL has a path itself: there a process may be
 * taken from behind it.
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
    const said =
      process === undefined ? 'request=GetCapabilities' : `request=DescribeProcess&identifier=${process}`;
    return { request: { ...request, query: request.query === '' ? said : `${request.query}&${said}` } };
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
