import type { RequestBody, XmlElement } from '@gatehouse/service-types';
import fc from 'fast-check';
import { readRequestBody } from './read';

const read = (
  contentType: string | undefined,
  body: string | Buffer,
  contentEncoding?: string,
): RequestBody => readRequestBody({ contentType, contentEncoding }, Buffer.from(body as string));
const kindOf = (...given: Parameters<typeof read>) => read(...given).kind;
const rootOf = (body: string): XmlElement => {
  const outcome = read('text/xml', body);
  if (outcome.kind !== 'xml') throw new Error(JSON.stringify(outcome));
  return outcome.root;
};
const FORM = 'application/x-www-form-urlencoded';

test('an empty body is none, whatever its headers say', () => {
  expect(read('multipart/form-data; boundary=x', '', 'gzip')).toEqual({ kind: 'none' });
});

test.each(['gzip', 'br', 'identity, gzip', 'x'])('a body encoded with %s is unreadable', (encoding) => {
  expect(kindOf('text/xml', '<a/>', encoding)).toBe('unreadable');
});

test.each(['identity', ' Identity ', ''])('a body with the encoding %j is read', (encoding) => {
  expect(kindOf('text/xml', '<a/>', encoding)).toBe('xml');
});

describe('the kind of a body', () => {
  test.each<[string | undefined, string, RequestBody['kind']]>([
    [FORM, 'a=b', 'form'],
    ['Application/X-WWW-Form-URLencoded; charset="UTF-8"', 'a=b', 'form'],
    ['application/json', '{}', 'json'],
    ['application/geo+json;charset=utf-8', '{}', 'json'],
    ['application/json', '[1]', 'other'],
    ['application/json', 'null', 'other'],
    ['application/xml', '<a/>', 'xml'],
    ['text/xml; subtype="gml/3.1.1"', '<a/>', 'xml'],
    ['application/soap+xml; action="x"', '<a/>', 'xml'],
    ['application/xml', 'request=Execute', 'unreadable'],
    [undefined, '<a/>', 'xml'],
    [undefined, '\ufeff \r\n<a/>', 'xml'],
    [undefined, '{"a":1}', 'json'],
    ['text/plain', ' {"a":1}', 'json'],
    ['text/plain;charset=us-ascii', '<a/>', 'xml'],
    [undefined, 'request=Execute', 'unreadable'],
    ['text/plain', 'request=Execute', 'unreadable'],
    ['text/plain', '{"a"', 'unreadable'],
    ['image/png', '\u0089PNG', 'other'],
    ['image/png', '<a/>', 'xml'],
    ['application/json', '<a/>', 'xml'],
    ['application/octet-stream', '<a', 'unreadable'],
    ['multipart/form-data; boundary=x', '--x--', 'unreadable'],
    ['multipart/mixed', '<a/>', 'unreadable'],
    ['text/xml, application/json', '<a/>', 'unreadable'],
    ['nonsense', '<a/>', 'unreadable'],
    ['text/xml; charset="', '<a/>', 'unreadable'],
  ])('of type %j that begins %j is %s', (contentType, body, kind) => {
    expect(kindOf(contentType, body)).toBe(kind);
  });
});

describe('what is not in UTF-8 is unreadable', () => {
  test.each([
    'text/xml; charset=utf-16',
    'text/xml;charset=utf-8;charset=utf-7',
    'text/xml; x="a;charset=utf-16"',
    "text/xml; charset*=utf-8''utf-16",
    'text/xml; charset="utf-16"',
    'text/xml; charset = iso-8859-1',
  ])('by its type %s', (contentType) => {
    expect(kindOf(contentType, '<a/>')).toBe('unreadable');
  });

  test.each([
    ['in UTF-16 with a mark', Buffer.from('\ufeff<a/>', 'utf16le')],
    ['in UTF-16 without', Buffer.from('<a/>', 'utf16le')],
    ['in UTF-16, most significant first', Buffer.from('<a/>', 'utf16le').swap16()],
    ['in UTF-7', Buffer.from('+/v8-+ADw-a/+AD4-')],
    ['overlong', Buffer.from([0x3c, 0x61, 0x3e, 0xc0, 0xbc, 0x3c, 0x2f, 0x61, 0x3e])],
    ['in Latin 1', Buffer.from('<a>\u00e9</a>', 'latin1')],
  ])('%s', (_, bytes) => {
    for (const type of ['text/xml', undefined, 'application/octet-stream']) {
      expect(kindOf(type, bytes)).toBe('unreadable');
    }
  });

  test('as a form or as JSON', () => {
    expect(kindOf(FORM, Buffer.from('a=\u00e9', 'latin1'))).toBe('unreadable');
    expect(kindOf('application/json', Buffer.from('{"a":"\u00e9"}', 'latin1'))).toBe('unreadable');
    expect(kindOf(`${FORM}; charset=utf-16`, 'a=b')).toBe('unreadable');
  });
});

describe('a form', () => {
  test('gives its fields in their order, decoded, repeated ones included', () => {
    expect(read(FORM, 'a=1&B=x+y%2Fz&a=2&c&=d')).toEqual({
      kind: 'form',
      parameters: [
        ['a', '1'],
        ['B', 'x y/z'],
        ['a', '2'],
        ['c', ''],
        ['', 'd'],
      ],
    });
  });

  test('keeps a question mark at its start as a part of the name', () => {
    expect(read(FORM, '?request=x')).toEqual({ kind: 'form', parameters: [['?request', 'x']] });
  });

  test('that is a document is read as one, unless it has several fields as well', () => {
    expect(kindOf(FORM, '<GetCapabilities service="WPS"/>')).toBe('xml');
    expect(kindOf(FORM, '<GetCapabilities><!--&request=Execute&--></GetCapabilities>')).toBe('unreadable');
  });
});

describe('a JSON object', () => {
  const members = (text: string) => {
    const outcome = read('application/json', text);
    return outcome.kind === 'json' ? outcome.members : outcome.kind;
  };

  test('gives its members in their order, repeated ones included', () => {
    expect(
      members(' { "b" : {"a":[1,{"a":2}]} , "2":"x,\\"}", "b":null,"__proto__":[], "\\u0061":1 } '),
    ).toEqual([
      ['b', { a: [1, { a: 2 }] }],
      ['2', 'x,"}'],
      ['b', null],
      ['__proto__', []],
      ['a', 1],
    ]);
    expect(members('{}')).toEqual([]);
  });

  test.each(['{', '{"a":1,}', "{'a':1}", '{"a":1}{"b":2}', '{"a":1} x', '{"a":NaN}', '{"a\u0000":1}', '"\\'])(
    '%j is none',
    (text) => expect(members(text)).toBe('unreadable'),
  );

  test('is at most 64 levels deep', () => {
    const nested = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
    expect(members(nested(64))).toHaveLength(1);
    expect(members(nested(65))).toBe('unreadable');
  });

  test('has the members that JSON.parse sees, the last of a name counting', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), fc.nat(4), (object, indent) => {
        const text = JSON.stringify(object, undefined, indent);
        expect(members(text)).toEqual(Object.entries(JSON.parse(text) as object));
      }),
    );
  });
});

describe('a document', () => {
  test('gives elements by local name with prefix, namespace, bindings, attributes and text', () => {
    expect(
      rootOf(
        '<?xml version="1.0" encoding="UTF-8"?><!-- x --><w:Execute xmlns:w="http://w" xmlns="http://d" service="WPS" w:version="&lt;1">' +
          '<Identifier> p<![CDATA[<1]]>&#x32; </Identifier></w:Execute>',
      ),
    ).toEqual({
      name: 'Execute',
      prefix: 'w',
      namespace: 'http://w',
      bindings: [
        ['w', 'http://w'],
        ['', 'http://d'],
      ],
      attributes: [
        ['service', 'WPS'],
        ['version', '<1'],
      ],
      children: [
        {
          name: 'Identifier',
          prefix: '',
          namespace: 'http://d',
          bindings: [],
          attributes: [],
          children: [],
          text: 'p<12',
        },
      ],
      text: '',
    });
  });

  test.each([
    ['a document type', '<!DOCTYPE a><a/>'],
    ['entities', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'],
    ['external entities', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
    ['a bomb', `<!DOCTYPE a [<!ENTITY b "${'x'.repeat(99)}"><!ENTITY c "&b;&b;&b;">]><a>&c;</a>`],
    ['an entity that nobody declared', '<a>&nbsp;</a>'],
    ['a processing instruction', '<?xml-stylesheet href="x"?><a/>'],
    ['a processing instruction inside', '<a><?x y?></a>'],
    ['a prefix that is not bound', '<x:a/>'],
    ['an attribute with a prefix that is not bound', '<a x:b="c"/>'],
    ['an attribute twice', '<a b="1" b="2"/>'],
    ['an attribute twice by namespace', '<a xmlns:x="u" xmlns:y="u" x:b="1" y:b="2"/>'],
    ['no end', '<a><b></b>'],
    ['ends that do not match', '<a><b></a></b>'],
    ['two roots', '<a/><b/>'],
    ['text after it', '<a/>x'],
    ['another version', '<?xml version="1.1"?><a/>'],
    ['another encoding', '<?xml version="1.0" encoding="ISO-8859-1"?><a/>'],
    ['a NUL', '<a>\u0000</a>'],
    ['a reference to a character that is none', '<a>&#0;</a>'],
    ['an inclusion', '<a xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="x"/></a>'],
    ['a comment inside of a text', '<a>public<!-- -->secret</a>'],
    ['no root', '<!-- x -->'],
  ])('with %s is unreadable', (_, body) => {
    expect(kindOf('text/xml', body)).toBe('unreadable');
  });

  test('may have comments beside texts', () => {
    expect(rootOf('<a><!-- x -->p1<!-- y --> </a>').text).toBe('p1');
  });

  test('is at most 64 levels deep', () => {
    const nested = (depth: number) => '<a>'.repeat(depth) + '</a>'.repeat(depth);
    expect(kindOf('text/xml', nested(64))).toBe('xml');
    expect(kindOf('text/xml', nested(65))).toBe('unreadable');
  });

  test('has at most 50,000 elements', () => {
    expect(kindOf('text/xml', `<a>${'<b/>'.repeat(49_999)}</a>`)).toBe('xml');
    expect(kindOf('text/xml', `<a>${'<b/>'.repeat(50_000)}</a>`)).toBe('unreadable');
  });
});

test('whatever a body is, reading it ends and says what it is', () => {
  const pieces = fc.array(
    fc.oneof(
      fc.constantFrom(
        '<',
        '>',
        '</a>',
        '<a>',
        '<a ',
        'xmlns:x="u"',
        '<!--',
        '-->',
        '<![CDATA[',
        ']]>',
        '&#',
        '&lt;',
        ';',
      ),
      fc.constantFrom(
        '<?xml version="1.0"?>',
        '<!DOCTYPE a [',
        '{',
        '}',
        '"',
        ':',
        '\\',
        '[',
        ']',
        ',',
        '&',
        '=',
        '%',
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
  );
  const bodies = fc.oneof(
    fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes)),
    pieces.map((parts) => Buffer.from(parts.join(''))),
  );
  const types = fc.oneof(
    fc.constantFrom(
      undefined,
      FORM,
      'text/xml',
      'application/json',
      'text/plain',
      'image/png',
      'a/b+xml; charset=x',
    ),
    fc.string(),
  );
  fc.assert(
    fc.property(
      bodies,
      types,
      fc.option(fc.string(), { nil: undefined }),
      (bytes, contentType, contentEncoding) => {
        const { kind } = readRequestBody({ contentType, contentEncoding }, bytes);
        expect(['none', 'form', 'json', 'xml', 'other', 'unreadable']).toContain(kind);
      },
    ),
    { numRuns: 3_000 },
  );
});

test('a megabyte of any one piece is read within seconds', () => {
  for (const piece of [
    '<a>',
    '<!--',
    '<![CDATA[',
    '&lt;',
    '{"a":',
    '"',
    '\\',
    ' ',
    '<a b="',
    'charset=',
    ']]>',
    '--',
  ]) {
    const start = performance.now();
    for (const prefix of ['', '<a>']) read('text/xml', prefix + piece.repeat(1_000_000 / piece.length));
    read('application/json', piece.repeat(1_000_000 / piece.length));
    expect(performance.now() - start).toBeLessThan(3_000);
  }
});

test('a media type is read in time that grows with its length', () => {
  const start = performance.now();
  for (const piece of [';', ';a="b"', '; ', '"', ';charset=', ';charset =']) {
    read(`text/xml${piece.repeat(3_000)}!`, '<a/>');
  }
  expect(performance.now() - start).toBeLessThan(1_000);
});
