import { Problem, type ProblemDetails, conflictParam, notFoundParam, retryAfter } from '@gatehouse/problems';

/** A problem with a text of its own, for errors that are not entries of the catalogue yet. */
class WordedProblem extends Problem {
  constructor(status: number, detail: string, details: ProblemDetails = {}) {
    super('invalid_request', {}, { ...details, status });
    this.message = detail;
  }

  override detailIn(): string {
    return this.message;
  }
}

export const badRequest = (detail: string, details?: ProblemDetails): Problem =>
  new WordedProblem(400, detail, details);
export const unauthenticated = (detail: string): Problem => new WordedProblem(401, detail);
export const forbidden = (detail: string, details?: ProblemDetails): Problem =>
  new WordedProblem(403, detail, details);
export const unprocessable = (detail: string, details?: ProblemDetails): Problem =>
  new WordedProblem(422, detail, details);
export const conflict = (detail: string, details?: ProblemDetails): Problem =>
  new WordedProblem(409, detail, details);
export const notFound = (detail: string, details?: ProblemDetails): Problem =>
  new WordedProblem(404, detail, details);

/** 404 of something that a path or a body names. */
export function noSuch(
  what: string,
  name: string,
  value: unknown,
  extras?: Record<string, unknown>,
): Problem {
  return notFound(`No such ${what}.`, { ...notFoundParam(name, value), ...(extras ? { extras } : {}) });
}

/** 409 of a name that is taken. */
export function alreadyExists(
  what: string,
  name: string,
  value: unknown,
  extras?: Record<string, unknown>,
): Problem {
  return conflict(`A ${what} of that name exists already.`, {
    ...conflictParam(name, value),
    extras: extras ?? { [name]: value },
  });
}

/** 503 with the seconds after which the same request is likely to be served. */
export function unavailable(detail: string, retryAfterSeconds: number): Problem {
  return new WordedProblem(503, detail, retryAfter(retryAfterSeconds));
}

/** 429 with the seconds after which another try makes sense. */
export function tooMany(detail: string, retryAfterSeconds: number): Problem {
  return new WordedProblem(429, detail, retryAfter(retryAfterSeconds));
}
