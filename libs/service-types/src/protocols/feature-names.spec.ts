import type { Scope } from '../grammar/documents';
import { bindingsIn, localNameOf, nameIn, nameOfElement, typesOfId } from './feature-names';

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
    const scope: Scope = { bindings: namespace === undefined ? [] : [[prefix, namespace]], outer: undefined };
    const isBound = namespace !== undefined && name.includes(':');
    expect(nameIn(scope, name, 'workspaces')).toEqual({ name: expected, isBound });
    expect(nameIn(scope, name, 'literal')).toEqual({ name, isBound: false });
  });

  test('uses the innermost binding of its prefix', () => {
    const outer: Scope = { bindings: [['a', 'http://x/a']], outer: undefined };
    expect(nameIn({ bindings: [['b', 'http://x/b']], outer }, 'a:roads', 'workspaces').name).toBe('a:roads');
    expect(nameIn({ bindings: [['a', 'http://x/b']], outer }, 'a:roads', 'workspaces').name).toBe('roads');
  });

  test.each([
    ['topp', 'http://x/topp', 'topp:roads', 'topp:roads'],
    ['x', 'http://x/topp', 'roads', 'x:roads'],
    ['', 'http://x/topp', 'topp:roads', 'roads'],
    ['', 'urn:x:topp', 'topp:roads', 'roads'],
    ['', 'http://www.opengis.net/wfs', 'roads', 'roads'],
    ['', '', 'roads', 'roads'],
  ])(
    'of an element with the prefix %j in %j is %s in workspaces, else %s',
    (prefix, namespace, name, literal) => {
      const element = { prefix, namespace, name: 'roads' };
      expect(nameOfElement(element, 'workspaces')).toEqual({ name, isBound: true });
      expect(nameOfElement(element, 'literal')).toEqual({ name: literal, isBound: false });
    },
  );

  test('has a local name after its first colon', () => {
    expect(['a:b', 'b', 'a:b:c'].map(localNameOf)).toEqual(['b', 'b', 'b:c']);
  });
});

test.each([
  ['roads.1', ['roads'], []],
  ['a.b.1', ['a', 'a.b'], []],
  ['a.b.c.1', ['a', 'a.b.c'], []],
  ['ns:roads.1', ['ns:roads'], ['ns']],
  ['ns:a.b.1', ['ns:a', 'ns:a.b'], ['ns']],
  ['a.ns:b.1', ['a', 'a.ns:b'], ['a.ns']],
  [':roads.1', [':roads'], []],
  ['roads', [], []],
  ['.1', [], []],
  ['roads.', ['roads'], []],
])('the identifier %s is of the types %j, or of %j', (id, qualified, prefixes) => {
  expect(typesOfId(id)).toEqual({ qualified, prefixes });
});

describe('bindings in parameters', () => {
  test('are written with a comma or an equals sign, one or several', () => {
    expect(bindingsIn(['xmlns(a,http://x/a),xmlns( b , http://x/b )', 'xmlns(c=http://x/c=d)', ''])).toEqual([
      ['a', 'http://x/a'],
      ['b', 'http://x/b'],
      ['c', 'http://x/c=d'],
    ]);
  });

  test('bind no prefix twice', () => {
    expect(bindingsIn(['xmlns(a,http://x/a)', 'xmlns(a=http://x/b)'])).toEqual([['a', '']]);
    expect(bindingsIn(['xmlns(a,http://x/a)', 'xmlns(a=http://x/a)'])).toEqual([['a', 'http://x/a']]);
  });

  test.each(['http://x', 'xmlns(http://x)', 'xmlns(a,http://x/(b))', 'xmlns(a,b'])(
    'are not in %s',
    (value) => {
      expect(bindingsIn([value])).toBeUndefined();
    },
  );
});
