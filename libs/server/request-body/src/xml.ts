import type { Parameter, XmlElement } from '@gatehouse/service-types';
import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes';

const DEEPEST = 64;
const MOST_ELEMENTS = 50_000;

/** Elements that stand for the content of other documents, which a parser may go and fetch. */
const INCLUSIONS = 'http://www.w3.org/2001/XInclude';

/**
 * A document that is not well formed, or that parsers are known to disagree about. The message is a phrase for
 * people.
 */
export class UnreadableDocument extends Error {}

/** An element whose end has not come yet. */
interface Open {
  readonly element: Omit<XmlElement, 'text' | 'children'>;
  readonly children: XmlElement[];
  text: string;
  /** Whether a comment stands after text: some parsers give the text before it as the whole. */
  isCutOff: boolean;
}

/**
 * Reads a document strictly: namespaces bound, no document type and so no entities but the predefined ones, no
 * processing instructions, no inclusions, XML 1.0 in UTF-8, bounded in depth and size. Throws `UnreadableDocument`.
 */
export function readDocument(text: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true, position: false });
  const open: Open[] = [];
  let root: XmlElement | undefined;
  let count = 0;

  parser.on('error', () => refuse('it is not well-formed XML'));
  parser.on('doctype', () => refuse('it has a document type'));
  parser.on('processinginstruction', () => refuse('it has processing instructions'));
  parser.on('xmldecl', ({ version, encoding = 'utf-8' }) => {
    if (version !== '1.0') refuse('it is not XML 1.0');
    if (!/^(?:utf-8|us-ascii)$/i.test(encoding)) refuse('it is not in UTF-8');
  });
  parser.on('opentag', (tag) => {
    if (++count > MOST_ELEMENTS) refuse('it has too many elements');
    if (open.length >= DEEPEST) refuse('it is nested too deeply');
    if (tag.uri === INCLUSIONS) refuse('it includes other documents');
    open.push({ element: elementOf(tag), children: [], text: '', isCutOff: false });
  });
  parser.on('closetag', () => {
    const { element, children, text: content } = open.pop() ?? refuse('it is not well-formed XML');
    const closed = { ...element, children, text: content.trim() };
    const parent = open.at(-1);
    if (parent) parent.children.push(closed);
    else root = closed;
  });
  const addText = (content: string) => {
    const current = open.at(-1);
    if (!current) return;
    if (current.isCutOff && /\S/.test(content)) refuse('it has comments inside of texts');
    current.text += content;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('comment', () => {
    const current = open.at(-1);
    if (current && /\S/.test(current.text)) current.isCutOff = true;
  });

  parser.write(text).close();
  return root ?? refuse('it is not well-formed XML');
}

function refuse(problem: string): never {
  throw new UnreadableDocument(problem);
}

function elementOf({ local, prefix, uri, attributes }: SaxesTagNS): Open['element'] {
  const all = Object.values(attributes);
  return {
    name: local,
    prefix,
    namespace: uri,
    bindings: all
      .filter(isBinding)
      .map(({ prefix: bound, local: name, value }): Parameter => [bound === '' ? '' : name, value]),
    attributes: all
      .filter((one) => !isBinding(one))
      .map(({ local: name, value }): Parameter => [name, value]),
  };
}

function isBinding({ prefix, name }: SaxesAttributeNS): boolean {
  return prefix === 'xmlns' || name === 'xmlns';
}
