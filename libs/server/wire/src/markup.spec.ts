import * as fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { escapeMarkup } from './markup';

/** The text content and the attribute that an XML parser reads, with either kind of quotes. */
function parsed(text: string, quote: '"' | "'"): { content: string; attribute: string } {
  const read = { content: '', attribute: '' };
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ attributes }) => (read.attribute = String(attributes['a'])));
  parser.on('text', (content) => (read.content += content));
  parser.write(`<r a=${quote}${escapeMarkup(text)}${quote}>${escapeMarkup(text)}</r>`).close();
  return read;
}

describe('escaped text', () => {
  it.each([
    ['plain text, 100% (of it)', 'plain text, 100% (of it)'],
    [`<a href="x" title='y'>&amp;</a>`, '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;'],
    ['a\u0000b\u001bc\ud800d\uffff', 'a\ufffdb\ufffdc\ufffdd\ufffd'],
    ['é 漢 😀', 'é 漢 😀'],
  ])('of %j is %j', (text, escaped) => {
    expect(escapeMarkup(text)).toBe(escaped);
  });

  it('is read by an XML parser as what was written, as content and as attribute in either quotes', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom(...`&<>"';#aé`) }),
    );
    fc.assert(
      fc.property(texts, fc.constantFrom('"' as const, "'" as const), (text, quote) => {
        // Parsers normalise line ends, and white space in attributes.
        fc.pre(!/[\t\r\n]/.test(text));
        expect(parsed(text, quote)).toEqual({ content: text, attribute: text });
      }),
    );
  });

  it('never holds what ends an element, an attribute or a reference', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const escaped = escapeMarkup(text);
        expect(escaped).not.toMatch(/[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/);
        expect(escaped).not.toMatch(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/u);
      }),
    );
  });
});
