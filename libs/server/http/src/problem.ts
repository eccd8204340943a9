/** What `param` says of the value that failed. Spec: http-api 2.3. */
export interface ProblemParam {
  readonly name?: string;
  readonly value: unknown;
  /** A reference value as text; a list is written by {@link listText}. */
  readonly compare?: string;
  readonly conditions: Readonly<Record<string, boolean>> | readonly Readonly<Record<string, boolean>>[];
}

/** A list as `param.compare` writes it: `['a', 'b']`, `[2, 26]`. Spec: http-api 2.3. */
export function listText(values: readonly (string | number)[]): string {
  const items = values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)));
  return `[${items.join(', ')}]`;
}

export interface ProblemDetails {
  readonly param?: ProblemParam;
  /** A failed operation, told without stack, SQL or secret. */
  readonly call?: {
    readonly exception: string;
    readonly error: string;
    readonly detail: string;
    readonly content: unknown;
  };
  /** Further fields of the body that the route promises, such as `user_name` beside a 409. */
  readonly extras?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * The only thing that services throw on purpose. A refusal in the words of HTTP's statuses, because the contract's
 * rules are written in them; `ProblemFilter` alone turns it into a body.
 */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly detail: string,
    readonly details: ProblemDetails = {},
  ) {
    super(detail);
  }
}

export const badRequest = (detail: string, details?: ProblemDetails): Problem =>
  new Problem(400, detail, details);
export const unauthenticated = (detail: string): Problem => new Problem(401, detail);
export const forbidden = (detail: string, details?: ProblemDetails): Problem =>
  new Problem(403, detail, details);
export const unprocessable = (detail: string, details?: ProblemDetails): Problem =>
  new Problem(422, detail, details);
export const conflict = (detail: string, details?: ProblemDetails): Problem =>
  new Problem(409, detail, details);
export const notFound = (detail: string, details?: ProblemDetails): Problem =>
  new Problem(404, detail, details);

/** 404 of something that a path or a body names. */
export function noSuch(
  what: string,
  name: string,
  value: unknown,
  extras?: Record<string, unknown>,
): Problem {
  return notFound(`No such ${what}.`, {
    param: { name, value, conditions: { not_none: false } },
    ...(extras ? { extras } : {}),
  });
}

/** 409 of a name that is taken. */
export function alreadyExists(
  what: string,
  name: string,
  value: unknown,
  extras?: Record<string, unknown>,
): Problem {
  return conflict(`A ${what} of that name exists already.`, {
    param: { name, value, conditions: { not_in: false } },
    extras: extras ?? { [name]: value },
  });
}

/** 503 with the seconds after which the same request is likely to be served. */
export function unavailable(detail: string, retryAfterSeconds: number): Problem {
  return new Problem(503, detail, {
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterSeconds))) },
  });
}

/** 429 with the seconds after which another try makes sense. */
export function tooMany(detail: string, retryAfterSeconds: number): Problem {
  return new Problem(429, detail, {
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterSeconds))) },
  });
}
