import fc from 'fast-check';
import { readTemplate, renderTemplate, valueAt } from './template';

const render = (text: string, values: object, maySlash?: (source: string) => boolean) => {
  const template = readTemplate(text);
  if (!template) throw new Error('the template of the test is not valid');
  return renderTemplate(template, values, maySlash);
};

describe('a template', () => {
  it.each([
    ['plain', 'plain'],
    ['', ''],
    ['$1 {x}', '$1 {x}'],
    ['${path.id}', '12'],
    ['a-${body.job.id}-${body.list.1}', 'a-34-two'],
    ['${caller.name} (${caller.id})', 'ada (7)'],
    ['${body.zero}', '0'],
    ['${item}', 'whole'],
    ['${item.id|item}', 'whole'],
    ['${body.no|body.job.id|body.zero}', '34'],
    ['${body.a|b}', 'bar'],
  ])('%s renders as %s', (text, rendered) => {
    const body = { job: { id: 34 }, list: ['one', 'two'], zero: 0, 'a|b': 'bar' };
    expect(render(text, { path: { id: '12' }, body, item: 'whole', caller: { id: 7, name: 'ada' } })).toBe(
      rendered,
    );
  });

  it.each([
    ['a value that is missing', { a: 1 }],
    ['an absent body', undefined],
    ['an object', { id: {} }],
    ['a list', { id: ['x'] }],
    ['null', { id: null }],
    ['a truth', { id: true }],
    ['a fraction, whose spelling JSON leaves open', { id: 1.5 }],
    ['a number that JSON cannot represent exactly', { id: 12345678901234567890 }],
    ['an unpaired surrogate', { id: 'a\ud800' }],
    ['a value that exceeds the limit', { id: 'x'.repeat(3_000) }],
  ])('renders nothing for %s', (_what, body) => {
    expect(render('${body.id}', { body })).toBeUndefined();
  });

  it('renders nothing for inherited properties', () => {
    expect(render('${body.constructor.name}', { body: {} })).toBeUndefined();
    expect(render('${body.length}', { body: ['x'] })).toBeUndefined();
    expect(render('${body.__proto__.x}', { body: {} })).toBeUndefined();
  });

  it('allows slashes in values only where they are permitted', () => {
    const values = { path: { rest: 'a/b' }, body: { id: 'a/b' } };
    expect(render('/${path.rest}', values, (source) => source === 'path')).toBe('/a/b');
    expect(render('/${body.id}', values, (source) => source === 'path')).toBeUndefined();
    expect(render('/${body.no|body.id}', values, (source) => source === 'path')).toBeUndefined();
    expect(render('/${body.id|path.rest}', values, (source) => source === 'path')).toBeUndefined();
  });

  it.each([
    '${',
    '${}',
    '${body}',
    '${body.}',
    '${body..a}',
    '${nope.a}',
    'x${body.a',
    '${body.${path.a}}',
    '${item|}',
  ])('is not %s', (text) => {
    expect(readTemplate(text)).toBeUndefined();
  });

  it('that is valid renders a string or nothing for all values', () => {
    const texts = fc
      .array(fc.constantFrom('${body.a}', '${body.a.0}', '${path.n}', 'x', '/', '$', '{', '}'))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(texts, fc.jsonValue(), fc.jsonValue(), (text, a, n) => {
        const template = readTemplate(text);
        if (!template) return;
        const rendered = renderTemplate(template, { body: { a }, path: { n } });
        expect(rendered === undefined || typeof rendered === 'string').toBe(true);
      }),
    );
  });
});

describe('a path in JSON', () => {
  it('is resolved member by member', () => {
    expect(valueAt({ a: [{ b: null }] }, ['a', '0', 'b'])).toBeNull();
    expect(valueAt({ a: 1 }, [])).toEqual({ a: 1 });
    expect(valueAt({ a: 1 }, ['a', 'b'])).toBeUndefined();
  });
});
