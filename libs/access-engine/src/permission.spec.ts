import fc from 'fast-check';
import {
  ACCESSES,
  PERMISSION_NAMES,
  SCOPES,
  comparePermissions,
  formatExplicit,
  formatImplicit,
  parsePermission,
} from './permission';
import type { Permission } from './permission';

const permissions: fc.Arbitrary<Permission> = fc.record({
  name: fc.constantFrom(...PERMISSION_NAMES),
  access: fc.constantFrom(...ACCESSES),
  scope: fc.constantFrom(...SCOPES),
});

describe('a permission as text', () => {
  test.each([
    ['read', 'read-allow-recursive'],
    ['READ', 'read-allow-recursive'],
    ['read-match', 'read-allow-match'],
    ['read-MATCH', 'read-allow-match'],
    ['read-recursive', 'read-allow-recursive'],
    ['read-allow', 'read-allow-recursive'],
    ['read-deny', 'read-deny-recursive'],
    ['read-allow-match', 'read-allow-match'],
    ['READ-allow-match', 'read-allow-match'],
    ['read-DENY-RECURSIVE', 'read-deny-recursive'],
    ['GET_LEGEND_GRAPHIC', 'getlegendgraphic-allow-recursive'],
    ['createstoredquery-deny-match', 'createstoredquery-deny-match'],
  ])('%s means %s', (text, explicit) => {
    expect(formatExplicit(parsePermission(text)!)).toBe(explicit);
  });

  test.each([
    ...['', '-', 'foo', 'Read', 'GetCapabilities', 'match', 'allow', '-match', 'foo-match', ' read', 'read '],
    ...['read-', 'read-foo', 'read-Deny', 'read-deny-foo', 'read-allow-', 'read--match', 'read-match-match'],
    ...[
      'read-foo-match',
      'read-match-allow',
      'read-recursive-deny',
      'read-allow-match-extra',
      'read-deny-match-',
    ],
    ...['constructor', '__proto__', 'toString-match'],
  ])('%j does not parse', (text) => {
    expect(parsePermission(text)).toBeUndefined();
  });

  test('is the same after it was formatted and parsed', () => {
    fc.assert(
      fc.property(permissions, (permission) => {
        expect(parsePermission(formatExplicit(permission))).toEqual(permission);
        const implicit = formatImplicit(permission);
        if (implicit !== undefined) expect(parsePermission(implicit)).toEqual(permission);
      }),
    );
  });

  test('parses only if each of its tokens is known', () => {
    const token = fc.constantFrom(
      'read',
      'WRITE',
      'Read',
      'allow',
      'DENY',
      'Deny',
      'match',
      'RECURSIVE',
      'x',
      '',
    );
    fc.assert(
      fc.property(fc.array(token, { minLength: 1, maxLength: 4 }), (tokens) => {
        const [name = '', ...modifiers] = tokens.map((value) =>
          /^[A-Z]+$/.test(value) ? value.toLowerCase() : value,
        );
        const right =
          ['read', 'write'].includes(name) &&
          /^(|allow|deny|match|recursive|(allow|deny)-(match|recursive))$/.test(modifiers.join('-')) &&
          !modifiers.includes('');
        expect(parsePermission(tokens.join('-')) !== undefined).toBe(right);
      }),
    );
  });

  test('has no implicit form if it is a denial', () => {
    expect(formatImplicit({ name: 'read', access: 'deny', scope: 'recursive' })).toBeUndefined();
    expect(formatImplicit({ name: 'read', access: 'allow', scope: 'recursive' })).toBe('read');
    expect(formatImplicit({ name: 'read', access: 'allow', scope: 'match' })).toBe('read-match');
  });
});

describe('a permission as an object', () => {
  test.each([
    [{ name: 'read' }, 'read-allow-recursive'],
    [{ name: 'READ', access: 'DENY', scope: 'MATCH' }, 'read-deny-match'],
    [{ name: 'read', access: null, scope: null }, 'read-allow-recursive'],
    [{ permission_name: 'write', scope: 'match' }, 'write-allow-match'],
    [{ permission: 'write', access: 'deny' }, 'write-deny-recursive'],
    [{ perm_name: 'write' }, 'write-allow-recursive'],
    [{ perm_name: 'write', name: 'read' }, 'read-allow-recursive'],
    [{ permission: 'browse', permission_name: 'write' }, 'write-allow-recursive'],
    [{ name: 'read', type: 'direct', reason: 'user:4:bob', other: 5 }, 'read-allow-recursive'],
  ])('%j means %s', (value, explicit) => {
    expect(formatExplicit(parsePermission(value)!)).toBe(explicit);
  });

  test.each([
    ...[{}, [], null, undefined, 5, true, ['read'], { access: 'allow' }],
    ...[{ name: null, permission_name: 'read' }, { name: 'read-match' }, { name: 5 }, { name: ['read'] }],
    ...[
      { name: 'Read' },
      { name: 'read', access: 'Deny' },
      { name: 'read', access: 5 },
      { name: 'read', access: '' },
    ],
    ...[
      { name: 'read', scope: 'all' },
      { name: 'read', scope: {} },
    ],
  ])('%j does not parse', (value) => {
    expect(parsePermission(value)).toBeUndefined();
  });
});

test('there are 23 names, in alphabetical order', () => {
  expect(PERMISSION_NAMES).toHaveLength(23);
  expect(PERMISSION_NAMES).toEqual([...PERMISSION_NAMES].sort());
});

test('permissions sort by name, then allow before deny, then match before recursive', () => {
  const sorted = ['write-deny', 'read-deny', 'read', 'write-match', 'read-deny-match', 'read-match']
    .map((text) => parsePermission(text)!)
    .sort(comparePermissions);
  expect(sorted.map(formatExplicit)).toEqual([
    'read-allow-match',
    'read-allow-recursive',
    'read-deny-match',
    'read-deny-recursive',
    'write-allow-match',
    'write-deny-recursive',
  ]);
});
