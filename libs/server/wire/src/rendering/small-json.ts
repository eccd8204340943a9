import { LazyList, LazyObject, type Step } from './lazy';

/** Maximum number of values of a text that is written in one step: some tenths of a millisecond. */
const MAX_VALUES = 2_000;

/** Text without a character that JSON escapes; only short ones are examined. */
const PLAIN = /^[ !#-[\]-~]{0,100}$/;

/** Names of members as written. Replies have few different names; ids that are names must not fill the map. */
const memberNames = new Map<string, string>();
const MAX_NAMES = 1_000;

/** The texts of lists and objects that never change, each written once. */
const sharedTexts = new WeakMap<object, string>();

/** How many values may still be written. */
interface Budget {
  left: number;
}

/** What a step of lazy content counts for that gives no member: it takes as long as the making of many. */
const VALUES_OF_STEP = 500;

/** Thrown within this file when a value is too large, or has to wait; unwinds all levels. */
const TOO_LARGE = new Error('too many values');

/**
 * The text of {@link renderJson} for a value of a few members, in one go and several times as fast; undefined for a value that
 * is too large to be written without letting other requests pass, or that waits for something.
 */
export function smallJson(value: unknown): string | undefined {
  try {
    return write(value, { left: MAX_VALUES });
  } catch (error) {
    if (error === TOO_LARGE) return undefined;
    throw error;
  }
}

/**
 * Freezes a list or an object that many replies contain, so that its text is written only once. Its members must never change
 * either. Throws a RangeError for a value that is too large to be written in one step.
 */
export function shareText<Value extends object>(value: Value): Value {
  if (shareSmallText(value) === undefined) throw new RangeError('The value is too large to be shared.');
  return value;
}

/** The same; returns the text, or undefined for a value that is too large to be shared. */
export function shareSmallText(value: object): string | undefined {
  const text = smallJson(value);
  if (text !== undefined) sharedTexts.set(Object.freeze(value), text);
  return text;
}

/** The text of a shared value. */
export function sharedJson(value: object): string | undefined {
  return sharedTexts.get(value);
}

function write(value: unknown, budget: Budget): string {
  if ((budget.left -= 1) < 0) throw TOO_LARGE;
  switch (typeof value) {
    case 'string':
      return quoted(value);
    case 'number':
      return Number.isFinite(value) ? `${value}` : 'null';
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      break;
    default:
      return JSON.stringify(value) ?? 'null';
  }
  if (value === null) return 'null';
  const shared = sharedTexts.get(value);
  if (shared !== undefined) return shared;
  if (Array.isArray(value)) return writeList(value, budget);
  if (value instanceof LazyObject) return writeLazyObject(value, budget);
  if (value instanceof LazyList) return writeLazyList(value, budget);
  return value instanceof Date ? JSON.stringify(value) : writeObject(value, budget);
}

/** A text as JSON. */
export function quoted(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}

function writeList(values: readonly unknown[], budget: Budget): string {
  let text = '[';
  for (let index = 0; index < values.length; index += 1) {
    const member = write(values[index], budget);
    text += index === 0 ? member : `, ${member}`;
  }
  return `${text}]`;
}

function writeObject(members: object, budget: Budget): string {
  let text = '{';
  for (const name of Object.keys(members)) {
    const value = (members as Readonly<Record<string, unknown>>)[name];
    if (value === undefined || typeof value === 'function') continue;
    text += text.length === 1 ? nameOf(name) : `, ${nameOf(name)}`;
    text += write(value, budget);
  }
  return `${text}}`;
}

function writeLazyObject({ members }: LazyObject, budget: Budget): string {
  let text = '{';
  for (const [name, value] of membersOf(members(), budget)) {
    if (value === undefined || typeof value === 'function') continue;
    text += text.length === 1 ? nameOf(name) : `, ${nameOf(name)}`;
    text += write(value, budget);
  }
  return `${text}}`;
}

function writeLazyList({ isLong, items }: LazyList, budget: Budget): string {
  if (isLong) throw TOO_LARGE;
  let text = '[';
  for (const [item] of membersOf(items(), budget)) {
    text += text.length === 1 ? write(item, budget) : `, ${write(item, budget)}`;
  }
  return `${text}]`;
}

function* membersOf<Member>(
  steps: Iterator<Step<Member>, void, undefined>,
  budget: Budget,
): Generator<Member, void, undefined> {
  for (;;) {
    const { done, value: step } = steps.next();
    if (done === true) return;
    if (typeof step === 'function') throw TOO_LARGE;
    if (step !== undefined) yield step as Member;
    else if ((budget.left -= VALUES_OF_STEP) < 0) throw TOO_LARGE;
  }
}

function nameOf(name: string): string {
  const cached = memberNames.get(name);
  if (cached !== undefined) return cached;
  const written = `${quoted(name)}: `;
  if (memberNames.size < MAX_NAMES && /^[a-z_]{1,40}$/.test(name)) memberNames.set(name, written);
  return written;
}
