import type { RequestBody } from '@gatehouse/service-types';

/** Deeper documents are nobody's requests, and readers that recurse would not survive them. Spec: decisions 4. */
const DEEPEST = 64;

type Members = Extract<RequestBody, { kind: 'json' }>['members'];

/**
 * The members of a JSON object in their order, repeated ones included, which `JSON.parse` alone would drop; `other`
 * for JSON that is not an object. Throws `SyntaxError` for what is not JSON, and for what is nested too deeply.
 */
export function membersOf(text: string): Members | 'other' {
  const spans = membersIn(text);
  const whole: unknown = JSON.parse(text);
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) return 'other';
  return spans.map(({ name, from, to }) => [
    JSON.parse(text.slice(...name)) as string,
    JSON.parse(text.slice(from, to)) as unknown,
  ]);
}

interface Span {
  readonly name: [from: number, to: number];
  readonly from: number;
  readonly to: number;
}

/** Where the members of the outermost object stand; what it says of a text that is not JSON does not count. */
function membersIn(text: string): Span[] {
  const spans: Span[] = [];
  let depth = 0;
  let string: [number, number] = [0, 0];
  let name: [number, number] | undefined;
  let from = 0;
  const end = (to: number) => {
    if (name) spans.push({ name, from, to });
    name = undefined;
  };
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case '"':
        string = [at, endOfString(text, at) + 1];
        at = string[1] - 1;
        break;
      case '{':
      case '[':
        if (++depth > DEEPEST) throw new SyntaxError('It is nested too deeply');
        break;
      case '}':
      case ']':
        if (depth-- === 1) end(at);
        break;
      case ':':
        if (depth === 1 && !name) {
          name = string;
          from = at + 1;
        }
        break;
      case ',':
        if (depth === 1) end(at);
        break;
    }
  }
  return spans;
}

/** Where the string that begins at a quotation mark ends: at its closing one, or with the text. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
}
