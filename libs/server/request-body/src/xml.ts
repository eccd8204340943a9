import type { NamespaceBinding, XmlAttribute, XmlElement } from '@gatehouse/service-types';
import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes';

/** How large documents may be. */
export interface DocumentLimits {
  /** Most elements of a document (`SVC_PROXY_XML_ELEMENTS`). */
  readonly elements: number;
}

/** Levels of nesting. Deeper documents are nobody's requests, and readers that recurse would not survive them. */
const DEEPEST = 64;

/** Elements that stand for the content of other documents, which a parser may go and fetch. */
const INCLUSIONS = 'http://www.w3.org/2001/XInclude';

/** Names that parsers of every edition of XML accept. */
const ASCII_NAME = /^[A-Za-z_][A-Za-z0-9_.-]*$/;

/**
 * A document that is not well formed, or that parsers are known to disagree about. The message is a phrase for
 * people.
 */
export class UnreadableDocument extends Error {}

/** An element whose end has not come yet. */
interface Open {
  readonly element: Omit<XmlElement, 'text' | 'children' | 'hasMarkup'>;
  readonly children: XmlElement[];
  text: string;
  hasMarkup: boolean;
}

/**
 * Reads a document strictly: namespaces bound, names in ASCII, no document type and so no entities but the predefined ones,
 * no processing instructions, no inclusions, no comments around the root, XML 1.0, bounded in depth and size. The encoding in
 * its declaration is the caller's to check. Throws `UnreadableDocument`.
 */
export function readDocument(text: string, limits: DocumentLimits): XmlElement {
  const parser = new SaxesParser({ xmlns: true, position: false });
  const open: Open[] = [];
  let root: XmlElement | undefined;
  let count = 0;

  parser.on('error', () => refuse('it is not well-formed XML'));
  parser.on('doctype', () => refuse('it has a document type'));
  parser.on('processinginstruction', () => refuse('it has processing instructions'));
  parser.on('xmldecl', ({ version }) => {
    if (version !== '1.0') refuse('it is not XML 1.0');
  });
  parser.on('opentag', (tag) => {
    if (++count > limits.elements) {
      refuse(`it has more elements than SVC_PROXY_XML_ELEMENTS allows (${limits.elements})`);
    }
    if (open.length >= DEEPEST) refuse(`it is nested more than ${DEEPEST} levels deep`);
    if (tag.uri === INCLUSIONS) refuse('it includes other documents');
    open.push({ element: elementOf(tag), children: [], text: '', hasMarkup: false });
  });
  parser.on('closetag', () => {
    const { element, children, text: content, hasMarkup } = open.pop() ?? refuse('it is not well-formed XML');
    const closed = { ...element, children, text: content.trim(), hasMarkup };
    const parent = open.at(-1);
    if (parent) parent.children.push(closed);
    else root = closed;
  });
  const mark = () => {
    const current = open.at(-1) ?? refuse('it has comments outside of its root');
    current.hasMarkup = true;
  };
  parser.on('text', (content) => {
    const current = open.at(-1);
    if (current) current.text += content;
  });
  parser.on('cdata', (content) => {
    mark();
    const current = open.at(-1);
    if (current) current.text += content;
  });
  parser.on('comment', mark);

  parser.write(text).close();
  return root ?? refuse('it is not well-formed XML');
}

function refuse(problem: string): never {
  throw new UnreadableDocument(problem);
}

function elementOf({ local, prefix, uri, attributes }: SaxesTagNS): Open['element'] {
  const bindings: NamespaceBinding[] = [];
  const own: XmlAttribute[] = [];
  checkName(local, prefix);
  for (const attribute of Object.values(attributes)) {
    checkName(attribute.local, attribute.prefix);
    const { local: name, prefix: bound, value } = attribute;
    if (isBinding(attribute)) bindings.push([bound === '' ? '' : name, value]);
    else own.push({ name, namespace: attribute.uri, value });
  }
  return { name: local, prefix, namespace: uri, bindings, attributes: own };
}

function checkName(local: string, prefix: string): void {
  if (!ASCII_NAME.test(local) || (prefix !== '' && !ASCII_NAME.test(prefix))) {
    refuse('it has names with other characters than ASCII letters and digits');
  }
}

function isBinding({ prefix, name }: SaxesAttributeNS): boolean {
  return prefix === 'xmlns' || name === 'xmlns';
}
