import fc from 'fast-check';
import { SaxesParser, type SaxesTagNS } from 'saxes';
import type { XmlElement } from '@gatehouse/service-types';
import { finished } from '../steps';
import { readDocument } from './read-document';
import { UnreadableDocument } from './unreadable-document';

const LIMITS = {
  elements: 1_000,
  attributes: 1_000,
  elementAttributes: 100,
  jsonValues: 100,
  formFields: 100,
};

type Node = Omit<XmlElement, 'children' | 'text' | 'hasMarkup'> & {
  children: Node[];
  text: string;
  hasMarkup: boolean;
};

function ours(text: string): unknown {
  try {
    return finished(readDocument(text, LIMITS));
  } catch (error) {
    if (error instanceof UnreadableDocument) return 'unreadable';
    throw error;
  }
}

/** The same by another parser, with the rules of `readDocument` that are stricter than those of XML. */
function reference(text: string): unknown {
  const open: Node[] = [];
  let root: Node | undefined;
  const refuse = () => {
    throw new UnreadableDocument('');
  };
  const parser = new SaxesParser({ xmlns: true, position: false });
  parser.on('error', refuse);
  parser.on('doctype', refuse);
  parser.on('processinginstruction', refuse);
  parser.on('xmldecl', ({ version }) => void (version === '1.0' || refuse()));
  parser.on('opentag', (tag) => void open.push(nodeOf(tag, refuse)));
  parser.on('closetag', () => {
    const closed = open.pop()!;
    closed.text = closed.text.trim();
    if (open.length > 0) open.at(-1)!.children.push(closed);
    else root = closed;
  });
  const inside = (change: (node: Node) => void) => (open.length > 0 ? change(open.at(-1)!) : refuse());
  parser.on('text', (content) => void (open.length > 0 && inside((node) => (node.text += content))));
  parser.on('cdata', (content) =>
    inside((node) => {
      node.text += content;
      node.hasMarkup = true;
    }),
  );
  parser.on('comment', () => inside((node) => (node.hasMarkup = true)));
  try {
    parser.write(text).close();
    return root;
  } catch (error) {
    if (error instanceof UnreadableDocument) return 'unreadable';
    throw error;
  }
}

function nodeOf({ local, prefix, uri, attributes }: SaxesTagNS, refuse: () => void): Node {
  const node = {
    name: local,
    prefix,
    namespace: uri,
    bindings: [] as [string, string][],
    attributes: [] as { name: string; namespace: string; value: string }[],
    children: [],
    text: '',
    hasMarkup: false,
  };
  for (const one of Object.values(attributes)) {
    if (one.prefix !== 'xmlns' && one.name !== 'xmlns') {
      node.attributes.push({ name: one.local, namespace: one.uri, value: one.value });
      continue;
    }
    // Saxes leaves blanks around a namespace out.
    if (one.value.trim() !== one.value) refuse();
    node.bindings.push([one.prefix === '' ? '' : one.local, one.value]);
  }
  return node;
}

const NAMES = ['a', 'b', 'p:a', 'q:a', 'p:b', 'xml:a', 'xmlns:a', 'a:b:c', 'a-1._'];
const ATTRIBUTES = [
  'a="1"',
  "b='2'",
  'p:a="3"',
  'q:a="4"',
  'xml:lang="en"',
  'xmlns:p="u"',
  'xmlns:q="u"',
  'xmlns:p="v"',
  'xmlns="u"',
  'xmlns=""',
  'xmlns:p=""',
  'xmlns:xml="u"',
  'xmlns:p="http://www.w3.org/XML/1998/namespace"',
  'xmlns:xml="http://www.w3.org/XML/1998/namespace"',
  'xmlns:xmlns="u"',
  'xmlns:q="http://www.w3.org/2000/xmlns/"',
  'a="&lt;&#65;\r\n\t&amp;"',
  'a="<"',
  'a=1',
  'a',
  'a ="x" ',
];
const TEXTS = [
  'x',
  ' ',
  '&lt;',
  '&#x41;',
  '&#65;',
  '&#0;',
  '&x;',
  '&',
  ']]>',
  '\r\n',
  '\r',
  '<![CDATA[ ]] ]]>',
];
const MORE_TEXTS = ['<!-- c -->', '<!-- -- -->', '<?p i?>', '\u00e9', '\ud83d\ude00', '\u0001', '\ufffe'];

const name = fc.constantFrom(...NAMES);
const attributes = fc
  .array(fc.constantFrom(...ATTRIBUTES), { maxLength: 4 })
  .map((list) => list.map((one) => ` ${one}`).join(''));
const { element } = fc.letrec<{ element: string; content: string }>((tie) => ({
  element: fc
    .tuple(name, attributes, fc.array(tie('content'), { maxLength: 3 }), fc.nat(30))
    .map(([tag, list, inside, chance]) =>
      inside.length === 0 && chance % 2 === 0
        ? `<${tag}${list}/>`
        : `<${tag}${list}>${inside.join('')}</${chance === 0 ? 'a' : tag}>`,
    ),
  content: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(...TEXTS, ...MORE_TEXTS),
    tie('element') as fc.Arbitrary<string>,
  ),
}));
const bound = element.map((text) => text.replace(/^<([a-z:]+)/, '<$1 xmlns:p="u" xmlns:q="v"'));
const prologs = fc.constantFrom(
  '',
  '<?xml version="1.0"?>',
  "<?xml version='1.0' encoding='utf-8' standalone='yes' ?>\n",
  '<?xml version="1.1"?>',
  '<?xml encoding="utf-8"?>',
  '<!DOCTYPE a>',
  ' ',
);
/** Documents, some of them with a piece cut out. */
const documents = fc
  .tuple(
    prologs,
    fc.oneof(bound, element),
    fc.constantFrom('', ' ', 'x', '<a/>'),
    fc.nat(9),
    fc.nat(),
    fc.nat(3),
  )
  .map(([before, root, after, chance, place, length]) => {
    const text = `${chance === 1 ? before : ''}${root}${chance === 2 ? after : ''}`;
    if (chance > 4) return text;
    // By characters: half a surrogate pair cannot be received, since bodies are UTF-8.
    const characters = [...text];
    const at = place % (characters.length + 1);
    return [...characters.slice(0, at), ...characters.slice(at + length)].join('');
  });

describe('a document that is read in steps', () => {
  test('reads as another parser reads it, or both refuse it', () => {
    let read = 0;
    fc.assert(
      fc.property(documents, (text) => {
        const expected = reference(text);
        expect({ text, is: ours(text) }).toEqual({ text, is: expected });
        if (expected !== 'unreadable') read++;
      }),
      { numRuns: 4_000 },
    );
    expect(read).toBeGreaterThan(100);
  });

  test('uses the innermost declaration of a prefix, and the outer one after it', () => {
    const root = ours('<p:a xmlns:p="u"><p:b xmlns:p="v"><p:c/></p:b><p:d/></p:a>') as XmlElement;
    const namespaces = ({ name: tag, namespace, children }: XmlElement): string[] => [
      `${tag} ${namespace}`,
      ...children.flatMap(namespaces),
    ];
    expect(namespaces(root)).toEqual(['a u', 'b v', 'c v', 'd u']);
  });

  test.each([
    ['text', (size: number) => `<a>${'x'.repeat(size)}</a>`],
    ['references', (size: number) => `<a>${'&lt;'.repeat(size / 4)}</a>`],
    ['line ends', (size: number) => `<a b="${'\r\n'.repeat(size / 2)}"/>`],
    ['CDATA sections', (size: number) => `<a>${'<![CDATA[x]]>'.repeat(size / 13)}</a>`],
    ['comments', (size: number) => `<a>${'<!---->'.repeat(size / 7)}</a>`],
    ['blanks', (size: number) => `<a${' '.repeat(size)}/>`],
  ])('of %s takes steps in proportion to its length', (_, make) => {
    const stepsOf = (size: number) => {
      let count = 0;
      const steps = readDocument(make(size), LIMITS);
      while (!steps.next().done) count++;
      return count;
    };
    const [one, two] = [stepsOf(1_000_000), stepsOf(2_000_000)];
    expect(one).toBeGreaterThanOrEqual(15);
    expect(two).toBeLessThanOrEqual(2 * one + 4);
    expect(two).toBeGreaterThanOrEqual(2 * one - 8);
  });

  test.each([
    ['SVC_PROXY_XML_ELEMENTS', 1_000, (n: number) => `<a>${'<b/>'.repeat(n - 1)}</a>`],
    ['SVC_PROXY_XML_ATTRIBUTES', 1_000, (n: number) => `<a>${'<b c="" d=""/>'.repeat(n / 2)}</a>`],
    [
      'SVC_PROXY_XML_ELEMENT_ATTRIBUTES',
      100,
      (n: number) => `<a${Array.from({ length: n }, (_, index) => ` xmlns:p${index}="u"`).join('')}/>`,
    ],
  ])('is read up to %s, and beyond refused by that name', (setting, most, make) => {
    expect(ours(make(most))).toMatchObject({ name: 'a' });
    expect(() => finished(readDocument(make(most + 2), LIMITS))).toThrow(`${setting} allows (${most})`);
  });
});
