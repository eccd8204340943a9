import { CATALOGUE, type ErrorCode, type PlaceholderOf } from './catalogue';
import { type DataOf, type PlaceholderValue, detailOf } from './detail';
import type { Locale } from './entry';

/** The keys of `param.conditions`: the interface has no others. Reference: http#failed-parameter. */
export const CONDITIONS = [
  'not_none',
  'is_none',
  'is_true',
  'is_false',
  'not_empty',
  'is_empty',
  'not_in',
  'is_in',
  'not_equal',
  'is_equal',
  'is_type',
  'matches',
] as const;

/** The kind of a check. */
type Condition = (typeof CONDITIONS)[number];

/** Conditions that were evaluated, each with its result. */
export type Conditions = Readonly<Partial<Record<Condition, boolean>>>;

/** Details about the value that failed a check. */
export interface ProblemParam {
  readonly name?: string;
  /** The value, its length if that is invalid, or null for secrets. Replies write it by {@link paramText}. */
  readonly value: unknown;
  /** A reference value as text; a list is written by {@link listText}. */
  readonly compare?: string;
  readonly conditions: Conditions;
}

export interface ProblemDetails {
  /** Status that replaces the one of the entry; one of its `otherStatuses`. */
  readonly status?: number;
  readonly param?: ProblemParam;
  /** A failed operation, without stack, SQL or secrets. `detail` is added in the language of the reply. */
  readonly call?: {
    readonly exception: string;
    readonly error: string;
    readonly content: unknown;
  };
  /** Further fields of the body of the body that the contract defines for the route, such as `user_name` in a 409. */
  readonly extras?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The only error that code throws intentionally: an entry of the catalogue with its data. */
export class Problem extends Error {
  readonly status: number;

  constructor(
    readonly errorCode: ErrorCode,
    private readonly data: Readonly<Record<string, PlaceholderValue>> = {},
    readonly details: ProblemDetails = {},
  ) {
    super(detailOf(errorCode, data, 'en'));
    this.status = details.status ?? CATALOGUE[errorCode].status;
  }

  /** The text in English. */
  get detail(): string {
    return this.message;
  }

  /** The text in the language of a reply. */
  detailIn(locale: Locale): string {
    return locale === 'en' ? this.message : detailOf(this.errorCode, this.data, locale);
  }

  /** The same problem with other details, such as another status. */
  with(details: ProblemDetails): Problem {
    return new Problem(this.errorCode, this.data, { ...this.details, ...details });
  }
}

type Rest<Code extends ErrorCode> = [PlaceholderOf<Code>] extends [never]
  ? [data?: Readonly<Record<string, never>>, details?: ProblemDetails]
  : [data: DataOf<Code>, details?: ProblemDetails];

/** Creates the error of a code. `data` has a value for each placeholder of its text; `{}` where it has none. */
export function problem<Code extends ErrorCode>(code: Code, ...[data, details]: Rest<Code>): Problem {
  return new Problem(code, data, details);
}

/** Details of a 404: the value that does not name an existing object. */
export function notFoundParam(name: string, value: unknown): Pick<ProblemDetails, 'param'> {
  return { param: { name, value, conditions: { not_none: false } } };
}

/** Details of a 409: the value that already exists. */
export function conflictParam(name: string, value: unknown): Pick<ProblemDetails, 'param'> {
  return { param: { name, value, conditions: { not_in: false } } };
}

/** Details with the number of seconds after which the client can retry. */
export function retryAfter(seconds: number): Pick<ProblemDetails, 'headers'> {
  return { headers: { 'Retry-After': String(Math.max(1, Math.ceil(seconds))) } };
}

/** A list as `param.compare` writes it: `['a', 'b']`, `[2, 26]`. */
export function listText(values: readonly (string | number)[]): string {
  const items = values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)));
  return `[${items.join(', ')}]`;
}

/** `param.value` as replies write it: a text, or null where there is no value or it is secret. */
export function paramText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  return isPlainList(value) ? listText(value) : JSON.stringify(value);
}

function isPlainList(value: unknown): value is readonly (string | number)[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string' || typeof item === 'number');
}
