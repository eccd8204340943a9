import {
  type JsonChild,
  JsonScan,
  STEP,
  type Span,
  type Steps,
  firstFrom,
  lastBefore,
} from '@gatehouse/request-body';
import { HookFailed } from './hook-failed';

/** A list in a JSON text. */
export interface JsonList {
  readonly items: readonly unknown[];
  /** The text with only some of the items, and with their number at those positions of `counts` that contain a number. */
  keep(isKept: readonly boolean[], counts: readonly (readonly string[])[]): Steps<string>;
}

/**
 * Finds a list in a text that is JSON, step by step through its objects. Kept items are unchanged byte for
 * byte: numbers may have more digits than JavaScript preserves. Fails if there is no list, or if a member on the path to it
 * is duplicated, because readers disagree which one applies.
 */
export function* findList(text: string, steps: readonly string[]): Steps<JsonList> {
  const list = yield* findValue(text, steps);
  if (!list || text[list.from] !== '[') throw new HookFailed('the list to filter is missing');
  const spans = yield* childrenOf(text, list);
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
      for (const position of counts) {
        const span = yield* findValue(text, position);
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
    // A count inside the list is removed or kept with its item.
    if (edit.span.from < end) continue;
    result += text.slice(end, edit.span.from) + edit.text;
    end = edit.span.to;
  }
  return result + text.slice(end);
}

function* findValue(text: string, steps: readonly string[]): Steps<Span | undefined> {
  let found: Span = { from: firstFrom(text, 0), to: lastBefore(text, text.length) + 1 };
  for (const step of steps) {
    if (text[found.from] !== '{') return undefined;
    const members = (yield* childrenOf(text, found)).filter(
      ({ name }) => name && JSON.parse(text.slice(name.from, name.to)) === step,
    );
    const [member] = members;
    if (!member) return undefined;
    if (members.length > 1) throw new HookFailed('a member of the reply is repeated');
    found = member;
  }
  return found;
}

/** The members or items of the object or list at the start of the span. */
function* childrenOf(text: string, { from }: Span): Steps<JsonChild[]> {
  const children: JsonChild[] = [];
  const scan = new JsonScan(text, {}, from, (child) => children.push(child));
  while (scan.run(STEP)) yield 0;
  yield 0;
  return children;
}
