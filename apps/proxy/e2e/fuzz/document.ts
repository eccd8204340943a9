/** An element as read by a lenient parser; names are local and in lower case. */
interface LooseElement {
  readonly name: string;
  /** The names of its ancestors, the innermost first. */
  readonly within: readonly string[];
  readonly attributes: readonly (readonly [name: string, value: string])[];
  text: string;
}

export interface LooseDocument {
  /** In the order in which they begin, the root first. */
  readonly elements: readonly LooseElement[];
  /** The bindings of prefixes in the whole document. */
  readonly bindings: readonly (readonly [prefix: string, namespace: string])[];
}

const TOKEN = /<!--.*?-->|<!\[CDATA\[(.*?)\]\]>|<[?!].*?>|<(\/?)([^\s<>/]+)([^<>]*?)(\/?)>|([^<]+)/gs;
const ATTRIBUTE = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Parses a document leniently; undefined where it has no element. */
export function looseDocument(text: string): LooseDocument | undefined {
  const elements: LooseElement[] = [];
  const bindings: (readonly [string, string])[] = [];
  const open: LooseElement[] = [];
  for (const [, section, end, name, inside = '', isEmpty, plain] of text.matchAll(TOKEN)) {
    const current = open.at(-1);
    if (name === undefined) {
      if (current) current.text += section ?? plain ?? '';
    } else if (end) open.pop();
    else {
      const all = [...inside.matchAll(ATTRIBUTE)].map(
        ([, key = '', double, single]) => [key, double ?? single ?? ''] as const,
      );
      for (const [key, value] of all) if (key.startsWith('xmlns:')) bindings.push([key.slice(6), value]);
      const element: LooseElement = {
        name: localName(name),
        within: open.map((outer) => outer.name).reverse(),
        attributes: all.map(([key, value]) => [localName(key), value]),
        text: '',
      };
      elements.push(element);
      if (!isEmpty) open.push(element);
    }
  }
  return elements.length === 0 ? undefined : { elements, bindings };
}

function localName(name: string): string {
  return (name.split(':').at(-1) ?? '').toLowerCase();
}
