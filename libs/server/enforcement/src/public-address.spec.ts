import { PublicAddress } from './public-address';

describe('the public address', () => {
  const address = new PublicAddress({
    proxyPublicUrl: 'https://gate.example.org:8443/front/ows/proxy',
    proxyBasePath: '/ows',
    networkTokenName: 'ticket',
  });

  it('of a service is below the configured base', () => {
    expect(address.urlOf('maps')).toBe('https://gate.example.org:8443/front/ows/proxy/maps');
    expect(address.pathOf('maps')).toBe('/front/ows/proxy/maps');
    expect(address).toMatchObject({ protocol: 'https', host: 'gate.example.org:8443' });
  });

  it('of a request includes the prefix that the front end removes', () => {
    expect(address.urlOfTarget('/ows/verify/maps?a=b')).toBe(
      'https://gate.example.org:8443/front/ows/verify/maps?a=b',
    );
  });

  it('of a request that a front end received is below the host of the front end', () => {
    expect(address.urlOfPublicTarget('/data/maps?a=b')).toBe('https://gate.example.org:8443/data/maps?a=b');
  });

  it('redacts the network token in any spelling of its name', () => {
    expect(address.urlOfTarget('/ows/proxy/maps?a=b&ticket=s')).toContain('?a=b&ticket=***');
    expect(address.urlOfPublicTarget('/maps?t%69cket=s&tickets=2')).toContain('?t%69cket=***&tickets=2');
  });
});
