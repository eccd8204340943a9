import { type Locale, type Problem, type ProblemDetails, paramText } from '@gatehouse/problems';

/** Longest text that an error repeats, in characters. Fields of bodies are cut shorter where they are checked. */
const MAX_CHARACTERS = 1000;

/** The fields of the body of a reply about its request. Paths and addresses are redacted by the caller. */
export interface DescribedRequest {
  readonly method: string;
  readonly path: string;
  /** Public address, with the query. */
  readonly url: string;
}

/** The request that an error is about. */
export interface RefusedRequest extends DescribedRequest {
  /** Template of the route; the path where there is none. */
  readonly routeName: string;
}

/**
 * Fields that follow the content of every reply. `type` is the media type of the reply without parameters. A reply to HEAD has
 * the fields that the reply to GET would have: its length is that of the same body. Reference: http#common-fields.
 */
export function envelope(
  status: number,
  type: string,
  detail: string,
  { method, path, url }: DescribedRequest,
): Record<string, unknown> {
  return { code: status, type, detail, path, url, method: method === 'HEAD' ? 'GET' : method };
}

/** The body of an error in the language of the reply. Reference: http#error-bodies. */
export function errorBody(
  problem: Problem,
  type: string,
  locale: Locale,
  request: RefusedRequest,
): Record<string, unknown> {
  const detail = problem.detailIn(locale);
  const { param, call, extras } = shortened(problem.details) as ProblemDetails;
  return {
    ...extras,
    ...envelope(problem.status, type, detail, request),
    route_name: request.routeName,
    request_url: request.url,
    error_code: problem.errorCode,
    ...(param ? { param: { ...param, value: paramText(param.value) } } : {}),
    ...(call ? { call: { ...call, detail } } : {}),
  };
}

/** Plain data with its long texts cut: escaped in a reply, the texts of a request would be several times as long. */
function shortened(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.length > MAX_CHARACTERS ? `${value.slice(0, MAX_CHARACTERS)}…` : value;
  }
  if (Array.isArray(value)) return value.map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shortened(member)]));
}
