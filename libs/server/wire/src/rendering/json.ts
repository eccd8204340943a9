import { textOf, type Notation, type Position, TextWriter } from './text-writer';
import { quoted, sharedJson } from './small-json';

/** How JSON texts differ. */
interface JsonStyle {
  /** Between a member and the next one. */
  readonly comma: string;
  /** Blanks of one level; with some, each value has a separate line. */
  readonly indent: string;
  /** What becomes of the text of a name or of a value that is not nested. */
  readonly leaf: (text: string) => string;
}

/** Names of members that are kept as written. Replies have few; ids that are names must not fill the map. */
const MAX_NAMES = 1_000;

/** Values as JSON. One without JSON form is left out, as `JSON.stringify` does. */
export class JsonNotation implements Notation {
  private readonly names = new Map<string, string>();
  /** The texts of shared values as they are at the left margin. */
  private readonly kept = new WeakMap<object, string>();
  private readonly margins: string[] = [];

  constructor(private readonly style: JsonStyle) {}

  omits(value: unknown): boolean {
    return value === undefined || typeof value === 'function';
  }

  isNested(value: unknown): value is object {
    return typeof value === 'object' && value !== null && !(value instanceof Date);
  }

  leaf(position: Position, name: string, value: unknown): string {
    const text = typeof value === 'string' ? quoted(value) : (JSON.stringify(value) ?? 'null');
    return this.lead(position, name) + this.style.leaf(text);
  }

  open(position: Position | undefined, name: string, isList: boolean): string {
    const bracket = isList ? '[' : '{';
    return position ? this.lead(position, name) + bracket : bracket;
  }

  close(position: Position | undefined, _name: string, isList: boolean, isEmpty: boolean): string {
    const bracket = isList ? ']' : '}';
    return isEmpty ? bracket : this.margin(position?.depth ?? 0) + bracket;
  }

  shared(position: Position, name: string, value: object): string | undefined {
    const plain = sharedJson(value);
    if (plain === undefined) return undefined;
    if (this.style.indent === '') return this.lead(position, name) + plain;
    let text = this.kept.get(value);
    if (text === undefined) this.kept.set(value, (text = textOf(new TextWriter(value, this))));
    return this.lead(position, name) + text.replaceAll('\n', this.margin(position.depth));
  }

  private lead({ depth, isFirst, isInList }: Position, name: string): string {
    const comma = isFirst ? '' : this.style.comma;
    const margin = this.margin(depth);
    return isInList ? comma + margin : comma + margin + this.nameOf(name);
  }

  /** The line break before a value and the blanks of its level; nothing if all is on one line. */
  private margin(depth: number): string {
    const { indent } = this.style;
    return indent === '' ? '' : (this.margins[depth] ??= `\n${indent.repeat(depth)}`);
  }

  private nameOf(name: string): string {
    const known = this.names.get(name);
    if (known !== undefined) return known;
    const written = `${this.style.leaf(quoted(name))}: `;
    if (this.names.size < MAX_NAMES && /^[a-z_]{1,40}$/.test(name)) this.names.set(name, written);
    return written;
  }
}

const SPACED = new JsonNotation({ comma: ', ', indent: '', leaf: (text) => text });

/**
 * JSON text with a space after `:` and `,`, because monitoring and start-up scripts match on the text of replies.
 * Takes plain data. Reference: http#common-fields.
 */
export function renderJson(value: object): string {
  return textOf(writeJson(value));
}

/** The same text in pieces, also of content that is made while it is written. */
export function writeJson(value: object): TextWriter {
  return new TextWriter(value, SPACED);
}
