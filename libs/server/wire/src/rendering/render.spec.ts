import * as fc from 'fast-check';
import { escapeMarkup } from '../markup';
import { renderHtml } from './html';
import { renderJson } from './json';
import { renderXml } from './xml';

describe('a reply', () => {
  it('as JSON is equal to the value, with a space after colon and comma', () => {
    expect(renderJson({ a: 1, b: [true, null], c: { d: 'x: y, z' }, e: undefined })).toBe(
      '{"a": 1, "b": [true, null], "c": {"d": "x: y, z"}}',
    );
    fc.assert(
      fc.property(fc.jsonValue(), (value) =>
        expect(JSON.parse(renderJson({ value }))).toEqual(JSON.parse(JSON.stringify({ value }))),
      ),
    );
  });

  it('as XML contains the type of every value', () => {
    expect(
      renderXml({
        text: 'a<b>&"',
        whole: 1,
        part: 1.5,
        yes: true,
        none: null,
        many: ['x'],
        deep: { in: 'y' },
      }),
    ).toBe(
      '<?xml version="1.0" encoding="UTF-8" ?><response><text type="str">a&lt;b&gt;&amp;&quot;</text>' +
        '<whole type="int">1</whole><part type="float">1.5</part><yes type="bool">true</yes><none type="null"></none>' +
        '<many type="list"><item type="str">x</item></many><deep type="dict"><in type="str">y</in></deep></response>',
    );
  });

  it('as XML represents keys that are not XML names by an attribute', () => {
    expect(renderXml({ '12': 'x', 'a b': 1 })).toContain(
      '<key name="12" type="str">x</key><key name="a b" type="int">1</key>',
    );
  });

  it('as XML contains no characters that XML does not allow', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const xml = renderXml({ text });
        expect(xml).not.toMatch(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/u);
        expect(xml.slice(xml.indexOf('<text type="str">') + 17, xml.indexOf('</text>'))).not.toMatch(/[<>]/);
      }),
    );
  });

  it('as HTML shows the JSON, a line for each value', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const page = renderHtml(200, value);
        const shown = page.slice(page.indexOf('<pre>') + 5, page.indexOf('</pre>'));
        expect(shown).toBe(escapeMarkup(JSON.stringify(value, undefined, 1)));
      }),
    );
  });

  it('as HTML escapes everything', () => {
    const page = renderHtml(404, { detail: '<script>alert(1)</script>', path: '"><img>' });
    expect(page).toContain('<h1>404 Not Found</h1>');
    expect(page).not.toMatch(/<script|<img/);
  });
});
