import type { Steps } from '@gatehouse/request-body';
import {
  EVENT_ID,
  type Event,
  type MappingEvent,
  SCALAR_STYLE,
  type ScalarEvent,
  type SequenceEvent,
  getScalarValue,
  parseEvents,
} from 'js-yaml';

/** Makes the values of a document; a text without quotes, which `isPlain`, may be a number, a boolean or null. */
export interface ValueMaker<Value> {
  scalar(text: string, isPlain: boolean, offset: number, isKey: boolean): Value;
  list(items: Value[], offset: number): Value;
  object(pairs: readonly Pair<Value>[], offset: number): Value;
}

export type Pair<Value> = readonly [key: Value, value: Value];

/** The text is not as simple as {@link readPlain} needs it, which says nothing about its validity. */
export class NotPlain extends Error {}

/** Values that are made in one step. */
const VALUES_OF_STEP = 50;
const MAX_LEVELS = 60;
/** YAML allows 1,024 characters for a name. */
const MAX_KEY = 1_000;

/** Tabs, other ends of lines, a byte order mark; directives and marks of documents but for one at the beginning. */
const UNUSUAL = /[\t\r\u0085\u2028\u2029\ufeff]|^(?:%|\.\.\.)|\n---/m;
/** How a text without quotes begins: with no character that has a meaning of its own, and no `<`, which may merge. */
const FIRST = /[A-Za-z0-9_/$+(~\u00a1-\ud7ff]/;

/**
 * Reads what most files consist of, many times faster than the library that can say where in any file which mistake is: lists and
 * mappings of texts within one line, without anchors, tags and empty values. Whatever else is in a text, or not certainly valid, is left
 * to it: the result is undefined. A text of a megabyte is parsed in 50 to 330 ms, during which nobody else has a turn.
 */
export function* readPlain<Value>(text: string, maker: ValueMaker<Value>): Steps<Value | undefined> {
  if (UNUSUAL.test(text)) return undefined;
  const events = eventsIn(text);
  if (!events) return undefined;
  try {
    return yield* new PlainReader(text, events, maker).document();
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    throw error;
  }
}

/** Undefined if the library refuses the text. */
function eventsIn(text: string): readonly Event[] | undefined {
  try {
    return parseEvents(text, { maxDepth: MAX_LEVELS });
  } catch {
    return undefined;
  }
}

class PlainReader<Value> {
  private next = 0;
  private values = 0;

  constructor(
    private readonly text: string,
    private readonly events: readonly Event[],
    private readonly maker: ValueMaker<Value>,
  ) {}

  *document(): Steps<Value> {
    const document = this.take();
    const isAlone = document.type === EVENT_ID.DOCUMENT && !document.explicitEnd;
    if (!isAlone || document.directives.length > 0) throw new NotPlain();
    const root = this.take();
    if (root.type === EVENT_ID.SCALAR) throw new NotPlain();
    const value = yield* this.value(root);
    if (this.take().type !== EVENT_ID.POP || this.next < this.events.length) throw new NotPlain();
    return value;
  }

  private *value(event: Event): Steps<Value> {
    this.values += 1;
    if (this.values % VALUES_OF_STEP === 0) yield 0;
    if (event.type === EVENT_ID.SCALAR) return this.scalar(event, false);
    if (event.type === EVENT_ID.SEQUENCE) return yield* this.list(event);
    if (event.type === EVENT_ID.MAPPING) return yield* this.object(event);
    throw new NotPlain();
  }

  private *list(event: SequenceEvent): Steps<Value> {
    rejectProperties(event);
    const items: Value[] = [];
    for (let item = this.take(); item.type !== EVENT_ID.POP; item = this.take())
      items.push(yield* this.value(item));
    return this.maker.list(items, event.start);
  }

  private *object(event: MappingEvent): Steps<Value> {
    rejectProperties(event);
    const pairs: Pair<Value>[] = [];
    for (let key = this.take(); key.type !== EVENT_ID.POP; key = this.take()) {
      if (key.type !== EVENT_ID.SCALAR) throw new NotPlain();
      pairs.push([this.scalar(key, true), yield* this.value(this.take())]);
    }
    return this.maker.object(pairs, event.start);
  }

  private scalar(event: ScalarEvent, isKey: boolean): Value {
    rejectProperties(event);
    const { valueStart, valueEnd, style } = event;
    const isPlain = style === SCALAR_STYLE.PLAIN;
    const isQuoted = style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED;
    const written = this.text.slice(valueStart, valueEnd);
    const isUsual = isPlain ? FIRST.test(written[0] ?? '') : isQuoted;
    const isTooLong = isKey && written.length > MAX_KEY;
    if (valueStart < 0 || !isUsual || isTooLong || written.includes('\n')) throw new NotPlain();
    const text = event.fast ? written : getScalarValue(this.text, event);
    return this.maker.scalar(text, isPlain, isPlain ? valueStart : valueStart - 1, isKey);
  }

  private take(): Event {
    const event = this.events[this.next];
    if (!event) throw new NotPlain();
    this.next += 1;
    return event;
  }
}

function rejectProperties({ anchorStart, tagStart }: SequenceEvent | MappingEvent | ScalarEvent): void {
  if (anchorStart >= 0 || tagStart >= 0) throw new NotPlain();
}
