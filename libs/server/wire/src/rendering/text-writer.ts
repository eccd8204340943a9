import { LazyList, LazyObject, type Step, type Wait } from './lazy';

/** Where a member is written. */
export interface Position {
  /** Number of values around it, the outermost included. */
  readonly depth: number;
  readonly isInList: boolean;
  readonly isFirst: boolean;
}

/** How values are written. `name` is that of a member; items of lists have none. */
export interface Notation {
  /** Whether a member of an object has no form and is left out. */
  omits(value: unknown): boolean;
  /** Whether a value has members. */
  isNested(value: unknown): value is object;
  /** A member that is not nested. */
  leaf(position: Position, name: string, value: unknown): string;
  /** What precedes the members of a nested value; the outermost one has no position. */
  open(position: Position | undefined, name: string, isList: boolean): string;
  /** What follows them. */
  close(position: Position | undefined, name: string, isList: boolean, isEmpty: boolean): string;
  /** The whole member if its text is kept, since its value never changes. */
  shared(position: Position, name: string, value: object): string | undefined;
}

/** Members that are written between two pieces at most, and the characters after which a piece ends. */
const MAX_MEMBERS_OF_PIECE = 128;
const PIECE_CHARACTERS = 4_096;

/** A nested value that is being written; its members are at `depth`. */
interface Frame extends Position {
  readonly outer: Frame | undefined;
  readonly name: string;
  readonly isList: boolean;
  isFirst: boolean;
  /** The names of the members of an object that exists, and the next one. */
  readonly names: readonly string[] | undefined;
  readonly values: Readonly<Record<string, unknown>>;
  /** The steps by which its members are made. */
  readonly steps: Iterator<Step<readonly unknown[]>, void, undefined> | undefined;
  at: number;
}

/**
 * Writes a value in pieces of some thousand characters, each within a fraction of a millisecond. A large value is never a text as
 * a whole, nor need it be an object as a whole: lazy objects and lists make their members when these are written.
 */
export class TextWriter {
  private top: Frame | undefined;
  private text: string;
  private wait: Wait | undefined;
  /** Whether a part of the work without a member has been done. */
  private isPaused = false;
  private isOver = false;
  private hasLazy = false;
  private hasWaited = false;

  constructor(
    content: object,
    private readonly notation: Notation,
    /** What precedes and follows the content. */
    { head = '', tail = '' }: { readonly head?: string; readonly tail?: string } = {},
  ) {
    this.text = head;
    this.tail = tail;
    this.enter(content, '');
  }

  private readonly tail: string;

  /**
   * Whether some of what was written shows what was in memory when it was made. What had to be waited for comes from elsewhere, and does
   * not become consistent by being written again.
   */
  get isLive(): boolean {
    return this.hasLazy && !this.hasWaited;
  }

  /**
   * The next piece, which may be empty; or what to wait for, before which the writer must not be continued; or undefined at the
   * end.
   */
  next(): string | Wait | undefined {
    if (this.isOver) return undefined;
    this.isPaused = false;
    for (let left = MAX_MEMBERS_OF_PIECE; this.wait === undefined && left > 0; left -= 1) {
      if (!this.top) {
        this.isOver = true;
        return this.take() + this.tail;
      }
      this.advance(this.top);
      if (this.isPaused || this.text.length >= PIECE_CHARACTERS) break;
    }
    if (this.wait === undefined || this.text !== '') return this.take();
    const { wait } = this;
    this.wait = undefined;
    this.hasWaited = true;
    return wait;
  }

  private take(): string {
    const { text } = this;
    this.text = '';
    return text;
  }

  private advance(frame: Frame): void {
    const { names, steps } = frame;
    if (steps) this.makeOne(frame, steps);
    else if (names && frame.at < names.length) {
      const name = names[frame.at++] as string;
      const value = frame.values[name];
      if (!this.notation.omits(value)) this.write(frame, name, value);
    } else if (!names && frame.at < (frame.values as unknown as readonly unknown[]).length)
      this.write(frame, '', frame.values[frame.at++]);
    else this.leave(frame);
  }

  private makeOne(frame: Frame, steps: Iterator<Step<readonly unknown[]>, void, undefined>): void {
    const { done, value: step } = steps.next();
    if (done === true) return this.leave(frame);
    if (step === undefined) this.isPaused = true;
    else if (typeof step === 'function') this.wait = step;
    else if (frame.isList) this.write(frame, '', step[0]);
    else if (!this.notation.omits(step[1])) this.write(frame, step[0] as string, step[1]);
  }

  private write(frame: Frame, name: string, value: unknown): void {
    const { notation } = this;
    if (!notation.isNested(value)) this.text += notation.leaf(frame, name, value);
    else {
      const shared = notation.shared(frame, name, value);
      if (shared === undefined) return this.enter(value, name);
      this.text += shared;
    }
    frame.isFirst = false;
  }

  private enter(value: object, name: string): void {
    const outer = this.top;
    const isList = Array.isArray(value) || value instanceof LazyList;
    const isLazy = value instanceof LazyList || value instanceof LazyObject;
    this.hasLazy ||= isLazy;
    this.text += this.notation.open(outer, name, isList);
    if (outer) outer.isFirst = false;
    this.top = {
      outer,
      name,
      isList,
      isInList: isList,
      depth: (outer?.depth ?? 0) + 1,
      isFirst: true,
      names: isList || isLazy ? undefined : Object.keys(value),
      values: value as Readonly<Record<string, unknown>>,
      steps:
        value instanceof LazyObject ? value.members() : value instanceof LazyList ? value.items() : undefined,
      at: 0,
    };
  }

  private leave({ outer, name, isList, isFirst }: Frame): void {
    this.text += this.notation.close(outer, name, isList, isFirst);
    this.top = outer;
  }
}

/** The whole text of something that waits for nothing. */
export function textOf(writer: TextWriter): string {
  let text = '';
  for (let piece = writer.next(); piece !== undefined; piece = writer.next()) {
    if (typeof piece === 'function') throw new Error('this content cannot be written at once');
    text += piece;
  }
  return text;
}
