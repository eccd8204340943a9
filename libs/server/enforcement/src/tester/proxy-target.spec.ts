import { proxyTarget } from './proxy-target';

const DIRECT = { proxyPublicUrl: 'http://localhost:2002/ows/proxy', proxyBasePath: '/ows' };
const BEHIND = { proxyPublicUrl: 'https://data.example.org/twitcher/ows/proxy', proxyBasePath: '/ows' };

describe('the target of a URL at the proxy', () => {
  it.each([
    ['http://localhost:2002/ows/proxy/thredds/a%2Fb?x=%20', '/ows/proxy/thredds/a%2Fb?x=%20'],
    ['HTTP://LOCALHOST:2002/ows/proxy/thredds', '/ows/proxy/thredds'],
    ['/ows/proxy/thredds/../x', '/ows/proxy/thredds/../x'],
    ['/ows/proxy', '/ows/proxy'],
    ['thredds/ocean?a#b', '/ows/proxy/thredds/ocean?a'],
    ['http://localhost:2002/ows/proxy/x#top', '/ows/proxy/x'],
    ['http://localhost:2002/ows/proxy//x', '/ows/proxy//x'],
  ])('of %s is %s', (url, target) => {
    expect(proxyTarget(url, DIRECT)).toBe(target);
  });

  it.each([
    ['https://data.example.org/twitcher/ows/proxy/x/y', '/ows/proxy/x/y'],
    ['https://data.example.org:443/twitcher/ows/proxy/x', '/ows/proxy/x'],
    ['/twitcher/ows/proxy/x', '/ows/proxy/x'],
    ['/ows/proxy/x', '/ows/proxy/x'],
  ])('behind a front end, of %s is %s', (url, target) => {
    expect(proxyTarget(url, BEHIND)).toBe(target);
  });

  it.each([
    'https://evil.example.org/twitcher/ows/proxy/x',
    'https://data.example.org@evil.example.org/twitcher/ows/proxy/x',
    'https://bob:secret@data.example.org/twitcher/ows/proxy/x',
    'https://data.example.org:444/twitcher/ows/proxy/x',
    'http://data.example.org/twitcher/ows/proxy/x',
    'https://data.example.org/twitcher/ows/proxying/x',
    'https://data.example.org',
    'ftp://data.example.org/twitcher/ows/proxy/x',
    '/other/x',
  ])('does not exist for %s', (url) => {
    expect(proxyTarget(url, BEHIND)).toBeUndefined();
  });
});
