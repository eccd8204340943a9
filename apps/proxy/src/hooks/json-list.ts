import { STEP, type Steps } from '@gatehouse/request-body';
import { HookFailed } from './hook-failed';

/** A part of a text. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** A list that stands in a JSON text. */
export interface JsonList {
  readonly items: readonly unknown[];
  /** The text with some of the items alone, and with their number at the places of `counts` that hold a number. */
  keep(isKept: readonly boolean[], counts: readonly (readonly string[])[]): Steps<string>;
}

/**
 * Finds a list in a text that is JSON, step by step through its objects. What is kept stays as it was written, byte for
 * byte: numbers have more digits than JavaScript keeps. Fails where there is no list, and where a member on the way to it
 * stands there twice, because readers do not agree which one counts.
 */
export function* findList(text: string, steps: readonly string[]): Steps<JsonList> {
  const list = yield* findValue(text, steps);
  if (!list || text[list.from] !== '[') throw new HookFailed('there is no list where one is to be filtered');
  const spans = itemsOf(text, list.from);
  yield 0;
  const items: unknown[] = [];
  let stepAt = list.from;
  for (const { from, to } of spans) {
    items.push(JSON.parse(text.slice(from, to)) as unknown);
    if (to - stepAt < STEP) continue;
    stepAt = to;
    yield 0;
  }
  return {
    items,
    keep: function* (isKept, counts) {
      const kept = spans.filter((_, index) => isKept[index] === true);
      const edits = [{ span: list, text: `[${kept.map(({ from, to }) => text.slice(from, to)).join(',')}]` }];
      for (const place of counts) {
        const span = yield* findValue(text, place);
        const isNumber = span !== undefined && /[-\d]/.test(text[span.from] ?? '');
        if (isNumber) edits.push({ span, text: String(kept.length) });
      }
      return replaced(text, edits);
    },
  };
}

function replaced(text: string, edits: readonly { readonly span: Span; readonly text: string }[]): string {
  let result = '';
  let end = 0;
  for (const edit of [...edits].sort((one, other) => one.span.from - other.span.from)) {
    // A count inside of the list has gone with its item, or stays with it.
    if (edit.span.from < end) continue;
    result += text.slice(end, edit.span.from) + edit.text;
    end = edit.span.to;
  }
  return result + text.slice(end);
}

function* findValue(text: string, steps: readonly string[]): Steps<Span | undefined> {
  const from = skipBlank(text, 0);
  let found: Span = { from, to: steps.length === 0 ? endOfValue(text, from) : text.length };
  for (const step of steps) {
    yield 0;
    if (text[found.from] !== '{') return undefined;
    const members = membersOf(text, found.from).filter(({ name }) => name === step);
    const [member] = members;
    if (!member) return undefined;
    if (members.length > 1) throw new HookFailed('a member of the reply stands there twice');
    found = member.value;
  }
  return found;
}

/** The members of the object that begins at `from`. */
function membersOf(text: string, from: number): { readonly name: string; readonly value: Span }[] {
  const members: { name: string; value: Span }[] = [];
  let at = skipBlank(text, from + 1);
  while (text[at] === '"') {
    const end = endOfValue(text, at);
    const name = JSON.parse(text.slice(at, end)) as string;
    const start = skipBlank(text, skipBlank(text, end) + 1);
    const value = { from: start, to: endOfValue(text, start) };
    members.push({ name, value });
    at = skipComma(text, value.to);
  }
  return members;
}

/** The items of the list that begins at `from`. */
function itemsOf(text: string, from: number): Span[] {
  const items: Span[] = [];
  let at = skipBlank(text, from + 1);
  while (text[at] !== ']') {
    const item = { from: at, to: endOfValue(text, at) };
    items.push(item);
    at = skipComma(text, item.to);
  }
  return items;
}

function skipBlank(text: string, from: number): number {
  let at = from;
  while (' \t\n\r'.includes(text[at] ?? '.')) at++;
  return at;
}

function skipComma(text: string, from: number): number {
  const at = skipBlank(text, from);
  return text[at] === ',' ? skipBlank(text, at + 1) : at;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING: ReadonlySet<number> = new Set([0x7b, 0x5b]);
const CLOSING: ReadonlySet<number> = new Set([0x7d, 0x5d]);

/** Where the value that begins at `from` is over. The text is JSON, so that brackets match. */
function endOfValue(text: string, from: number): number {
  const first = text.charCodeAt(from);
  if (first === QUOTE) return endOfString(text, from);
  if (!OPENING.has(first)) {
    let at = from;
    while (at < text.length && !',]} \t\n\r'.includes(text[at] ?? '')) at++;
    return at;
  }
  let depth = 0;
  let at = from;
  do {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
      continue;
    }
    if (OPENING.has(code)) depth++;
    else if (CLOSING.has(code)) depth--;
    at++;
  } while (depth > 0 && at < text.length);
  return at;
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === QUOTE) return at + 1;
  }
  return text.length;
}
