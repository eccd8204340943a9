import supertest from 'supertest';
import { Builders } from './harness/builders';
import { type TestApi, startApi } from './harness/start-api';

describe.each([
  [
    'of the same origin',
    'https://gate.example.org/magpie',
    'https://gate.example.org/ows/proxy',
    '/magpie',
    '',
  ],
  [
    'of another origin',
    'https://gate.example.org',
    'https://data.example.org/ows/proxy',
    '',
    'https://data.example.org',
  ],
])('a sign-in for the page of a service %s', (_which, url, proxyUrl, prefix, origin) => {
  let api: TestApi;
  let user: string;
  beforeAll(async () => {
    api = await startApi({ SVC_URL: url, SVC_PROXY_PUBLIC_URL: proxyUrl });
    user = await api.make.user();
    for (const type of ['wps', 'wfs', 'ncwms', 'thredds', 'api', 'access', 'geoserver'])
      await api.make.service({ service_name: type, service_type: type });
  });
  afterAll(() => api.close());

  const home = `${prefix}/ui/`;
  /** Where the sign-in page and the sign-in by form lead to. */
  const locations = async (wanted: string): Promise<string[]> => {
    const at = () => supertest(api.anonymous.url);
    const query = new URLSearchParams({ return: wanted }).toString();
    const continued = await at().get(`/ui/continue?${query}`).redirects(0).expect(302);
    const body = { user_name: user, password: Builders.PASSWORD };
    const byForm = await at().post(`/ui/login?${query}`).send(body).redirects(0).expect(302);
    return [continued, byForm].map(({ headers }) => String(headers['location']));
  };

  it.each([
    '/ows/proxy/wps?service=WPS&request=GetCapabilities',
    '/ows/proxy/wps?SERVICE=wps&REQUEST=DescribeProcess&version=1.0.0&identifier=buffer#a',
    '/ows/proxy/wfs?service=WFS&request=GetFeature&version=2.0.0&typeNames=a:b',
    '/ows/proxy/thredds/catalog/a/catalog.html',
    '/ows/proxy/api/any/path?with=query',
    '/ows/proxy/access/',
    '/ows/proxy/geoserver/a/wms?service=WMS&request=GetCapabilities',
  ])('continues with %s, which executes nothing', async (path) => {
    expect(await locations(origin + path)).toEqual([origin + path, origin + path]);
  });

  it.each([
    '/ows/proxy/wps?service=WPS&request=Execute&version=1.0.0&identifier=buffer',
    '/ows/proxy/wps?service=WPS&Request=EXECUTE&version=1.0.0&identifier=buffer',
    '/ows/proxy/wps/?service=WPS&request=%45xecute&version=1.0.0&identifier=buffer',
    '/ows/proxy/wps?request=Unheard',
    '/ows/proxy/wps?service=WPS&request=GetCapabilities&request=Execute',
    '/ows/proxy/wps/processes/buffer/execution',
    '/ows/proxy/wps',
    '/ows/proxy/wfs?service=WFS&request=Transaction&version=1.1.0',
    '/ows/proxy/wfs?service=WFS&request=LockFeature&version=1.1.0&typename=a:b',
    '/ows/proxy/wfs?service=WFS&request=GetFeatureWithLock&version=2.0.0&typenames=a:b',
    '/ows/proxy/geoserver/wps?service=WPS&request=Execute&version=1.0.0&identifier=buffer',
    '/ows/proxy/nowhere/a',
    '/ows/proxy/api/%2e%2e%2fwps?service=WPS&request=Execute&identifier=buffer',
  ])('leads to the console instead of %s', async (path) => {
    expect(await locations(origin + path)).toEqual([home, home]);
  });

  it.each([
    '/%6fws/proxy/wps?service=WPS&request=Execute&identifier=buffer',
    '/ows//proxy/wps?service=WPS&request=Execute&identifier=buffer',
    '/ows%2Fproxy/wps?service=WPS&request=Execute&identifier=buffer',
    '/maps%2f..%2fows/proxy/wps?service=WPS&request=Execute&identifier=buffer',
  ])('leads nowhere else by a path that a front end could decode: %s', async (path) => {
    // As paths of the own origin they name services only where the origins are the same.
    const expected = origin === '' ? home : undefined;
    for (const location of await locations(path)) {
      if (expected !== undefined) expect(location).toBe(expected);
      expect(location.startsWith('https://data.example.org')).toBe(false);
    }
  });

  it.each([['/ui/groups/a%20b?c=d#e'], ['/ui/users']])(
    'continues with the page %s of the console',
    async (page) => {
      expect(await locations(prefix + page)).toEqual([prefix + page, prefix + page]);
    },
  );

  it.each(['/signout', '/ui/logout', '/ui/login', '/ui/continue', '/ui/continue?return=/ui/continue'])(
    'never continues with %s',
    async (path) => {
      expect(await locations(prefix + path)).toEqual([home, home]);
    },
  );

  it('continues with the console without a page', async () => {
    const reply = await supertest(api.anonymous.url).get('/ui/continue').redirects(0).expect(302);
    expect(reply.headers['location']).toBe(home);
  });
});
