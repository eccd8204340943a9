import { type Steps, finished } from '@gatehouse/request-body';

/** How the texts between and within the values of a JSON text are written. */
export interface JsonStyle {
  readonly comma: string;
  readonly colon: string;
  /** Blank of one level; with one, each value has a separate line. */
  readonly indent: string;
  /** What becomes of the text of a name or of a value that is not nested. */
  readonly leaf: (text: string) => string;
}

const SPACED: JsonStyle = { comma: ', ', colon: ': ', indent: '', leaf: (text) => text };

/**
 * JSON text with a space after `:` and `,`, because monitoring and start-up scripts match on the text of replies.
 * Takes plain data; a value without JSON form is left out, as `JSON.stringify` does. Reference: http#common-fields.
 */
export function renderJson(value: unknown): string {
  return finished(writeJson(value));
}

/** The same text, or one in another style, in steps. */
export function writeJson(value: unknown, style: JsonStyle = SPACED): Steps<string> {
  return write(value, style, '', new Map());
}

const isNested = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Date);

/**
 * A list that occurs many times in a reply, as the permissions of a type do in a large tree, is written once:
 * `lists` holds the texts of those that have been met.
 */
function* write(value: unknown, style: JsonStyle, before: string, lists: Map<object, string>): Steps<string> {
  if (!isNested(value)) return style.leaf(JSON.stringify(value) ?? 'null');
  const isList = Array.isArray(value);
  const cached = isList && style.indent === '' ? lists.get(value) : undefined;
  if (cached !== undefined) return cached;
  const inner = before + style.indent;
  const parts: string[] = [];
  for (const [key, member] of isList ? value.entries() : Object.entries(value)) {
    if (!isList && (member === undefined || typeof member === 'function')) continue;
    // Only nested values are worth a separate generator.
    const text = isNested(member)
      ? yield* write(member, style, inner, lists)
      : style.leaf(JSON.stringify(member) ?? 'null');
    parts.push(isList ? text : style.leaf(JSON.stringify(key)) + style.colon + text);
    if (parts.length % 64 === 0) yield 0;
  }
  yield 0;
  const text = enclosed(parts, isList ? '[]' : '{}', style, before);
  if (isList) lists.set(value, text);
  return text;
}

function enclosed(parts: readonly string[], brackets: string, style: JsonStyle, before: string): string {
  const [open, close] = [brackets[0], brackets[1]];
  if (parts.length === 0 || style.indent === '') return open + parts.join(style.comma) + close;
  const line = `\n${before}${style.indent}`;
  return `${open}${line}${parts.join(`${style.comma}${line}`)}\n${before}${close}`;
}
