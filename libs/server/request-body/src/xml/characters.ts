import { STEP, type Steps } from '../steps';
import { malformed } from './unreadable-document';

/** Characters that no document of XML 1.0 has: production [2]. Unpaired surrogates are rejected by decoders. */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
const PREDEFINED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** References take longer than their letters. */
const DENSE_STEP = STEP / 4;
/** Longer references are none, or numbers that begin with zeros. */
const MAX_REFERENCE_LENGTH = 40;

/** The text with one kind of line end (2.11), every character of which is allowed. Throws `UnreadableDocument`. */
export function* soundText(text: string): Steps<string> {
  const parts: string[] = [];
  for (let from = 0; from < text.length;) {
    let to = Math.min(from + STEP, text.length);
    // A line end of two characters is one.
    if (text[to - 1] === '\r' && text[to] === '\n') to++;
    const part = text.slice(from, to);
    if (FORBIDDEN.test(part)) malformed();
    parts.push(replaced(replaced(part, '\r\n', '\n'), '\r', '\n'));
    from = to;
    yield 0;
  }
  return parts.length === 1 ? (parts[0] ?? '') : parts.join('');
}

/** Text of a part of a document that one step can process: in an attribute, blanks of any kind are blanks (3.3.3). */
export function shortData(part: string, isValue: boolean): string {
  const plain = isValue ? replaced(replaced(part, '\t', ' '), '\n', ' ') : part;
  return plain.includes('&') ? resolved(plain) : plain;
}

/** The same of a part of any length. */
export function* characterData(text: string, from: number, to: number, isValue: boolean): Steps<string> {
  const parts: string[] = [];
  for (let at = from; at < to;) {
    const end = to - at > DENSE_STEP ? beforeReference(text, at + DENSE_STEP) : to;
    parts.push(shortData(text.slice(at, end), isValue));
    if (end < to) yield 0;
    at = end;
  }
  return parts.length === 1 ? (parts[0] ?? '') : parts.join('');
}

/** Replaces a text everywhere. `String.replace` makes a chain of as many pieces, which costs more than reading the text. */
function replaced(text: string, from: string, to: string): string {
  return text.includes(from) ? text.split(from).join(to) : text;
}

/** The last position up to `at` that is not inside a reference. */
function beforeReference(text: string, at: number): number {
  const before = text.slice(at - MAX_REFERENCE_LENGTH, at);
  const ampersand = before.lastIndexOf('&');
  return ampersand >= 0 && !before.includes(';', ampersand) ? at - MAX_REFERENCE_LENGTH + ampersand : at;
}

function resolved(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', from)) {
    const end = text.slice(at, at + MAX_REFERENCE_LENGTH).indexOf(';');
    if (end < 0) malformed();
    parts.push(text.slice(from, at), referenced(text.slice(at + 1, at + end)));
    from = at + end + 1;
  }
  parts.push(text.slice(from));
  return parts.join('');
}

function referenced(reference: string): string {
  if (Object.hasOwn(PREDEFINED, reference)) return PREDEFINED[reference] ?? '';
  const [, hexadecimal, decimal] = /^#(?:x([0-9A-Fa-f]+)|([0-9]+))$/.exec(reference) ?? [];
  if (hexadecimal === undefined && decimal === undefined) malformed();
  const code = hexadecimal === undefined ? Number(decimal) : parseInt(hexadecimal, 16);
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) malformed();
  const character = String.fromCodePoint(code);
  return FORBIDDEN.test(character) ? malformed() : character;
}
