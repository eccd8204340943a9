import type { DocumentLimits } from '../limits';
import { malformed, refuse } from './unreadable-document';

/** A name as written in a tag. */
export interface RawName {
  readonly qualified: string;
  /** Empty without a colon. */
  readonly prefix: string;
  readonly local: string;
}

export interface RawAttribute {
  readonly name: RawName;
  /** The position of its value, which is unchanged. */
  readonly from: number;
  readonly to: number;
}

/** A tag that begins an element. */
export interface RawTag {
  readonly name: RawName;
  readonly attributes: readonly RawAttribute[];
  /** Whether it ends the element as well. */
  readonly isEmpty: boolean;
  /** Where it ends. */
  readonly end: number;
}

/** Names that parsers of every edition of XML accept, within the shortest of their limits. */
const NAME = /([A-Za-z_][\w.-]{0,254})(?::([A-Za-z_][\w.-]{0,254}))?/y;
const NAME_GOES_ON = /[\w.:-]|[^\u0000-\u007f]/;
const BLANK = 0x20;
const TAB = 0x09;
const LINE_END = 0x0a;

/** Reads tags of a document. Throws `UnreadableDocument`. */
export class TagReader {
  constructor(
    private readonly text: string,
    private readonly limits: Pick<DocumentLimits, 'elementAttributes'>,
  ) {}

  /** The tag that begins an element, at its `<`. */
  read(from: number): RawTag {
    const { text, limits } = this;
    const name = this.nameAt(from + 1);
    const attributes: RawAttribute[] = [];
    let at = from + 1 + name.qualified.length;
    for (;;) {
      const next = this.skipBlanks(at);
      if (text[next] === '>') return { name, attributes, isEmpty: false, end: next + 1 };
      if (text.startsWith('/>', next)) return { name, attributes, isEmpty: true, end: next + 2 };
      if (next === at) malformed();
      if (attributes.length >= limits.elementAttributes) {
        refuse(
          `it has an element with more attributes than SVC_PROXY_XML_ELEMENT_ATTRIBUTES allows (${limits.elementAttributes})`,
        );
      }
      const attribute = this.nameAt(next);
      const sign = this.skipBlanks(next + attribute.qualified.length);
      if (text[sign] !== '=') malformed();
      const quote = this.skipBlanks(sign + 1);
      const mark = text[quote];
      const end = mark === '"' || mark === "'" ? text.indexOf(mark, quote + 1) : -1;
      if (end < 0) malformed();
      if (text.slice(quote + 1, end).includes('<')) malformed();
      attributes.push({ name: attribute, from: quote + 1, to: end });
      at = end + 1;
    }
  }

  /** The tag that ends an element, at its `<`. */
  readClosing(from: number): { readonly name: string; readonly end: number } {
    const { qualified } = this.nameAt(from + 2);
    const end = this.skipBlanks(from + 2 + qualified.length);
    if (this.text[end] !== '>') malformed();
    return { name: qualified, end: end + 1 };
  }

  private nameAt(at: number): RawName {
    const { text } = this;
    NAME.lastIndex = at;
    const match = NAME.exec(text);
    const after = text[at + (match?.[0].length ?? 0)];
    if (!match || (after !== undefined && NAME_GOES_ON.test(after))) {
      return after !== undefined && after > '\u007f'
        ? refuse('it has names with characters other than ASCII letters and digits')
        : malformed();
    }
    const [qualified, first = '', second] = match;
    return second === undefined
      ? { qualified, prefix: '', local: first }
      : { qualified, prefix: first, local: second };
  }

  private skipBlanks(from: number): number {
    const { text } = this;
    for (let at = from; ; at++) {
      const code = text.charCodeAt(at);
      if (code !== BLANK && code !== TAB && code !== LINE_END) return at;
    }
  }
}
