import { ConsoleAddresses } from './console-addresses';

const addresses = (
  publicUrl: string,
  proxyPublicUrl = `${new URL(publicUrl).origin}/ows/proxy`,
): ConsoleAddresses => new ConsoleAddresses({ publicUrl, proxyPublicUrl, uiEnabled: true });
const prefixed = addresses('https://gate.example.org/magpie');
const atRoot = addresses('http://localhost:2001');

describe('the addresses of the console', () => {
  it('begin with the path of SVC_URL', () => {
    expect(prefixed.home).toBe('/magpie/ui/');
    expect(atRoot.home).toBe('/ui/');
  });

  it.each([
    ['/magpie/ui/groups?tab=a#b', '/magpie/ui/groups?tab=a#b'],
    ['/magpie/ui', '/magpie/ui'],
    ['/maps/index.html', '/maps/index.html'],
    ['/magpie/api#/Session', '/magpie/api#/Session'],
    ['/magpie/ui/%2e%2e/ui/x', '/magpie/ui/x'],
  ])('lead back to the requested page %s', (wanted, path) => {
    expect(prefixed.afterSignIn(undefined, wanted)).toBe(path);
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/magpie/ui/../.././/evil.example',
    '/%2e//evil.example',
    'javascript:alert(1)',
    'groups',
    '',
    '//user@evil.example',
    'https://localhost@evil.example/',
    '/\r\nLocation: https://evil.example/',
    '//xn--80ak6aa92e.example',
    '//\u0435vil.example',
    '/\u3002\u3002/\\evil.example',
    'https:evil.example',
    '/magpie/signout',
    '/magpie/api/../signout',
    '/magpie/api-files/',
    '/magpie/ui/../signout',
    '/magpie/ui/login',
    '/magpie/ui/login?return=/magpie/ui/login',
    '/magpie/ui/logout/',
    '/magpi%65/signout',
    '/magpie%2Fsignout',
    '/magpie/ui/log%6fut',
    '/%ff',
  ])('lead to the first page of the console instead of %j', (wanted) => {
    expect(prefixed.afterSignIn(undefined, wanted)).toBe('/magpie/ui/');
    expect(prefixed.form({ error: 'refused', return: wanted })).toBe('/magpie/ui/login?error=refused');
  });

  describe('after a sign-in with a provider', () => {
    const gate = 'https://gate.example.org';
    const through = (path: string) =>
      `${gate}/magpie/ui/login?${new URLSearchParams({ continue: '', return: path })}`;

    it.each([
      ['/ows/proxy/wps?request=Execute', through('/ows/proxy/wps?request=Execute')],
      ['/ows/proxy', through('/ows/proxy')],
      ['/%6fws/proxy/wps', through('/%6fws/proxy/wps')],
      ['/ows//proxy/wps', through('/ows//proxy/wps')],
      ['/ows%2Fproxy/wps', through('/ows%2Fproxy/wps')],
      ['/ows/proxy/a%2fb', through('/ows/proxy/a%2fb')],
      ['/maps%2f..%2fows/proxy/wps', through('/maps%2f..%2fows/proxy/wps')],
      ['/maps%5C..%5Cows/proxy/wps', through('/maps%5C..%5Cows/proxy/wps')],
      ['/magpie/ui%2f..%2f..%2fows/proxy/wps', through('/magpie/ui%2f..%2f..%2fows/proxy/wps')],
      ['/%ff', `${gate}/magpie/ui/`],
    ])('lead to what can be a page of a service by the sign-in page: %s', (path, location) => {
      expect(prefixed.afterProvider(gate + path)).toBe(location);
    });

    it.each(['/magpie/ui/groups', '/magpie/session', '/maps/index.html'])(
      'lead directly to other pages: %s',
      (path) => {
        expect(prefixed.afterProvider(gate + path)).toBe(gate + path);
      },
    );

    it('lead to a service of a proxy with another origin by the sign-in page', () => {
      const two = addresses(`${gate}/magpie`, 'https://data.example.org/ows/proxy');
      const url = 'https://data.example.org/ows/proxy/wps';
      expect(two.afterProvider(url)).toBe(through(url));
      expect(two.afterProvider(`${gate}/ows/proxy/wps`)).toBe(`${gate}/ows/proxy/wps`);
    });

    it('never lead to a service without the sign-in page', () => {
      const settings = { publicUrl: gate, proxyPublicUrl: `${gate}/ows/proxy`, uiEnabled: false };
      expect(new ConsoleAddresses(settings).afterProvider(`${gate}/ows/proxy/wps`)).toBe(`${gate}/`);
    });
  });

  it('never lead to an operation of the API, when Gatehouse is served at the root of a host', () => {
    expect(atRoot.afterSignIn(undefined, '/users')).toBe('/ui/');
    expect(atRoot.afterSignIn(undefined, '/ui/users')).toBe('/ui/users');
  });

  it.each([
    '/ows/proxy/thredds/a.nc?x=1&y=%20#z',
    '/ows/proxy/thredds/',
    'http://localhost:2001/ows/proxy/thredds',
  ])('lead back to the page %s of a service', (wanted) => {
    expect(atRoot.afterSignIn(undefined, wanted)).toBe(wanted);
    expect(atRoot.form({ error: 'refused', return: wanted })).toBe(
      `/ui/login?${new URLSearchParams({ error: 'refused', return: wanted })}`,
    );
  });

  it('lead back to a service of a proxy with another origin', () => {
    const apart = addresses('http://localhost:2001', 'http://localhost:2002/ows/proxy');
    const page = 'http://localhost:2002/ows/proxy/thredds/a?b=c';
    expect(apart.afterSignIn(undefined, page)).toBe(page);
    for (const wanted of [
      'http://localhost:2003/ows/proxy/thredds',
      'https://localhost:2002/ows/proxy/thredds',
      'http://localhost:2002@evil.example/ows/proxy/thredds',
      'http://bob:secret@localhost:2002/ows/proxy/thredds',
      'http://localhost:2002/ows/proxy/../thredds',
      'http://localhost:2002.evil.example/ows/proxy/thredds',
      'http:\\\\localhost:2002/ows/proxy/thredds',
      '//localhost:2002/ows/proxy/thredds',
      'http://localhost:2002/ows/proxy/x\r\nLocation: https://evil.example',
      '/ows/proxy/thredds',
    ])
      expect(apart.afterSignIn(undefined, wanted)).toBe('/ui/');
  });

  it.each([
    '//evil.example/ows/proxy/x',
    '/\\evil.example/ows/proxy/x',
    '/ows/proxy/../../signout',
    '/ows/proxy/%2e%2e/%2e%2e/signout',
    '/ows/proxy/..%2f..%2fsignout',
    '/ows/proxy/..%5c..%5csignout',
    '/ows/proxying/x',
    '/ows/proxy',
    'http://localhost:2001@evil.example/ows/proxy/x',
    'http://localhost:2002/ows/proxy/x',
    'http://localhost:2001.evil.example/ows/proxy/x',
    'http:localhost:2001/ows/proxy/x',
  ])('do not interpret %j as the page of a service', (wanted) => {
    expect(atRoot.afterSignIn(undefined, wanted)).toBe('/ui/');
  });

  it('do not interpret operations of the API as services if the proxy is at the root of the same origin', () => {
    expect(
      addresses('http://localhost:2001', 'http://localhost:2001').afterSignIn(undefined, '/signout'),
    ).toBe('/ui/');
  });

  it.each([
    ['/session', '/magpie/session'],
    ['session', '/magpie/session'],
    ['https://gate.example.org/magpie/ui/x', '/magpie/ui/x'],
    ['https://evil.example/', '/magpie/ui/groups'],
    ['//evil.example', '/magpie/evil.example'],
    ['javascript:alert(1)', '/magpie/ui/groups'],
    ['https://gate.example.org@evil.example/', '/magpie/ui/groups'],
    ['https://gate.\u0435xample.org/', '/magpie/ui/groups'],
    ['ui/\r\nSet-Cookie: a=b', '/magpie/ui/groups'],
    ['https:evil', '/magpie/evil'],
    ['https:/\\evil.example', '/magpie/ui/groups'],
    ['.//evil.example', '/magpie//evil.example'],
    ['..//evil.example', '/magpie/ui/groups'],
  ])(
    'follow the Homepage-Route %s to %s, which takes precedence over the requested page',
    (homepage, path) => {
      expect(prefixed.afterSignIn(homepage, '/magpie/ui/groups')).toBe(path);
    },
  );

  it('report the failure to the form as a code', () => {
    expect(prefixed.form({ error: 'limited', retryAfter: 754, return: '/magpie/ui/a?b=c&d' })).toBe(
      '/magpie/ui/login?error=limited&retry_after=754&return=%2Fmagpie%2Fui%2Fa%3Fb%3Dc%26d',
    );
    expect(prefixed.form({ error: 'busy', retryAfter: NaN })).toBe('/magpie/ui/login?error=busy');
  });
});
