import { normalPath } from './normal-path';

describe('the normal form of a path', () => {
  it.each([
    ['/ui/%6Cogin', '/ui/login'],
    ['/ui/%6cogin', '/ui/login'],
    ['//ui///login//', '/ui/login/'],
    ['/ui%2Flogin', '/ui/login'],
    ['/ui%2flogin', '/ui/login'],
    ['/ui/login;x', '/ui/login'],
    ['/ui;a=b/login%3Bx', '/ui/login'],
    ['/ui/;x/login', '/ui/login'],
    ['/ui%2F%2Flogin%3bx%2Fy', '/ui/login/y'],
    ['%2Fui/%7E%2D%2E%5F%30%39%41%5A%61%7A', '/ui/~-._09AZaz'],
  ])('of %s is %s', (path, normal) => {
    expect(normalPath(path)).toBe(normal);
    expect(normalPath(normal)).toBe(normal);
  });

  it('decodes exactly the unreserved characters, the slash and the semicolon', () => {
    const unreserved = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~';
    for (let byte = 0; byte < 256; byte += 1) {
      for (const hex of [byte.toString(16), byte.toString(16).toUpperCase()]) {
        const escape = `%${hex.padStart(2, '0')}`;
        const character = String.fromCharCode(byte);
        const expected = unreserved.includes(character)
          ? `/a${character}b`
          : ({ '/': '/a/b', ';': '/a' }[character] ?? `/a${escape}b`);
        expect(normalPath(`/a${escape}b`)).toBe(expected);
      }
    }
  });

  it.each([
    '/ui/groups/arctic%20shelf',
    '/ui/groups/a%25b',
    '/ui/%e4%BD%a0',
    '/ui/a+b',
    '/ui/login/',
    '/ui/login.',
  ])('of %s is itself', (path) => {
    expect(normalPath(path)).toBe(path);
  });
});
