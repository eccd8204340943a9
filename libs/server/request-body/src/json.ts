import type { RequestBody } from '@gatehouse/service-types';
import { STEP, type Steps } from './steps';

/** Deeper documents are nobody's requests, and readers that recurse would not survive them. Spec: decisions 4. */
const DEEPEST = 64;
/** Characters that the name of a member may have as it is written. The names are parsed in one step. */
const LONGEST_NAME = 1_000;
/** Bytes that a member or an item takes beside its text: more than was measured with `--expose-gc` (ADR 8). */
const VALUE_HELD = 150;

type Members = Extract<RequestBody, { kind: 'json' }>['members'];

/** A JSON text that is read. */
export interface ReadJson {
  /** What it says, as `JSON.parse` has it: of repeated members the last. */
  readonly value: unknown;
  /** The members of an object in their order, repeated ones included; `other` for JSON that is not an object. */
  readonly members: Members | 'other';
}

/**
 * Reads a JSON text. Gives a phrase for people where it is not JSON, nested too deeply, or of more members and items than `most`
 * (`SVC_PROXY_JSON_VALUES`). The steps count; what they let through is small enough to be parsed in one.
 */
export function* readJsonText(text: string, most: number): Steps<ReadJson | { readonly problem: string }> {
  const scan = new JsonScan(text, most);
  let values = 0;
  for (let at = 0; at < text.length;) {
    at = scan.run(at, at + STEP);
    if (scan.problem !== undefined) return { problem: scan.problem };
    yield (scan.values - values) * VALUE_HELD;
    values = scan.values;
  }
  try {
    const value: unknown = JSON.parse(text);
    yield 0;
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return { value, members: 'other' };
    return { value, members: yield* membersOf(text, scan.spans, value as Readonly<Record<string, unknown>>) };
  } catch (error) {
    if (error instanceof SyntaxError) return { problem: 'it is not JSON' };
    throw error;
  }
}

function* membersOf(
  text: string,
  spans: readonly Span[],
  whole: Readonly<Record<string, unknown>>,
): Steps<Members> {
  const names = spans.map(({ name }) => JSON.parse(text.slice(...name)) as string);
  yield 0;
  // Only where a name is repeated does a member say something else than the object.
  if (new Set(names).size === names.length) return names.map((name) => [name, whole[name]]);
  const members: [string, unknown][] = [];
  let stepAt = 0;
  for (const [index, { from, to }] of spans.entries()) {
    members.push([names[index] ?? '', JSON.parse(text.slice(from, to)) as unknown]);
    if (from - stepAt > STEP) {
      yield (members.length / spans.length) * VALUE_HELD;
      stepAt = from;
    }
  }
  return members;
}

interface Span {
  readonly name: [from: number, to: number];
  readonly from: number;
  readonly to: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Counts values, and finds the members of the outermost object. What it says of a text that is not JSON does not count. */
class JsonScan {
  readonly spans: Span[] = [];
  values = 0;
  problem: string | undefined;
  private depth = 0;
  private stringFrom = -1;
  private string: [number, number] = [0, 0];
  private name: [number, number] | undefined;
  private from = 0;

  constructor(
    private readonly text: string,
    private readonly most: number,
  ) {}

  /** Goes on from a place; tells where it has stopped, at or a little after `end`. */
  run(start: number, end: number): number {
    const { text } = this;
    const stop = Math.min(end, text.length);
    let at = start;
    if (this.stringFrom >= 0) at = this.inString(at, stop);
    for (; at < stop && this.problem === undefined; at++) {
      switch (text.charCodeAt(at)) {
        case QUOTE:
          this.stringFrom = at;
          at = this.inString(at + 1, stop) - 1;
          break;
        case OPEN_OBJECT:
        case OPEN_LIST:
          this.count();
          if (++this.depth > DEEPEST) this.problem = `it is nested more than ${DEEPEST} levels deep`;
          break;
        case CLOSE_OBJECT:
        case CLOSE_LIST:
          if (this.depth-- === 1) this.endMember(at);
          break;
        case COLON:
          if (this.string[1] - this.string[0] > LONGEST_NAME + 2) {
            this.problem = `it has a member whose name is longer than ${LONGEST_NAME} characters`;
          }
          if (this.depth !== 1 || this.name) break;
          this.name = this.string;
          this.from = at + 1;
          break;
        case COMMA:
          this.count();
          if (this.depth === 1) this.endMember(at);
          break;
      }
    }
    return at;
  }

  /** Each member and item is opened by a bracket or comes after a comma. */
  private count(): void {
    if (++this.values > this.most) {
      this.problem = `it has more members and items than SVC_PROXY_JSON_VALUES allows (${this.most})`;
    }
  }

  private endMember(to: number): void {
    if (this.name) this.spans.push({ name: this.name, from: this.from, to });
    this.name = undefined;
  }

  private inString(from: number, stop: number): number {
    const { text } = this;
    for (let at = from; at < stop; at++) {
      const code = text.charCodeAt(at);
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) {
        this.string = [this.stringFrom, at + 1];
        this.stringFrom = -1;
        return at + 1;
      }
      if (at + 1 >= stop) return at + 1;
    }
    return Math.max(from, stop);
  }
}
