import { type Settable, WEBHOOK_TABLE, fieldsWith, isSettable } from '@gatehouse/directory';
import { type Problem, listText, problem } from '@gatehouse/problems';
import { WEBHOOK_ACTIONS, type WebhookAction } from './actions';
import type { Json } from './template';

const WEBHOOK_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
type WebhookMethod = (typeof WEBHOOK_METHODS)[number];

/** What is sent where, and when. */
export interface WebhookDefinition extends Settable<typeof WEBHOOK_TABLE> {
  readonly action: WebhookAction;
  readonly method: WebhookMethod;
  readonly payload: Json;
}

const MAX_NAME_LENGTH = 128;
const MAX_URL_LENGTH = 2_048;
const MAX_FORMAT_LENGTH = 64;
/** Of the payload as JSON, in UTF-16 code units. */
const MAX_PAYLOAD_LENGTH = 65_536;
const MAX_LEVELS = 64;

const FIELDS = fieldsWith(WEBHOOK_TABLE, isSettable).map(([name]) => name);

/** Throws {@link Problem} for a URL that no request may be sent to. */
export type UrlCheck = (url: string) => void;

/**
 * Reads a definition, from a file or a request: required fields must be present and not empty, and there must be no other
 * fields. Throws `webhook_field_unknown`, `value_missing` or `webhook_value_invalid`. Reference: webhooks#definition.
 */
export function readDefinition(
  input: Readonly<Record<string, unknown>>,
  checkUrl: UrlCheck,
): WebhookDefinition {
  rejectUnknownFields(Object.keys(input));
  const name = requiredText(input, 'name', MAX_NAME_LENGTH);
  const action = oneOf(input, 'action', WEBHOOK_ACTIONS);
  const method = oneOf(input, 'method', WEBHOOK_METHODS);
  const url = requiredText(input, 'url', MAX_URL_LENGTH);
  if (!URL.canParse(url)) throw invalid('url', url, 'an absolute URL');
  checkUrl(url);
  const format = input['format'] ?? null;
  if (format !== null && (typeof format !== 'string' || !isText(format, MAX_FORMAT_LENGTH))) {
    throw invalid('format', null, `a text of at most ${MAX_FORMAT_LENGTH} characters`);
  }
  return { name, action, method, url, format, payload: readPayload(input['payload'] ?? null) };
}

/** Throws `webhook_field_unknown`. */
export function rejectUnknownFields(names: readonly string[]): void {
  const unknown = names.find((name) => !FIELDS.includes(name));
  if (unknown === undefined) return;
  throw problem(
    'webhook_field_unknown',
    { fields: FIELDS.join(', ') },
    {
      param: {
        name: unknown.slice(0, 200),
        value: null,
        compare: listText(FIELDS),
        conditions: { is_in: false },
      },
    },
  );
}

function requiredText(input: Readonly<Record<string, unknown>>, name: string, maxLength: number): string {
  const value = input[name];
  if (value === undefined || value === null || value === '') {
    throw problem(
      'value_missing',
      { field: name },
      { param: { name, value: null, conditions: { not_empty: false } } },
    );
  }
  if (typeof value !== 'string' || value.trim() === '' || !isText(value, maxLength)) {
    throw invalid(name, null, `a text of at most ${maxLength} characters`);
  }
  return value;
}

function oneOf<Value extends string>(
  input: Readonly<Record<string, unknown>>,
  name: string,
  values: readonly Value[],
): Value {
  const value = requiredText(input, name, 200);
  const found = values.find((one) => one === value);
  if (found === undefined) throw invalid(name, value, `one of ${values.join(', ')}`);
  return found;
}

function readPayload(value: unknown): Json {
  if (!isJson(value, 0)) {
    throw invalid('payload', null, `JSON of at most ${MAX_LEVELS} levels, without NUL characters`);
  }
  if (JSON.stringify(value).length > MAX_PAYLOAD_LENGTH) {
    throw invalid('payload', null, `JSON of at most ${MAX_PAYLOAD_LENGTH} characters`);
  }
  return value;
}

function isJson(value: unknown, level: number): value is Json {
  if (level > MAX_LEVELS) return false;
  if (typeof value === 'string') return isText(value, MAX_PAYLOAD_LENGTH);
  if (typeof value === 'number') return Number.isFinite(value);
  if (value === null || typeof value === 'boolean') return true;
  if (Array.isArray(value)) return value.every((item) => isJson(item, level + 1));
  const isObject =
    typeof value === 'object' && [null, Object.prototype].includes(Object.getPrototypeOf(value));
  return (
    isObject &&
    Object.entries(value).every(([name, one]) => isText(name, MAX_PAYLOAD_LENGTH) && isJson(one, level + 1))
  );
}

/** PostgreSQL stores neither NUL nor unpaired surrogates. */
function isText(value: string, maxLength: number): boolean {
  return value.length <= maxLength && /^[^\0\p{Surrogate}]*$/u.test(value);
}

function invalid(name: string, value: string | null, expected: string): Problem {
  return problem(
    'webhook_value_invalid',
    { field: name, expected },
    {
      param: { name, value: value?.slice(0, 200) ?? null, compare: expected, conditions: { matches: false } },
    },
  );
}
