import { bindingsIn, nameIn, nameOfElement } from './qualified-names';

describe('a qualified name', () => {
  test.each<[string, string | undefined, string]>([
    ['topp:roads', undefined, 'topp:roads'],
    ['topp:roads', 'http://www.openplans.org/topp', 'topp:roads'],
    ['Topp:roads', 'http://topp/', 'Topp:roads'],
    ['topp:roads', 'topp', 'topp:roads'],
    ['topp:roads', 'urn:x:topp', 'topp:roads'],
    ['topp:roads', 'http://x#topp', 'topp:roads'],
    ['topp:roads', 'http://www.openplans.org/secret', 'roads'],
    ['topp:roads', 'http://x/nottopp', 'roads'],
    ['topp:roads', 'http://topp/x', 'roads'],
    ['topp:roads', '', 'roads'],
    ['roads', 'http://x/y', 'roads'],
  ])('%s whose prefix is bound to %j is looked up as %s', (name, namespace, expected) => {
    const prefix = name.split(':')[0] ?? '';
    const scope = new Map(namespace === undefined ? [] : [[prefix, namespace]]);
    expect(nameIn(scope, name, 'workspaces')).toBe(expected);
    expect(nameIn(scope, name, 'literal')).toBe(name);
  });

  test('of an element keeps its prefix only where that is sure to be a workspace', () => {
    const roads = (prefix: string, namespace: string) => ({ prefix, namespace, name: 'roads' });
    expect(nameOfElement(roads('topp', 'http://x/topp'), 'workspaces')).toBe('topp:roads');
    expect(nameOfElement(roads('x', 'http://x/topp'), 'workspaces')).toBe('roads');
    expect(nameOfElement(roads('', 'http://x/topp'), 'workspaces')).toBe('roads');
    expect(nameOfElement(roads('topp', 'http://x/topp'), 'literal')).toBe('roads');
  });
});

describe('bindings in parameters', () => {
  test('are written with a comma or an equals sign, one or several', () => {
    const scope = bindingsIn(['xmlns(a,http://x/a),xmlns( b , http://x/b )', 'xmlns(c=http://x/c=d)', '']);
    expect([...(scope ?? [])]).toEqual([
      ['a', 'http://x/a'],
      ['b', 'http://x/b'],
      ['c', 'http://x/c=d'],
    ]);
  });

  test('bind no prefix twice', () => {
    expect(bindingsIn(['xmlns(a,http://x/a)', 'xmlns(a=http://x/b)'])?.get('a')).toBe('');
    expect(bindingsIn(['xmlns(a,http://x/a)', 'xmlns(a=http://x/a)'])?.get('a')).toBe('http://x/a');
  });

  test.each(['http://x', 'xmlns(http://x)', 'xmlns(a,http://x/(b))', 'xmlns(a,b'])('%s is none', (value) => {
    expect(bindingsIn([value])).toBeUndefined();
  });
});
