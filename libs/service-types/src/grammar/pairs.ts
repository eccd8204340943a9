import { type Outside, invalid, isOutside } from '../reading';

/** A name and a value of a query or a form, decoded. */
export interface Pair {
  /** Lower case. */
  readonly name: string;
  readonly value: string;
  /** Whether the value was sent with a plus sign, which is a blank to some servers and a plus sign to others. */
  readonly hasPlus: boolean;
}

/** Servers disagree about names with other characters: some trim them, drop brackets, or split them after decoding. */
const NAME = /^[A-Za-z0-9_.:-]+$/;
/** Characters of an encoded name; no server has parameters with longer names. */
const MAX_NAME_LENGTH = 1_000;
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
/** The same without tab, line feed and carriage return. */
const CONTROL_IN_LINES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029]/;
/** Languages whose texts have lines, as clients write them; every server takes their ends for blanks. */
const IN_LINES = /^(?:cql_)?filter=/i;
const PLAIN = /^[A-Za-z0-9_.:,/*!'()~@$;?|{}[\]<>"\\^` -]*$/;
/** Characters that are decoded in one step. */
const STEP = 64 * 1024;

/**
 * Takes a query or a form apart: pairs between ampersands, name and value decoded after they were split. What servers are
 * known to read differently is outside of every grammar: encoded names that hold more than a name, control characters other
 * than the ends of lines of filters, faulty encodings. `locator` names the text.
 */
export function readPairs(text: string, locator: 'query' | 'body'): readonly Pair[] | Outside {
  const steps = pairSteps(text, locator, Infinity);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/**
 * The same in steps of about 64 KiB, for forms of any length. Each step yields the number of
 * characters that it has decoded. More than `most` fields (`SVC_PROXY_FORM_FIELDS`) are outside.
 */
export function* pairSteps(
  text: string,
  locator: 'query' | 'body',
  most: number,
): Generator<number, readonly Pair[] | Outside> {
  const pairs: Pair[] = [];
  let stepAt = 0;
  for (let from = 0; from < text.length;) {
    const ampersand = text.indexOf('&', from);
    const to = ampersand < 0 ? text.length : ampersand;
    if (to > from) {
      if (pairs.length >= most) {
        return invalid(locator, `The form has more fields than SVC_PROXY_FORM_FIELDS allows (${most}).`);
      }
      const part = text.slice(from, to);
      const raw = valueIn(part);
      const control = IN_LINES.test(part) ? CONTROL_IN_LINES : CONTROL;
      const value = raw.length > STEP ? yield* longValue(raw, control) : sound(raw, control);
      const pair = pairOf(part, locator, value);
      if (isOutside(pair)) return pair;
      pairs.push(pair);
    }
    from = to + 1;
    if (from - stepAt > STEP) {
      yield from - stepAt;
      stepAt = from;
    }
  }
  return pairs;
}

function valueIn(part: string): string {
  const sign = part.indexOf('=');
  return sign < 0 ? '' : part.slice(sign + 1);
}

function pairOf(part: string, locator: string, value: string | undefined): Pair | Outside {
  const sign = part.indexOf('=');
  const end = sign < 0 ? part.length : sign;
  const name = end > MAX_NAME_LENGTH ? undefined : decoded(part.slice(0, end));
  if (name === undefined || !NAME.test(name)) {
    return invalid(
      locator,
      'The decoded name of a parameter is too long, or contains characters other than letters, digits and _.:-.',
    );
  }
  if (value === undefined) {
    return invalid(
      name.toLowerCase(),
      `The value of ${name.toLowerCase()} contains a control character or is encoded incorrectly.`,
    );
  }
  return { name: name.toLowerCase(), value, hasPlus: part.includes('+', end) };
}

function* longValue(raw: string, control: RegExp): Generator<number, string | undefined> {
  const parts: string[] = [];
  for (let from = 0; from < raw.length;) {
    const to = characterBefore(raw, from + STEP);
    const part = sound(raw.slice(from, to), control);
    if (part === undefined) return undefined;
    parts.push(part);
    yield to - from;
    from = to;
  }
  return parts.join('');
}

/** The start of the character at a position: not inside an escape sequence, nor between the escapes of one character. */
function characterBefore(raw: string, at: number): number {
  if (at >= raw.length) return raw.length;
  let start = at;
  // An escape has three characters, a character of UTF-8 at most four escapes.
  for (let back = 0; back < 12; back++) {
    const sign = [start - 2, start - 1, start].find((index) => raw[index] === '%');
    if (sign === undefined) return start;
    start = sign;
    if (!/^%[89ab]/i.test(raw.slice(start, start + 2))) return start;
    start--;
  }
  return at;
}

/** The decoded value; undefined where readers disagree about it. */
function sound(raw: string, control: RegExp): string | undefined {
  if (PLAIN.test(raw)) return raw;
  const value = decoded(raw);
  return value === undefined || control.test(value) ? undefined : value;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.includes('+') ? text.split('+').join(' ') : text);
  } catch {
    return undefined;
  }
}
