import type { Draft } from './draft';
import type { Random } from './random';
import { ATTRIBUTES, BODIES, COOKIES, FRAGMENTS, MEDIA_TYPES, METHODS, PATHS } from './values';
import { PAIRS } from './pairs';

/** Changes a draft; `elsewhere` is an address that a server must not call. */
export type Mutation = (draft: Draft, random: Random, elsewhere: string) => void;

const FORM = 'application/x-www-form-urlencoded';

function insertAt<T>(list: T[], random: Random, ...added: readonly T[]): void {
  list.splice(random.chance(0.5) ? 0 : random.below(list.length + 1), 0, ...added);
}

function pairFrom(random: Random, elsewhere: string): string {
  return random.of(PAIRS).replace('@', encodeURIComponent(elsewhere));
}

const changeRandomPair = (change: (pair: string, random: Random) => string): Mutation => {
  return ({ pairs }, random) => {
    if (pairs.length === 0) return;
    const at = random.below(pairs.length);
    pairs[at] = change(pairs[at] ?? '', random);
  };
};

const inDocument = (change: (text: string, random: Random) => string): Mutation => {
  return (draft, random) => {
    if (draft.text?.startsWith('<')) draft.text = change(draft.text, random);
  };
};

/** Where an element begins or ends. */
function somewhere(text: string, random: Random): number {
  const positions = [...text.matchAll(/(?<=>)/g)].map(({ index }) => index);
  return positions.length < 2 ? text.length : (positions[random.below(positions.length - 1)] ?? 0);
}

/** By their names, which are reported with a failing request. */
export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  addPair: ({ pairs }, random, elsewhere) => insertAt(pairs, random, pairFrom(random, elsewhere)),
  addPairs: ({ pairs }, random, elsewhere) =>
    insertAt(pairs, random, pairFrom(random, elsewhere), pairFrom(random, elsewhere)),
  repeatPairWithSecret: ({ pairs }, random) => {
    const named = pairs.filter((pair) => pair.includes('public'));
    if (named.length > 0) insertAt(pairs, random, random.of(named).replaceAll('public', 'secret'));
  },
  nameSecret: changeRandomPair((pair) => pair.replaceAll('public', 'secret')),
  listSecret: changeRandomPair((pair, random) =>
    pair.replace(/public(?:\/v)?/, (name) => {
      const other = name.replace('public', 'secret');
      return random.of([
        `${name},${other}`,
        `${other},${name}`,
        `(${name})(${other})`,
        `ns:${other}`,
        `${name} ${other}`,
      ]);
    }),
  ),
  changeCase: changeRandomPair((pair, random) =>
    pair.replace(/^[^=]*/, (name) =>
      [...name].map((one) => (random.chance(0.5) ? one.toUpperCase() : one.toLowerCase())).join(''),
    ),
  ),
  encodeEqualsSign: changeRandomPair((pair) => pair.replace('=', '%3D')),
  encodeAmpersand: ({ pairs }, random) => {
    const at = random.below(pairs.length + 1);
    const [one = '', ...rest] = pairs.slice(at);
    pairs.splice(at, pairs.length, [one, ...rest].join('%26'));
  },
  encodeName: changeRandomPair((pair, random) =>
    pair.replace(/[a-z]/i, (one) =>
      random.chance(0.8) ? `%${one.charCodeAt(0).toString(16)}` : `%25${one}`,
    ),
  ),
  addStrangeCharacter: changeRandomPair((pair, random) => {
    const at = random.below(pair.length + 1);
    const strange = random.of([
      '%00',
      '%20',
      '+',
      '%09',
      '%0A',
      '%0D%0A',
      ';',
      '%C3%A9',
      '%FF',
      '%',
      '[]',
      '.',
      ':',
      '%u0073',
      '\u017f',
    ]);
    return pair.slice(0, at) + strange + pair.slice(at);
  }),
  gluePair: ({ pairs }, random, elsewhere) =>
    insertAt(pairs, random, pairFrom(random, elsewhere).replace('=', '%3D')),
  dropPair: ({ pairs }, random) => {
    pairs.splice(random.below(Math.max(pairs.length, 1)), 1);
  },
  swapPairs: ({ pairs }) => {
    pairs.reverse();
  },
  joinWithSemicolon: (draft) => {
    draft.pairs = [draft.pairs.join(';')];
  },
  moveToForm: (draft, random) => {
    if (draft.text !== undefined) return;
    draft.text = draft.pairs.join('&');
    draft.method = 'POST';
    draft.mediaType = random.chance(0.5) ? FORM : random.of(MEDIA_TYPES);
    draft.pairs = random.of([
      [],
      draft.pairs,
      ['request=GetCapabilities'],
      ['service=WFS', 'request=GetCapabilities'],
    ]);
  },
  addBody: (draft, random) => {
    draft.text = random.of(BODIES);
    draft.mediaType = random.of(MEDIA_TYPES);
    if (random.chance(0.9)) draft.method = 'POST';
  },
  changeMediaType: (draft, random) => {
    draft.mediaType = random.of(MEDIA_TYPES);
  },
  addCapabilitiesToQuery: ({ pairs }, random) =>
    insertAt(
      pairs,
      random,
      random.of(['service=WFS', 'service=WMS', 'service=WPS']),
      'request=GetCapabilities',
    ),
  addCookie: ({ headers }, random) => {
    headers.push(['Cookie', random.of(COOKIES)]);
  },
  changePath: (draft, random) => {
    draft.path = random.of(PATHS);
  },
  extendPath: (draft, random) => {
    draft.path += random.of(PATHS);
  },
  changeMethod: (draft, random) => {
    draft.method = random.of(METHODS);
  },
  addHeader: ({ headers }, random) => {
    headers.push(
      random.of([
        ['X-HTTP-Method-Override', 'POST'],
        ['X-Original-URL', '/wfs3/collections/secret/items'],
        ['X-Rewrite-URL', '/secret'],
        ['X-Qgis-Service-Url', 'http://127.0.0.1:9/'],
        ['SOAPAction', 'GetFeature'],
        ['Accept', 'application/geo+json'],
        ['Accept-Language', 'secret'],
        ['Content-Encoding', 'gzip'],
      ]),
    );
  },
  addFragment: inDocument((text, random) => {
    const at = somewhere(text, random);
    return text.slice(0, at) + random.of(FRAGMENTS) + text.slice(at);
  }),
  addAttribute: inDocument((text, random) => text.replace(/(?=\/?>)/, () => ` ${random.of(ATTRIBUTES)}`)),
  nameSecretInDocument: inDocument((text) => text.replace('public', 'secret')),
  changeRoot: inDocument((text, random) => {
    const root = random.of([
      'GetCapabilities',
      'GetFeature',
      'DescribeFeatureType',
      'Transaction',
      'GetMap',
      'Execute',
      'DescribeProcess',
      'GetPropertyValue',
      'LockFeature',
    ]);
    const [, old = 'x'] = /^<(?:\w+:)?(\w+)/.exec(text) ?? [];
    return text.replaceAll(new RegExp(`(</?(?:\\w+:)?)${old}\\b`, 'g'), `$1${root}`);
  }),
  changePrefix: inDocument((text, random) =>
    text.replaceAll('wfs:', random.of(['', 'typeName:', 'x:', 'ogc:'])),
  ),
  declareEncoding: inDocument(
    (text, random) =>
      `<?xml version="${random.of(['1.0', '1.1'])}" encoding="${random.of(['UTF-8', 'utf-16', 'ISO-8859-1', 'x-none', 'UTF-7', 'US-ASCII'])}"?>${text}`,
  ),
  declareEntity: inDocument(
    (text) =>
      `<!DOCTYPE x [<!ENTITY e "secret"><!ATTLIST wfs:Query typeName CDATA "secret">]>${text.replace('public', '&e;')}`,
  ),
  breakDocument: inDocument((text, random) => text.slice(0, random.below(text.length))),
  nameSecretInMembers: (draft) => {
    if (draft.text?.startsWith('{')) draft.text = draft.text.replace('public', 'secret');
  },
  addMember: (draft, random) => {
    if (!draft.text?.startsWith('{')) return;
    const member = random.of([
      '"identifier":"secret"',
      '"operation":"execute"',
      '"request":"GetCapabilities"',
      '"operation":"getcapabilities"',
      '"identifier":null',
      '"x":1',
      '"version":"1.0.0"',
      '"raw":true',
      '"outputs":"out"',
      '"api":"x"',
      '"service":"WPS"',
    ]);
    const inner = draft.text.slice(1, -1);
    draft.text = `{${random.chance(0.5) ? [member, inner].filter(Boolean).join() : [inner, member].filter(Boolean).join()}}`;
  },
  addRandomBytes: (draft, random) => {
    const bytes = Array.from(
      { length: 1 + random.below(4) },
      () => `%${random.below(256).toString(16).padStart(2, '0')}`,
    );
    insertAt(draft.pairs, random, `${bytes.join('')}=${bytes.join('')}`);
  },
};
