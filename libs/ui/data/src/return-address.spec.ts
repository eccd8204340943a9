import { deploymentPaths } from './deployment';
import { continueAddress, returnAddress, signInAddress } from './return-address';

const atRoot = deploymentPaths('https://gate.example/ui/');
const behindPrefix = deploymentPaths('https://gate.example/auth/ui/');

describe('the address that leads to a page after sign-in', () => {
  const through = (page: string) =>
    `https://gate.example/auth/ui/continue?${new URLSearchParams({ return: page })}`;

  it.each([
    ['https://gate.example/auth/ui/', 'https://gate.example/auth/ui/'],
    ['https://gate.example/auth/ui', 'https://gate.example/auth/ui'],
    ['https://gate.example/auth/ui/groups/a%20b?c=d', 'https://gate.example/auth/ui/groups/a%20b?c=d'],
    ['https://gate.example/auth/ui/..%2f..%2fows/proxy/wps', through('/auth/ui/..%2f..%2fows/proxy/wps')],
    ['https://gate.example/ows/proxy/wps?a=b', through('/ows/proxy/wps?a=b')],
    ['https://gate.example/maps/', through('/maps/')],
    ['https://data.example/ows/proxy/wps', through('https://data.example/ows/proxy/wps')],
    ['https://gate.example.evil/', through('https://gate.example.evil/')],
  ])('of %s is %s', (page, address) => {
    expect(continueAddress(page, behindPrefix)).toBe(address);
  });
});

describe('the address that a user returns to after signing in', () => {
  it.each([
    ['/ui/', 'https://gate.example/ui/'],
    ['/ui', 'https://gate.example/ui'],
    ['/ui/users/bob?tab=groups#rules', 'https://gate.example/ui/users/bob?tab=groups#rules'],
    ['/ui/users/b%2Fb', 'https://gate.example/ui/users/b%2Fb'],
  ])('is the page of the console they came from: %s', (wanted, address) => {
    expect(returnAddress(wanted, atRoot)).toBe(address);
  });

  it('may be the documentation page of the API, but none of its routes', () => {
    expect(returnAddress('/auth/api', behindPrefix)).toBe('https://gate.example/auth/api');
    for (const route of ['/auth/api/../signout', '/auth/apis', '/auth/api/x'])
      expect(returnAddress(route, behindPrefix)).toBe('https://gate.example/auth/ui/');
  });

  it('may be another application on the same host', () => {
    expect(returnAddress('/gate/ows/proxy/thredds/data', behindPrefix)).toBe(
      'https://gate.example/gate/ows/proxy/thredds/data',
    );
  });

  it.each([
    ['another host', '//evil.example'],
    ['another host by backslash', '/\\evil.example'],
    ['another host by two backslashes', '\\\\evil.example'],
    ['another host by a late backslash', '/ui/\\..\\..\\/evil.example'],
    ['another host by tab', '/\t/evil.example'],
    ['another host by line break', '/\r\n/evil.example'],
    ['another host by dot segments', '/.//evil.example'],
    ['another host by dot segments below the console', '/ui/..//evil.example'],
    ['another host by encoded dot segments', '/ui/%2e%2e//evil.example'],
    ['a header break', '/ui/\r\nSet-Cookie: a=b'],
    ['a scheme without slashes', 'https:evil.example'],
    ['a whole address', 'https://evil.example/ui/'],
    ['our own address with a name in it', 'https://gate.example@evil.example/ui/'],
    ['userinfo', '//gate.example@evil.example/ui/'],
    ['an international host name', '//еvil.example'],
    ['a script', 'javascript:alert(1)'],
    ['a script with leading space', ' javascript:alert(1)'],
    ['data', 'data:text/html,x'],
    ['a relative path', 'users'],
    ['only a query', '?return=/ui/'],
    ['nothing', ''],
    ['a host that does not parse', '//['],
  ])('is home for %s', (_case, wanted) => {
    expect(returnAddress(wanted, atRoot)).toBe('https://gate.example/ui/');
  });

  it.each([
    '/signout',
    '/signin?user_name=eve&password=x',
    '/auth/signout',
    '/auth/ui/../signout',
    '/auth/ui/%2e%2e/network/nodes/n/token',
    '/auth/uisomething',
  ])('is home for a route of the API: %s', (wanted) => {
    const deployment = wanted.startsWith('/auth') ? behindPrefix : atRoot;
    expect(returnAddress(wanted, deployment)).toBe(`https://gate.example${deployment.consoleBase}`);
  });

  it('is home when it is the sign-in page itself', () => {
    expect(returnAddress('/ui/login?return=/ui/login', atRoot)).toBe('https://gate.example/ui/');
  });

  it('is home when none was given', () => {
    expect(returnAddress(null, behindPrefix)).toBe('https://gate.example/auth/ui/');
  });
});

describe('the page of a service that a user returns to after signing in', () => {
  const ownProxy = 'https://gate.example/ows/proxy';
  const otherProxy = 'https://data.example:8443/ows/proxy';
  const home = 'https://gate.example/ui/';

  it.each([
    [
      '/ows/proxy/thredds/a.nc?x=1&y=%20#z',
      ownProxy,
      'https://gate.example/ows/proxy/thredds/a.nc?x=1&y=%20#z',
    ],
    ['https://gate.example/ows/proxy/thredds', ownProxy, 'https://gate.example/ows/proxy/thredds'],
    [
      'https://data.example:8443/ows/proxy/thredds/a',
      otherProxy,
      'https://data.example:8443/ows/proxy/thredds/a',
    ],
  ])('is followed: %s', (wanted, proxy, address) => {
    expect(returnAddress(wanted, atRoot, proxy)).toBe(address);
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
    '/ows/proxy/x\r\nSet-Cookie:a=b',
    '/\t/evil.example/ows/proxy/x',
    'https://gate.example@evil.example/ows/proxy/x',
    'https://bob:secret@gate.example/ows/proxy/x',
    'https://gate.example:444/ows/proxy/x',
    'http://gate.example/ows/proxy/x',
    'https://gate.example.evil.example/ows/proxy/x',
    'https://gate.example/ows/proxy/../../signout',
    'https:/\\gate.example/ows/proxy/x',
    'https:gate.example/ows/proxy/x',
    'javascript:alert(1)',
    'https://data.example:8443/ows/proxy/x',
  ])('is home instead of %j', (wanted) => {
    expect(returnAddress(wanted, atRoot, ownProxy)).toBe(home);
  });

  it.each([
    'https://data.example/ows/proxy/x',
    'https://data.example:8444/ows/proxy/x',
    'https://data.example:8443@evil.example/ows/proxy/x',
    'https://data.example:8443/ows/proxy/../x',
    'https://bob@data.example:8443/ows/proxy/x',
    '//data.example:8443/ows/proxy/x',
  ])('is home instead of %j, where the proxy has another origin', (wanted) => {
    expect(returnAddress(wanted, atRoot, otherProxy)).toBe(home);
  });

  it('never is an operation of the API, where the proxy is at the root of the same origin', () => {
    expect(returnAddress('/signout', atRoot, 'https://gate.example')).toBe(home);
  });
});

describe('the address of the sign-in page', () => {
  it('contains the complete address of the page to return to', () => {
    const address = signInAddress('/auth/ui/users/bob?tab=a&b=c#d', behindPrefix);
    expect(address).toBe('/auth/ui/login?return=%2Fauth%2Fui%2Fusers%2Fbob%3Ftab%3Da%26b%3Dc%23d');
    expect(new URL(address, 'https://gate.example').searchParams.get('return')).toBe(
      '/auth/ui/users/bob?tab=a&b=c#d',
    );
  });

  it('is plain when one returns home anyway', () => {
    expect(signInAddress('/ui/', atRoot)).toBe('/ui/login');
  });
});
