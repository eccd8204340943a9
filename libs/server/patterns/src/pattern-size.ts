/**
 * The parts of a pattern that determine its size. A number in braces is a repetition only where nothing else claims it, as
 * in `\x{41}` and `\p{Lu}`.
 */
const PART =
  /\\Q(?<quoted>[^]*?)(?:\\E|$)|(?<property>\\[pP](?:\{[^}]*\}|[^])?)|(?<escape>\\x\{[0-9a-fA-F]*\}|\\[^]|\\$)|(?<class>\[\^?\]?(?:\\[^]|\[:\^?\w+:\]|[^\]\\])*\]?)|(?<open>\((?:\?(?:P?<\w*>|[imsU-]*[:)])?)?)|(?<close>\))|\{(?<least>\d+)(?:,(?<most>\d*))?\}\??|(?<repeated>[*+?]\??)|(?<either>\|)|[^]/gu;

const PROPERTY = /\\[pP]/gu;
/**
 * What may be a range, from a letter beyond ASCII or from anything: every hyphen is examined, regardless of what precedes
 * and after it.
 */
const RANGE = /(?:(?<=(?<start>[^\0-\x7f]))|)-(?=\\x\{(?<long>[0-9a-fA-F]+)\}|(?<end>[^]))/gu;

/** Instructions that every program has. */
const BASE = 4;
/** What begins and ends a group, or is an empty one. */
const GROUP = 3;
/** What a repetition adds to its operand, where that is counted once. */
const LOOP = 2;
/** Compiling a class by a Unicode property takes as long as that many instructions. */
const PROPERTY_SIZE = 50;
/** So does adding the other cases of that many characters of a range. */
const RANGE_PER_INSTRUCTION = 250;
/** The last character with another case. */
const LAST_CASED = 0x1e943;

/** Beyond this the exact number does not matter. */
const ENDLESS = 1e9;

/** An upper bound of the size of a pattern; see `PatternEngine.sizeOf`. A source that is not a pattern has some size too. */
export function patternSize(source: string): number {
  return Math.min(ENDLESS, BASE + instructionsOf(source) + classesOf(source));
}

function instructionsOf(source: string): number {
  /** The instructions of each open group so far, the whole pattern first. */
  const open: number[] = [0];
  /** Those of what a repetition would repeat. */
  let last = 0;
  const add = (size: number): void => {
    open[open.length - 1] = Math.min(ENDLESS, (open.at(-1) ?? 0) + size);
  };
  const put = (size: number): void => {
    last = size;
    add(size);
  };
  for (const { groups = {} } of source.matchAll(PART)) {
    if (groups['quoted'] !== undefined) {
      add(groups['quoted'].length);
      last = 1;
    } else if (groups['open'] !== undefined) {
      // A group with flags only is empty: a repetition after it repeats what precedes it.
      if (!groups['open'].endsWith(')')) open.push(0);
    } else if (groups['close'] !== undefined) {
      put((open.length > 1 ? (open.pop() ?? 0) : 0) + GROUP);
    } else if (groups['least'] !== undefined) {
      const least = Number(groups['least']);
      const most = Math.max(1, least, Number(groups['most'] || 0));
      // One instruction more for each that may be left out.
      repeat(most * last + (most - least) + LOOP);
    } else if (groups['repeated'] !== undefined) {
      repeat(last + LOOP);
    } else {
      put(groups['either'] === undefined ? 1 : 2);
    }
  }
  return open.reduce((sum, size) => sum + size + GROUP, 0);

  function repeat(size: number): void {
    const whole = Math.min(ENDLESS, size);
    add(whole - last);
    last = whole;
  }
}

/** What only resembles a class counts as one. */
function classesOf(source: string): number {
  let size = PROPERTY_SIZE * (source.match(PROPERTY)?.length ?? 0);
  for (const { groups = {} } of source.matchAll(RANGE)) {
    const { start, long, end } = groups;
    const last = long === undefined ? (end?.codePointAt(0) ?? 0) : Number.parseInt(long, 16);
    const span = Math.min(last, LAST_CASED) - (start?.codePointAt(0) ?? 0);
    size += Math.floor(Math.max(0, span) / RANGE_PER_INSTRUCTION);
  }
  return size;
}
