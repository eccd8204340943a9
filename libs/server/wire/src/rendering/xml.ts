import { escapeMarkup } from '../markup';
import { sharedJson } from './small-json';
import { type Notation, type Position, TextWriter, textOf } from './text-writer';

/** Names of elements that are kept as written. */
const MAX_NAMES = 1_000;

interface Element {
  /** Up to the type. */
  readonly open: string;
  readonly close: string;
}

/** An element for each member with its type as attribute. */
class XmlNotation implements Notation {
  private readonly elements = new Map<string, Element>();
  /** The members of shared values. */
  private readonly kept = new WeakMap<object, string>();

  omits(value: unknown): boolean {
    return value === undefined;
  }

  isNested(value: unknown): value is object {
    return typeof value === 'object' && value !== null;
  }

  leaf(position: Position, name: string, value: unknown): string {
    const { open, close } = this.elementOf(position, name);
    if (value === null) return `${open}null">${close}`;
    if (typeof value === 'number')
      return `${open}${Number.isInteger(value) ? 'int' : 'float'}">${value}${close}`;
    if (typeof value === 'boolean') return `${open}bool">${value}${close}`;
    return `${open}str">${escapeMarkup(String(value))}${close}`;
  }

  open(position: Position | undefined, name: string, isList: boolean): string {
    return position ? `${this.elementOf(position, name).open}${isList ? 'list' : 'dict'}">` : '';
  }

  close(position: Position | undefined, name: string): string {
    return position ? this.elementOf(position, name).close : '';
  }

  shared(position: Position, name: string, value: object): string | undefined {
    if (sharedJson(value) === undefined) return undefined;
    let text = this.kept.get(value);
    if (text === undefined) this.kept.set(value, (text = textOf(new TextWriter(value, this))));
    const isList = Array.isArray(value);
    return this.open(position, name, isList) + text + this.close(position, name);
  }

  /** A name that is not one of XML (an id, a name with blanks) is written as an attribute. */
  private elementOf({ isInList }: Position, name: string): Element {
    const own = isInList ? 'item' : name;
    const known = this.elements.get(own);
    if (known) return known;
    const isName = /^[A-Za-z_][\w.-]*$/.test(own) && !/^xml/i.test(own);
    if (!isName) return { open: `<key name="${escapeMarkup(own)}" type="`, close: '</key>' };
    const element = { open: `<${own} type="`, close: `</${own}>` };
    if (this.elements.size < MAX_NAMES && /^[a-z_]{1,40}$/.test(own)) this.elements.set(own, element);
    return element;
  }
}

const XML = new XmlNotation();

/**
 * The XML form of a reply: root `response`, an element for each key with its type as attribute.
 * Reference: http#reply-formats.
 */
export function renderXml(body: Readonly<Record<string, unknown>>): string {
  return textOf(writeXml(body));
}

/** The same in pieces. */
export function writeXml(body: Readonly<Record<string, unknown>>): TextWriter {
  return new TextWriter(body, XML, {
    head: '<?xml version="1.0" encoding="UTF-8" ?><response>',
    tail: '</response>',
  });
}
