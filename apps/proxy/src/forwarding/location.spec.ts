import { publicLocation } from './location';
import { upstreamAddress } from './upstream-address';

describe('the location of a redirect', () => {
  const below = (privateUrl: string) => (location: string) => {
    const upstream = upstreamAddress(privateUrl);
    if (!upstream) throw new Error('no address');
    return publicLocation(location, upstream, 'https://gate.example.org/ows/proxy/maps');
  };

  it.each([
    ['http://inner:8080/base/x?y#z', 'https://gate.example.org/ows/proxy/maps/x?y#z'],
    ['http://inner:8080/base', 'https://gate.example.org/ows/proxy/maps'],
    ['//inner:8080/base/x', 'https://gate.example.org/ows/proxy/maps/x'],
    ['HTTP://INNER:8080/base/x', 'https://gate.example.org/ows/proxy/maps/x'],
    ['/base/x', 'https://gate.example.org/ows/proxy/maps/x'],
  ])('%s is converted to the public address', (location, expected) => {
    expect(below('http://inner:8080/base/')(location)).toBe(expected);
  });

  it.each([
    'http://inner:8080/basement/x',
    'http://inner:8080/other',
    'http://inner:9090/base/x',
    'https://elsewhere.example.org/base/x',
    '/other',
    '/ows/proxy/maps/x',
    'x/y',
    '?q',
    'http://[broken',
    'mailto:somebody@example.org',
  ])('%s is unchanged', (location) => {
    expect(below('http://inner:8080/base')(location)).toBe(location);
  });

  it('of a service at the root of its host is converted unless it is already public', () => {
    expect(below('http://inner')('/login')).toBe('https://gate.example.org/ows/proxy/maps/login');
    expect(below('http://inner')('/ows/proxy/maps/login')).toBe('/ows/proxy/maps/login');
  });
});
