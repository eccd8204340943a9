/** A part of a text: from the first character to the one behind the last. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A member of an object or an item of a list, as written. */
export interface JsonChild extends Span {
  /** The name of a member, quotes included; undefined for an item. */
  readonly name: Span | undefined;
}

export interface JsonScanLimits {
  /** Most members and items at all levels together. */
  readonly values?: number;
  /** Most levels of nesting. */
  readonly depth?: number;
  /** Most characters of the name of a member as written, without quotes. */
  readonly name?: number;
}

/** The limit that a text exceeds. */
export type JsonExcess = 'values' | 'depth' | 'name';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Scans a JSON text once, or through the value that begins at `from`, without recursion and without making values: counts
 * members and items, checks limits, and finds the members or items of the outermost value. Its result for a text that is not JSON
 * is meaningless. It can be interrupted and resumed.
 */
export class JsonScan {
  /** Members and items of all levels that were passed, repeated members included; the last one of a container at its end. */
  values = 0;
  excess: JsonExcess | undefined;
  /** Where the scan is; behind the value at its end. */
  at: number;
  /** Whether the value has ended. */
  isOver = false;
  private depth = 0;
  private stringFrom = -1;
  private string: Span | undefined;
  private name: Span | undefined;
  private childFrom = 0;
  private readonly most: number;
  private readonly deepest: number;
  private readonly longestName: number;

  constructor(
    private readonly text: string,
    { values = Infinity, depth = Infinity, name = Infinity }: JsonScanLimits = {},
    from = 0,
    /** Called with each member or item of the outermost value. */
    private readonly child?: (child: JsonChild) => void,
  ) {
    this.most = values;
    this.deepest = depth;
    this.longestName = name;
    this.at = from;
  }

  /** Continues for `count` characters, or one more; false at the end of the value or of the text, and beyond a limit. */
  run(characters = Infinity): boolean {
    const { text } = this;
    const stop = Math.min(this.at + characters, text.length);
    if (this.stringFrom >= 0) this.passString(stop);
    while (this.at < stop && !this.isOver && this.excess === undefined) {
      switch (text.charCodeAt(this.at++)) {
        case QUOTE:
          this.stringFrom = this.at - 1;
          this.passString(stop);
          break;
        case OPEN_OBJECT:
        case OPEN_LIST:
          if (++this.depth > this.deepest) this.excess = 'depth';
          if (this.depth === 1) this.childFrom = this.at;
          break;
        case CLOSE_OBJECT:
        case CLOSE_LIST:
          this.close(this.at - 1);
          break;
        case COLON:
          this.endName();
          break;
        case COMMA:
          this.count();
          if (this.depth === 1) this.endChild(this.at - 1);
          break;
      }
    }
    return this.at < text.length && !this.isOver && this.excess === undefined;
  }

  private close(at: number): void {
    const before = this.text.charCodeAt(lastBefore(this.text, at));
    // A container that is not empty holds one value more than it has commas.
    if (before !== OPEN_OBJECT && before !== OPEN_LIST) {
      this.count();
      if (this.depth === 1) this.endChild(at);
    }
    this.depth -= 1;
    this.isOver = this.depth <= 0;
  }

  private count(): void {
    if (++this.values > this.most) this.excess = 'values';
  }

  private endName(): void {
    const { string } = this;
    if (!string) return;
    if (string.to - string.from - 2 > this.longestName) this.excess = 'name';
    if (this.depth !== 1 || this.name) return;
    this.name = string;
    this.childFrom = this.at;
  }

  private endChild(at: number): void {
    const from = firstFrom(this.text, this.childFrom);
    this.child?.({ name: this.name, from, to: lastBefore(this.text, at) + 1 });
    this.name = undefined;
    this.childFrom = at + 1;
  }

  private passString(stop: number): void {
    const { text } = this;
    let { at } = this;
    while (at < stop) {
      const code = text.charCodeAt(at++);
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) {
        this.string = { from: this.stringFrom, to: at };
        this.stringFrom = -1;
        break;
      }
    }
    this.at = at;
  }
}

/** The position of the first character that is not blank. */
export function firstFrom(text: string, from: number): number {
  let at = from;
  while (isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** The position of the last character before `at` that is not blank; -1 where there is none. */
export function lastBefore(text: string, at: number): number {
  let last = at - 1;
  while (last >= 0 && isBlank(text.charCodeAt(last))) last--;
  return last;
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}
