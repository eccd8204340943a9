import type { Steps } from '@gatehouse/request-body';

/** Makes the values of a document; a text without quotes, which `isPlain`, may be a number, a boolean or null. */
export interface ValueMaker<Value> {
  scalar(text: string, isPlain: boolean, offset: number, isKey: boolean): Value;
  list(items: Value[], offset: number): Value;
  object(pairs: readonly Pair<Value>[], offset: number): Value;
}

export type Pair<Value> = readonly [key: Value, value: Value];

/** The text is not as simple as {@link readPlain} needs it, which says nothing about its validity. */
export class NotPlain extends Error {}

/** Entries that are read in one step. */
const ENTRIES_OF_STEP = 50;
const MAX_LEVELS = 60;
/** YAML allows 1,024 characters for a name. */
const MAX_KEY = 1_000;

const SPACE = 0x20;
const NEWLINE = 0x0a;
const HASH = 0x23;
const DASH = 0x2d;
const COLON = 0x3a;
const COMMA = 0x2c;
const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Tabs, other ends of lines, and a byte order mark. */
const UNUSUAL = /[\t\r\u0085\u2028\u2029\ufeff]/;
/** How a text without quotes begins: with no character that has a meaning of its own, and no `<`, which may merge. */
const FIRST = /[A-Za-z0-9_/$+(~\u00a1-\ud7ff]/;
const END_OF_DOCUMENT = /^(?:---|\.\.\.)(?:\s|$)/;

/**
 * Reads what most files consist of, many times faster than a parser of the whole language: lists and mappings, in lines or in
 * brackets, of texts within one line, without anchors, tags and empty values. Whatever is not certainly valid, and the same for such
 * a parser, is undefined.
 */
export function* readPlain<Value>(text: string, maker: ValueMaker<Value>): Steps<Value | undefined> {
  if (UNUSUAL.test(text)) return undefined;
  try {
    return yield* new PlainReader(text, maker).document();
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    throw error;
  }
}

class PlainReader<Value> {
  private at = 0;
  private lineStart = 0;
  /** The column of the first character of the line, while {@link at} is there; -1 at the end of the text. */
  private indent = 0;
  private level = 0;
  private entries = 0;

  constructor(
    private readonly text: string,
    private readonly maker: ValueMaker<Value>,
  ) {}

  *document(): Steps<Value> {
    this.goToLine(0);
    if (this.indent === 0 && this.text.startsWith('---\n', this.at)) this.goToLine(this.at + 4);
    if (this.indent !== 0) throw new NotPlain();
    if (!this.isBracket()) {
      const root = yield* this.block(0);
      if (this.indent >= 0) throw new NotPlain();
      return root;
    }
    const root = yield* this.brackets(true);
    this.endLine();
    if (this.indent >= 0) throw new NotPlain();
    return root;
  }

  /** A collection in lines, whose first entry is here. */
  private *block(column: number): Steps<Value> {
    this.enter();
    const offset = this.at;
    const items: Value[] = [];
    const pairs: Pair<Value>[] = [];
    const isList = this.isEntry();
    do {
      if (this.isStep()) yield 0;
      if (isList) {
        this.at += 1;
        this.skipSpaces();
        items.push(yield* this.item(column));
        continue;
      }
      const key = this.key(false);
      this.skipSpaces();
      const isScalar = !this.isEndOfLine() && !this.isBracket();
      pairs.push([key, isScalar ? this.scalarInLine() : yield* this.blockValue(column)]);
    } while (this.indent === column && this.isEntry() === isList);
    if (this.indent > column) throw new NotPlain();
    this.level -= 1;
    return isList ? this.maker.list(items, offset) : this.maker.object(pairs, offset);
  }

  private *item(column: number): Steps<Value> {
    if (this.isEndOfLine()) {
      this.endLine();
      if (this.indent <= column) throw new NotPlain();
      return yield* this.block(this.indent);
    }
    const isCollection = this.isEntry() || this.isKey();
    if (isCollection) return yield* this.block(this.at - this.lineStart);
    return this.isBracket() ? yield* this.bracketsInLine() : this.scalarInLine();
  }

  /** A collection that follows the name of a member. */
  private *blockValue(column: number): Steps<Value> {
    if (!this.isEndOfLine()) return yield* this.bracketsInLine();
    this.endLine();
    const isInside = this.indent > column || (this.indent === column && this.isEntry());
    if (!isInside) throw new NotPlain();
    return yield* this.block(this.indent);
  }

  private *bracketsInLine(): Steps<Value> {
    const value = yield* this.brackets(false);
    this.endLine();
    return value;
  }

  private scalarInLine(): Value {
    const value = this.scalar(false, false);
    this.endLine();
    return value;
  }

  private *brackets(mayHaveLines: boolean): Steps<Value> {
    this.enter();
    const offset = this.at;
    const isList = this.code() === OPEN_LIST;
    const close = isList ? CLOSE_LIST : CLOSE_OBJECT;
    const items: Value[] = [];
    const pairs: Pair<Value>[] = [];
    this.at += 1;
    this.skipSpace(mayHaveLines);
    while (this.code() !== close) {
      if (this.isStep()) yield 0;
      const key = isList ? undefined : this.key(true);
      this.skipSpaces();
      const value = this.isBracket() ? yield* this.brackets(mayHaveLines) : this.scalarInBrackets();
      if (key === undefined) items.push(value);
      else pairs.push([key, value]);
      this.skipSpace(mayHaveLines);
      if (this.code() === close) break;
      if (this.code() !== COMMA) throw new NotPlain();
      this.at += 1;
      this.skipSpace(mayHaveLines);
      if (this.code() === close) throw new NotPlain();
    }
    this.at += 1;
    this.level -= 1;
    return isList ? this.maker.list(items, offset) : this.maker.object(pairs, offset);
  }

  private scalarInBrackets(): Value {
    const value = this.scalar(true, false);
    // A name within a list makes an object of one member.
    this.skipSpaces();
    if (this.code() === COLON) throw new NotPlain();
    return value;
  }

  /** Whether a name and its colon are here. */
  private isKey(): boolean {
    const { at } = this;
    const code = this.code();
    const isQuoted = code === DOUBLE_QUOTE || code === SINGLE_QUOTE;
    if (isQuoted) this.quoted(code);
    else if (FIRST.test(this.text[at] ?? '')) this.at = this.plainEnd(false);
    else {
      return false;
    }
    this.skipSpaces();
    const found = this.code() === COLON;
    this.at = at;
    return found;
  }

  /** A name; goes behind its colon. */
  private key(inBrackets: boolean): Value {
    const { at } = this;
    const code = this.code();
    const key = this.scalar(inBrackets, true);
    this.skipSpaces();
    if (this.code() !== COLON || this.at - at > MAX_KEY) throw new NotPlain();
    this.at += 1;
    const next = this.code();
    const mayTouch = inBrackets && (code === DOUBLE_QUOTE || code === SINGLE_QUOTE);
    if (!mayTouch && next !== SPACE && !(next === NEWLINE && !inBrackets) && !Number.isNaN(next))
      throw new NotPlain();
    return key;
  }

  private scalar(inBrackets: boolean, isKey: boolean): Value {
    const { text, at } = this;
    const code = this.code();
    if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE)
      return this.maker.scalar(this.quoted(code), false, at, isKey);
    if (!FIRST.test(text[at] ?? '')) throw new NotPlain();
    this.at = this.plainEnd(inBrackets);
    return this.maker.scalar(text.slice(at, this.at), true, at, isKey);
  }

  /** Where a text without quotes ends: before a comment, a colon that makes it a name, or in brackets what divides them. */
  private plainEnd(inBrackets: boolean): number {
    const { text } = this;
    let end = this.at;
    for (let at = this.at; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === NEWLINE) break;
      if (code === SPACE) {
        if (text.charCodeAt(at + 1) === HASH) break;
        continue;
      }
      if (code === COLON) {
        const next = text.charCodeAt(at + 1);
        if (next === SPACE || next === NEWLINE || Number.isNaN(next)) break;
        if (inBrackets && isFlowIndicator(next)) throw new NotPlain();
      } else if (inBrackets && isFlowIndicator(code)) break;
      end = at + 1;
    }
    return end;
  }

  private quoted(quote: number): string {
    const { text } = this;
    const begin = this.at;
    let isEscaped = false;
    for (let at = begin + 1; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === NEWLINE) break;
      if (code === BACKSLASH && quote === DOUBLE_QUOTE) {
        isEscaped = true;
        at += 1;
      } else if (code === quote) {
        this.at = at + 1;
        // Two of them are one of the text.
        if (quote === SINGLE_QUOTE && this.code() === quote) break;
        return isEscaped ? unescaped(text.slice(begin, at + 1)) : text.slice(begin + 1, at);
      }
    }
    throw new NotPlain();
  }

  private code(): number {
    return this.text.charCodeAt(this.at);
  }

  private isBracket(): boolean {
    const code = this.code();
    return code === OPEN_LIST || code === OPEN_OBJECT;
  }

  private enter(): void {
    this.level += 1;
    if (this.level > MAX_LEVELS) throw new NotPlain();
  }

  private isStep(): boolean {
    this.entries += 1;
    return this.entries % ENTRIES_OF_STEP === 0;
  }

  private isEntry(): boolean {
    if (this.code() !== DASH) return false;
    const next = this.text.charCodeAt(this.at + 1);
    return next === SPACE || next === NEWLINE || Number.isNaN(next);
  }

  private skipSpaces(): void {
    while (this.code() === SPACE) this.at += 1;
  }

  /** Skips spaces, and ends of lines if there may be some. */
  private skipSpace(mayHaveLines: boolean): void {
    for (;;) {
      const code = this.code();
      if (code !== SPACE && !(code === NEWLINE && mayHaveLines)) return;
      this.at += 1;
    }
  }

  /** Whether nothing but a comment follows in the line. */
  private isEndOfLine(): boolean {
    const code = this.code();
    return (
      code === NEWLINE || Number.isNaN(code) || (code === HASH && this.text.charCodeAt(this.at - 1) === SPACE)
    );
  }

  private endLine(): void {
    this.skipSpaces();
    if (!this.isEndOfLine()) throw new NotPlain();
    const end = this.text.indexOf('\n', this.at);
    this.goToLine(end < 0 ? this.text.length : end + 1);
  }

  /** Goes to the first line from `from` that is neither empty nor a comment. */
  private goToLine(from: number): void {
    const { text } = this;
    for (let start = from; start < text.length;) {
      let at = start;
      while (text.charCodeAt(at) === SPACE) at += 1;
      const code = text.charCodeAt(at);
      if (code !== HASH && code !== NEWLINE && at < text.length) {
        this.at = at;
        this.lineStart = start;
        this.indent = at - start;
        const isEnd = this.indent === 0 && from > 0 && END_OF_DOCUMENT.test(text.slice(at, at + 4));
        if (isEnd) throw new NotPlain();
        return;
      }
      const end = text.indexOf('\n', at);
      start = end < 0 ? text.length : end + 1;
    }
    this.at = text.length;
    this.indent = -1;
  }
}

function isFlowIndicator(code: number): boolean {
  return (
    code === COMMA ||
    code === OPEN_LIST ||
    code === CLOSE_LIST ||
    code === OPEN_OBJECT ||
    code === CLOSE_OBJECT
  );
}

/** A text in double quotes with those escapes that JSON has as well. */
function unescaped(quoted: string): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    throw new NotPlain();
  }
}
