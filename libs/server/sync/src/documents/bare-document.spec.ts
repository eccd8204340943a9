import { bareDocument } from './bare-document';

describe('a document without what is around its root', () => {
  const declaration = '<?xml version="1.0"?>';
  it.each([
    ['nothing else', '<a/>', '<a/>'],
    ['a declaration', `${declaration}\n<a/>\n`, `${declaration}<a/>`],
    [
      'comments and instructions',
      `${declaration}<!-- <b> --><?x y?><a>1</a><!-- end --> <?z?>`,
      `${declaration}<a>1</a>`,
    ],
    ['a byte order mark', '\ufeff<a/>', '<a/>'],
    [
      'a document type as capabilities of WMS 1.1.1 have it',
      `<!DOCTYPE WMT_MS_Capabilities SYSTEM "http://schemas.example.org/1.1.1.dtd"\n [\n <!ELEMENT VendorSpecificCapabilities EMPTY>\n ]>  <!-- end -->\n<a/>`,
      '<a/>',
    ],
    [
      'a document type without declarations',
      '<!DOCTYPE a SYSTEM "x"><a><![CDATA[-->]]></a>',
      '<a><![CDATA[-->]]></a>',
    ],
  ])('has the root of one with %s', (_, text, expected) => {
    expect(bareDocument(text)).toBe(expected);
  });

  it.each([
    ['entities', '<!DOCTYPE a [<!ENTITY b "bbbb">]><a>&b;</a>'],
    ['parameter entities', '<!DOCTYPE a [%b;]><a/>'],
    ['a document type without end', '<!DOCTYPE a [ <!ELEMENT b EMPTY> <a/>'],
    ['a comment without end', '<!-- <a/>'],
    ['no root', '<!-- a -->'],
    ['text', 'not found'],
    ['an endless prolog', `${'<!-- x -->'.repeat(10_000)}<a/>`],
  ])('is not read if it has %s', (_, text) => {
    expect(bareDocument(text)).toBeUndefined();
  });
});
