import { SaxesParser } from 'saxes';
import { gunzipSync } from 'node:zlib';

/** An element of a received document. */
export interface Element {
  readonly name: string;
  readonly namespace: string;
  /** Values by local name; declarations of namespaces are not among them. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: Element[];
  /** The bindings of prefixes at this element. */
  readonly bindings: ReadonlyMap<string, string>;
  text: string;
}

/** The root of a document; undefined where it is none, or one that parsers may disagree about. */
export function parsedDocument(text: string): Element | undefined {
  const open: Element[] = [];
  let root: Element | undefined;
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new Error('a document type');
  });
  parser.on('opentag', (tag) => {
    const parent = open.at(-1);
    const bindings = new Map(parent?.bindings ?? []);
    for (const [prefix, namespace] of Object.entries(tag.ns ?? {})) bindings.set(prefix, namespace);
    const attributes = Object.values(tag.attributes).filter(
      ({ prefix, name }) => prefix !== 'xmlns' && name !== 'xmlns',
    );
    const element: Element = {
      name: tag.local,
      namespace: tag.uri,
      attributes: new Map(attributes.map(({ local, value }) => [local, value])),
      children: [],
      bindings,
      text: '',
    };
    if (parent) parent.children.push(element);
    else root = element;
    open.push(element);
  });
  const append = (part: string) => {
    const current = open.at(-1);
    if (current) current.text += part;
  };
  parser.on('text', append);
  parser.on('cdata', append);
  parser.on('closetag', () => void open.pop());
  try {
    parser.write(text).close();
  } catch {
    return undefined;
  }
  return root;
}

/** An element and all below it. */
export function elementsOf(element: Element): Element[] {
  return [element, ...element.children.flatMap(elementsOf)];
}

/** The text of a body: as received, or decompressed if it is declared to be compressed. */
export function textsOf(body: Buffer, encoding: string | undefined): string[] {
  const bodies = [body];
  if (encoding !== undefined && /gzip/i.test(encoding)) {
    try {
      bodies.push(gunzipSync(body));
    } catch {
      // Declared as compressed, but not compressed.
    }
  }
  return bodies.map(textOf);
}

function textOf(body: Buffer): string {
  const start = body.subarray(0, 200).toString('latin1');
  if (body[0] === 0xff && body[1] === 0xfe) return new TextDecoder('utf-16le').decode(body);
  if (body[0] === 0xfe && body[1] === 0xff) return new TextDecoder('utf-16be').decode(body);
  const declared = /<\?xml[^>]*encoding\s*=\s*["']([A-Za-z0-9._-]+)["']/.exec(start)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(declared).decode(body);
  } catch {
    return body.toString('latin1');
  }
}
