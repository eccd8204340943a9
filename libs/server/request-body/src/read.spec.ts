import type { RequestBody, XmlElement } from '@gatehouse/service-types';
import fc from 'fast-check';
import { readBodySteps, readRequestBody, readXmlText } from './read';

const LIMITS = {
  elements: 50_000,
  attributes: 100_000,
  elementAttributes: 1_000,
  jsonValues: 100_000,
  formFields: 1_000,
};

const read = (
  contentType: string | undefined,
  body: string | Buffer,
  contentEncoding?: string,
): RequestBody => readRequestBody({ contentType, contentEncoding }, Buffer.from(body as string), LIMITS);
const kindOf = (...input: Parameters<typeof read>) => read(...input).kind;
const rootOf = (body: string): XmlElement => {
  const outcome = read('text/xml', body);
  if (outcome.kind !== 'xml') throw new Error(JSON.stringify(outcome));
  return outcome.root;
};
const FORM = 'application/x-www-form-urlencoded';

test('an empty body counts as absent, regardless of its headers', () => {
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
    [`${FORM}x`, 'a=b', 'other'],
    ['application/json', '{}', 'json'],
    ['application/json; charset=utf-8', '{}', 'json'],
    ['application/geo+json;charset=utf-8', '{}', 'other'],
    ['application/x-json', '{}', 'other'],
    ['text/json', '{}', 'other'],
    ['image/png; x=json', '{}', 'unreadable'],
    ['text/xml; charset=json', '<a/>', 'unreadable'],
    ['application/json', '[1]', 'unreadable'],
    ['application/json', 'null', 'unreadable'],
    ['application/xml', '<a/>', 'xml'],
    ['text/xml; subtype="gml/3.1.1"', '<a/>', 'xml'],
    ['application/soap+xml; action="x"', '<a/>', 'unreadable'],
    ['application/soap+xml', '<a/>', 'other'],
    ['application/xml', 'request=Execute', 'unreadable'],
    [undefined, '<a/>', 'other'],
    [undefined, '{"a":1}', 'other'],
    ['text/plain', ' {"a":1}', 'other'],
    ['text/plain;charset=us-ascii', '<a/>', 'xml'],
    ['text/plain;charset=UTF-8', '<a/>', 'xml'],
    ['text/plain', 'request=Execute', 'other'],
    ['image/png', '\u0089PNG', 'other'],
    ['image/png', '<a/>', 'other'],
    ['application/json', '<a/>', 'unreadable'],
    ['multipart/form-data; boundary=x', '--x--', 'unreadable'],
    ['multipart/mixed', '<a/>', 'other'],
    ['text/xml, application/json', '<a/>', 'unreadable'],
    ['nonsense', '<a/>', 'unreadable'],
    ['text/xml; charset="', '<a/>', 'unreadable'],
  ])('of type %j that begins %j is %s', (contentType, body, kind) => {
    expect(kindOf(contentType, body)).toBe(kind);
  });
});

describe('the encoding of a document', () => {
  const bytesOf = (text: string, encoding: BufferEncoding = 'latin1') => Buffer.from(text, encoding);
  const declared = (name: string) => `<?xml version='1.0' encoding='${name}'?>`;

  test.each(['UTF-8', 'utf-8', 'UTF8', 'ASCII', 'US-ASCII', 'ISO-8859-1', 'iso-8859-1', 'windows-1252'])(
    'may be declared as %s, as lxml and OWSLib write it',
    (name) => expect(kindOf('text/xml', bytesOf(`${declared(name)}<a>b</a>`))).toBe('xml'),
  );

  test('decides how its bytes are read', () => {
    const root = (bytes: Buffer) => {
      const outcome = read('text/xml', bytes);
      return outcome.kind === 'xml' ? outcome.root.text : outcome.kind;
    };
    expect(root(bytesOf(`${declared('ISO-8859-1')}<a>\u00e9</a>`))).toBe('\u00e9');
    expect(
      root(Buffer.concat([bytesOf(`${declared('windows-1252')}<a>`), Buffer.from([0x80]), bytesOf('</a>')])),
    ).toBe('\u20ac');
    expect(root(bytesOf('<a>\u00e9</a>', 'utf8'))).toBe('\u00e9');
  });

  test.each([
    ['bytes that are control characters in ISO-8859-1 and letters in Windows-1252', `${'ISO-8859-1'}`, 0x93],
    ['bytes that stand for nothing in Windows-1252', 'windows-1252', 0x81],
    ['bytes beyond ASCII', 'ASCII', 0xe9],
    ['bytes that are not UTF-8', 'UTF-8', 0xe9],
  ])('rejects a document that has %s', (_, name, byte) => {
    const bytes = Buffer.concat([bytesOf(`${declared(name)}<a>`), Buffer.from([byte]), bytesOf('</a>')]);
    expect(kindOf('text/xml', bytes)).toBe('unreadable');
  });

  test.each([
    ['text/xml; charset=utf-16', ''],
    ['text/xml;charset=utf-8;charset=utf-7', ''],
    ['text/xml; x="a;charset=utf-16"', ''],
    ["text/xml; charset*=utf-8''utf-16", ''],
    ['text/xml; charset = iso-8859-1', ''],
    ['text/xml; charset=utf-8', declared('ISO-8859-1')],
    ['text/xml; charset=iso-8859-1', declared('UTF-8')],
    ['text/xml', declared('UTF-16')],
    ['text/xml', declared('UTF-7')],
    ['text/xml', declared('ISO-8859-15')],
  ])(
    'is refused where type %j and declaration %j are not one that all servers read',
    (contentType, declaration) => {
      expect(kindOf(contentType, `${declaration}<a/>`)).toBe('unreadable');
    },
  );

  test.each([
    ['in UTF-16 with a mark', Buffer.from('\ufeff<a/>', 'utf16le')],
    ['in UTF-16 without', Buffer.from('<a/>', 'utf16le')],
    ['in UTF-16, most significant first', Buffer.from('<a/>', 'utf16le').swap16()],
    ['in UTF-7', Buffer.from('+/v8-+ADw-a/+AD4-')],
    ['overlong', Buffer.from([0x3c, 0x61, 0x3e, 0xc0, 0xbc, 0x3c, 0x2f, 0x61, 0x3e])],
    ['in ISO-8859-1 without a declaration', Buffer.from('<a>\u00e9</a>', 'latin1')],
    [
      'in another encoding than that of its byte order mark',
      Buffer.from(`\ufeff${declared('ISO-8859-1')}<a/>`),
    ],
  ])('rejects a document that is %s', (_, bytes) => {
    expect(kindOf('text/xml', bytes)).toBe('unreadable');
  });
});

describe('a form', () => {
  test('is given as its fields in their order', () => {
    expect(read(FORM, 'a=1&B=x+y%2Fz&&a=2')).toEqual({
      kind: 'form',
      fields: [
        { name: 'a', value: '1', hasPlus: false },
        { name: 'b', value: 'x y/z', hasPlus: true },
        { name: 'a', value: '2', hasPlus: false },
      ],
    });
  });

  test('is unreadable in another encoding than UTF-8, and with bytes that are not ASCII', () => {
    expect(kindOf(FORM, Buffer.from('a=\u00e9', 'latin1'))).toBe('unreadable');
    expect(kindOf(`${FORM}; charset=utf-16`, 'a=b')).toBe('unreadable');
  });

  test('that is a document is a form', () => {
    expect(kindOf(FORM, '<GetCapabilities service="WPS"/>')).toBe('form');
  });
});

describe('a JSON object', () => {
  const members = (text: string) => {
    const outcome = read('application/json', text);
    return outcome.kind === 'json' ? outcome.members : outcome.kind;
  };

  test('returns its members in their order, repeated ones included', () => {
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

  test('has the same members as JSON.parse, with the last value of a duplicate name', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), fc.nat(4), (object, indent) => {
        const text = JSON.stringify(object, undefined, indent);
        expect(members(text)).toEqual(Object.entries(JSON.parse(text) as object));
      }),
    );
  });
});

describe('a document', () => {
  test('returns elements by local name with prefix, namespace, bindings, attributes and text', () => {
    expect(
      rootOf(
        '<?xml version="1.0" encoding="UTF-8"?><w:Execute xmlns:w="http://w" xmlns="http://d" service="WPS" w:version="&lt;1">' +
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
        { name: 'service', namespace: '', value: 'WPS' },
        { name: 'version', namespace: 'http://w', value: '<1' },
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
          hasMarkup: true,
        },
      ],
      text: '',
      hasMarkup: false,
    });
  });

  test('in a parameter is read like one in a body', () => {
    expect(readXmlText('<a b="1"/>', LIMITS)).toMatchObject({ name: 'a' });
    expect(readXmlText('<!DOCTYPE a><a/>', LIMITS)).toEqual({ problem: 'it has a document type' });
  });

  test.each([
    ['a document type', '<!DOCTYPE a><a/>'],
    ['entities', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'],
    ['external entities', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
    ['a bomb', `<!DOCTYPE a [<!ENTITY b "${'x'.repeat(99)}"><!ENTITY c "&b;&b;&b;">]><a>&c;</a>`],
    ['an undeclared entity', '<a>&nbsp;</a>'],
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
    ['a comment before it', '<!-- x --><a/>'],
    ['a comment after it', '<a/><!-- x -->'],
    ['names of later editions of XML', '<a\u0d62/>'],
    ['names that are not ASCII', '<\u00e9/>'],
    ['an attribute that is not ASCII', '<a \u00e9=""/>'],
    ['a NUL', '<a>\u0000</a>'],
    ['a reference to a character that is none', '<a>&#0;</a>'],
    ['an inclusion', '<a xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="x"/></a>'],
    ['no root', '<!-- x -->'],
  ])('with %s is unreadable', (_, body) => {
    expect(kindOf('text/xml', body)).toBe('unreadable');
  });

  test('returns where comments and CDATA sections occur', () => {
    expect(rootOf('<a><!-- x --><b>p1</b></a>')).toMatchObject({
      hasMarkup: true,
      children: [{ hasMarkup: false }],
    });
    expect(rootOf('<a>p<!-- y -->1</a>')).toMatchObject({ hasMarkup: true, text: 'p1' });
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

test('reading any body ends with a result', () => {
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
        const { kind } = readRequestBody({ contentType, contentEncoding }, bytes, LIMITS);
        expect(['none', 'form', 'json', 'xml', 'other', 'unreadable']).toContain(kind);
      },
    ),
    { numRuns: 3_000 },
  );
});

test('a megabyte of any one piece is read in a number of steps that its length bounds', () => {
  const stepsOf = (contentType: string, text: string) => {
    let count = 0;
    const steps = readBodySteps({ contentType, contentEncoding: undefined }, Buffer.from(text), LIMITS);
    while (!steps.next().done) count++;
    return count;
  };
  const pieces = [
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
  ];
  for (const piece of pieces) {
    const text = piece.repeat(1_000_000 / piece.length);
    for (const prefix of ['', '<a>']) expect(stepsOf('text/xml', prefix + text)).toBeLessThan(130);
    expect(stepsOf('application/json', text)).toBeLessThan(60);
  }
});

test('a media type of any length is read, or its body unreadable', () => {
  for (const piece of [';', ';version=1', '; ']) {
    expect(kindOf(`text/xml${piece.repeat(3_000)}`, '<a/>')).toBe('xml');
  }
  // Node takes blanks around a value away, but not those beyond ASCII.
  for (const piece of ['\u00a0', ';a="b"', '"', ';charset=', ';charset =']) {
    expect(kindOf(`text/xml${piece.repeat(3_000)}!`, '<a/>')).toBe('unreadable');
    expect(kindOf(`${piece.repeat(3_000)}!`, '<a/>')).toBe('unreadable');
  }
});
