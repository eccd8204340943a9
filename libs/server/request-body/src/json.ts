import type { RequestBody } from '@gatehouse/service-types';
import { type JsonChild, type JsonExcess, JsonScan } from './json-scan';
import { STEP, type Steps } from './steps';

/** No client sends deeper documents, and recursive readers would fail on them. Reference: http#statuses. */
const MAX_DEPTH = 64;
/** Characters that the name of a member may have as written. The names are parsed in one step. */
const MAX_NAME_LENGTH = 1_000;
/** Bytes that a member or an item takes in addition to its text: more than was measured with `--expose-gc` (ADR 8). */
const VALUE_HELD = 150;

type Members = Extract<RequestBody, { kind: 'json' }>['members'];

/** A JSON text that is read. */
export interface ReadJson {
  /** The value as returned by `JSON.parse`: of repeated members the last. */
  readonly value: unknown;
  /** The members of an object in their order, repeated ones included; `other` for JSON that is not an object. */
  readonly members: Members | 'other';
}

/**
 * Reads a JSON text. Returns a readable phrase if it is not JSON, nested too deeply, or of more members and items than `most`
 * (`SVC_PROXY_JSON_VALUES`). The steps count; accepted text is small enough to be parsed in one step.
 */
export function* readJsonText(text: string, most: number): Steps<ReadJson | { readonly problem: string }> {
  const members: JsonChild[] = [];
  const limits = { values: most, depth: MAX_DEPTH, name: MAX_NAME_LENGTH };
  const scan = new JsonScan(text, limits, 0, (child) => child.name && members.push(child));
  let values = 0;
  for (let goesOn = text.length > 0; goesOn;) {
    goesOn = scan.run(STEP);
    if (scan.excess !== undefined) return { problem: problemOf(scan.excess, most) };
    yield (scan.values - values) * VALUE_HELD;
    values = scan.values;
  }
  try {
    const value: unknown = JSON.parse(text);
    yield 0;
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return { value, members: 'other' };
    return { value, members: yield* membersOf(text, members, value as Readonly<Record<string, unknown>>) };
  } catch (error) {
    if (error instanceof SyntaxError) return { problem: 'it is not JSON' };
    throw error;
  }
}

function problemOf(excess: JsonExcess, most: number): string {
  switch (excess) {
    case 'values':
      return `it has more members and items than SVC_PROXY_JSON_VALUES allows (${most})`;
    case 'depth':
      return `it is nested more than ${MAX_DEPTH} levels deep`;
    case 'name':
      return `it has a member whose name is longer than ${MAX_NAME_LENGTH} characters`;
  }
}

function* membersOf(
  text: string,
  spans: readonly JsonChild[],
  whole: Readonly<Record<string, unknown>>,
): Steps<Members> {
  const names = spans.map(({ name }) => JSON.parse(text.slice(name?.from, name?.to)) as string);
  yield 0;
  // Only where a name is repeated does a member differ from the object.
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
