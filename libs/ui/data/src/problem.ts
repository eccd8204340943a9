import type { ErrorBodyDto, ProblemParamDto } from '@gatehouse/dto';

/** What the console reads of an error body. Reference: http#error-bodies */
type ErrorBody = Pick<ErrorBodyDto, 'detail' | 'param' | 'error_code'>;

/**
 * Why a request to the API did not succeed, in terms that a page can act on.
 *
 * `status` is the HTTP status; 0 means that there was no reply (no network, no server, or a timeout).
 */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;
  /** Stable name of the error; undefined where the reply is not one of Gatehouse, or there was none. */
  readonly code: string | undefined;
  /** The value that failed a check; its `name` is the name of the form field it belongs to. */
  readonly param: ProblemParamDto | undefined;
  /** Seconds to wait before trying again, if the API states them. */
  readonly retryAfter: number | undefined;
  /** The whole body of the reply, for what only some errors have, such as the conflicts of a 412. */
  readonly body: unknown;

  constructor(
    status: number,
    detail: string,
    more: {
      code?: string | undefined;
      param?: ProblemParamDto | undefined;
      retryAfter?: number | undefined;
      body?: unknown;
    } = {},
  ) {
    super(detail);
    this.status = status;
    this.code = more.code;
    this.param = more.param;
    this.retryAfter = more.retryAfter;
    this.body = more.body;
  }

  /** True when the API could not be reached. */
  get isUnreachable(): boolean {
    return this.status === 0;
  }
}

/** The problem in a caught error; any other error is a bug and is rethrown. */
export function asProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  throw thrown;
}

/** The problem of a reply with an error status. Reference: http#error-bodies */
export function problemFrom(response: Response, body: unknown, now: Date): Problem {
  const error = isErrorBody(body) ? body : undefined;
  return new Problem(response.status, error?.detail ?? response.statusText, {
    code: error?.error_code,
    param: error?.param,
    retryAfter: secondsToWait(response.headers.get('Retry-After'), now),
    body,
  });
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'detail' in body && typeof body.detail === 'string';
}

/** `Retry-After` is either a number of seconds or a date. */
function secondsToWait(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - now.getTime()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}
