import { pathBelow, upstreamAddress } from './upstream-address';

describe('the private URL of a service', () => {
  it.each([
    ['http://inner', { origin: 'http://inner', host: 'inner', path: '' }],
    ['http://inner:8080/base/', { origin: 'http://inner:8080', host: 'inner:8080', path: '/base' }],
    ['HTTPS://Inner:443/Base', { origin: 'https://inner', host: 'inner', path: '/Base' }],
    ['inner:8080/x', { origin: 'http://inner:8080', host: 'inner:8080', path: '/x' }],
    ['http://[::1]:80/x', { origin: 'http://[::1]', host: '[::1]', path: '/x' }],
  ])('%s is connected to by its origin', (url, expected) => {
    expect(upstreamAddress(url)).toMatchObject(expected);
    expect(upstreamAddress(url)?.key).toBe(expected.origin);
  });

  it.each([
    ['http+unix://%2Frun%2Fapp.sock', { socketPath: '/run/app.sock', path: '' }],
    ['http+unix://%2Frun%2Fapp.sock/base/path/', { socketPath: '/run/app.sock', path: '/base/path' }],
    ['HTTP+UNIX://%2frun%2fmy%20app.sock/x', { socketPath: '/run/my app.sock', path: '/x' }],
  ])('%s is connected to by its socket', (url, expected) => {
    expect(upstreamAddress(url)).toMatchObject({
      ...expected,
      key: `unix:${expected.socketPath}`,
      origin: 'http://localhost',
      host: 'localhost',
    });
  });

  it.each([
    null,
    '',
    'ftp://inner/x',
    'http+unix://run/app.sock',
    'http+unix://%2Frun%2Fapp%ZZ/x',
    'http+unix://%2Frun%00app/x',
    'http+unix:///run/app.sock',
  ])('%s cannot be forwarded to', (url) => {
    expect(upstreamAddress(url)).toBeUndefined();
  });
});

describe('the path of a request at the upstream', () => {
  const at = (url: string, rest: string) => {
    const address = upstreamAddress(url);
    return address && pathBelow(address, rest);
  };

  it.each([
    ['http://inner', '/', '/'],
    ['http://inner/', '/', '/'],
    ['http://inner/base', '/base', '/base'],
    ['http://inner/base/', '/base/', '/base/'],
    ['http+unix://%2Frun%2Fapp.sock', '/', '/'],
    ['http+unix://%2Frun%2Fapp.sock/base', '/base', '/base'],
    ['http+unix://%2Frun%2Fapp.sock/base/', '/base/', '/base/'],
  ])('of %s is the path of the private URL, also after a lone slash', (url, bare, slash) => {
    expect([at(url, ''), at(url, '/')]).toEqual([bare, slash]);
  });

  it.each(['http://inner/base', 'http://inner/base/', 'http+unix://%2Frun%2Fapp.sock/base/'])(
    'below %s has one slash between base and rest',
    (url) => {
      expect([at(url, '/a'), at(url, '/a/'), at(url, '//a')]).toEqual(['/base/a', '/base/a/', '/base//a']);
    },
  );
});
