import { geoserverWfsService } from './geoserver-wfs';
import { readerOf } from './reading.fixture';

const NODES = ['s service', 's/W1 workspace', 's/W1/L1', 's/W1/M1', 's/W2 workspace', 's/W2/L1'];
const read = readerOf(geoserverWfsService, NODES);
const get = (path: string, query: string) => read(`GET ${path}?service=WFS&${query}`);
const post = (path: string, body: string) => read(`POST ${path}`, { body });

describe('the address of the WFS of a GeoServer', () => {
  test.each([
    ['/wfs', 's exact'],
    ['/ows', 's exact'],
    ['/geoserver/wfs', 's exact'],
    ['/W1/wfs', 's partial'],
    ['/W1/ows', 's partial'],
    ['', 's exact'],
    ['/geoserver', 's exact'],
  ])('%s has capabilities of (%s)', (path, expected) => {
    expect(get(path, 'request=GetCapabilities')).toBe(`getcapabilities ${expected}`);
  });

  test.each([
    '/W1/L1/wfs',
    '/wfs/x',
    '/wms',
    '/rest/layers',
    '/wfs3',
    '/ogc/features',
    '/W%31/wfs',
    '/x/geoserver/wfs',
  ])('is not %s', (path) => {
    expect(get(path, 'request=GetCapabilities')).toBe('outside InvalidParameterValue path');
  });

  test.each(['cgi-bin/mapserv', '', 'wfs', 'geoserver/ows'])(
    'is also the private URL https://x/%s, if the request states the protocol',
    (path) => {
      const reader = readerOf(geoserverWfsService, NODES, { privatePath: path.split('/').filter(Boolean) });
      expect(reader('GET ?service=WFS&request=GetFeature&typenames=W1:L1')).toBe('getfeature s/W1/L1 exact');
      const body = '<GetFeature service="WFS"><Query typeName="W1:L1"/></GetFeature>';
      expect(reader('POST ', { body })).toBe('getfeature s/W1/L1 exact');
      expect(reader('GET ?request=GetFeature&typenames=W1:L1')).toBe('getfeature s/W1/L1 exact, s partial');
    },
  );

  test.each(['geoserver/W1/wfs', 'W2/OWS'])(
    'is perhaps that of a workspace at the private URL https://x/%s, and also reaches the service',
    (path) => {
      const reader = readerOf(geoserverWfsService, NODES, { privatePath: path.split('/') });
      expect(reader('GET ?service=WFS&request=GetFeature&typenames=W1:L1')).toBe(
        'getfeature s/W1/L1 exact, s partial',
      );
    },
  );

  test('determines the service if the parameter is missing', () => {
    expect(read('GET /wfs?request=GetFeature&typename=W1:L1')).toBe('getfeature s/W1/L1 exact');
    expect(read('GET /wfs?service=WMS&request=GetFeature&typename=W1:L1')).toBe(
      'outside InvalidParameterValue service',
    );
  });
});

describe('names of types in parameters', () => {
  test.each([
    ['/wfs', 'W1:L1', 's/W1/L1 exact'],
    ['/wfs', 'w1:l1', 's/W1/L1 exact'],
    ['/wfs', 'W1:x', 's/W1 partial'],
    ['/wfs', 'W3:L1', 's partial, s/W1/L1 exact, s/W2/L1 exact'],
    ['/wfs', 'L1', 's partial, s/W1/L1 exact, s/W2/L1 exact'],
    ['/wfs', '(W1:L1,W2:L1)', 's/W1/L1 exact, s/W2/L1 exact'],
    ['/W1/wfs', 'L1,M1', 's/W1/L1 exact, s/W1/M1 exact'],
    ['/W1/wfs', 'W1:L1', 's/W1/L1 exact'],
    ['', 'W1:L1', 's/W1/L1 exact'],
  ])('below %s need permissions on what they may name: %s', (path, names, expected) => {
    expect(get(path, `request=GetFeature&typenames=${names}`)).toBe(`getfeature ${expected}`);
  });

  test('are all of the workspace of the path', () => {
    expect(get('/W1/wfs', 'request=GetFeature&typename=L1,W2:L1')).toBe('outside InvalidParameterValue path');
  });

  test('of an address that may be a layer group need the permission everywhere', () => {
    expect(get('/group/wfs', 'request=GetFeature&typename=L1')).toBe('getfeature s partial, everywhere');
  });

  test('that are missing mean all types of the address', () => {
    for (const query of ['request=DescribeFeatureType', 'request=DescribeFeatureType&typename=']) {
      expect(get('/wfs', query)).toBe('describefeaturetype everywhere');
      expect(get('/W1/wfs', query)).toBe('describefeaturetype s/W1 partial, s/W1/L1 exact, s/W1/M1 exact');
      expect(get('/group/wfs', query)).toBe('describefeaturetype everywhere');
    }
  });
});

describe('prefixes that are bound', () => {
  const bound = (name: string, value: string, type = 'W1:L1') =>
    get('/wfs', `request=GetFeature&typename=${type}&${name}=${encodeURIComponent(value)}`);

  test.each([
    ['namespaces', 'xmlns(W1,http://example.org/w1)', 's/W1/L1 exact'],
    ['namespace', 'xmlns(W1=http://example.org/W1)', 's/W1/L1 exact'],
    ['namespaces', 'xmlns(x,http://x),xmlns( W1 , urn:x:W1 )', 's/W1/L1 exact'],
    ['namespaces', 'xmlns(x,http://example.org/W2)', 's/W1/L1 exact'],
    ['namespaces', 'xmlns(W1,http://example.org/W2)', 's partial, s/W1/L1 exact, s/W2/L1 exact'],
    ['namespace', 'xmlns(W1=http://example.org/W2)', 's partial, s/W1/L1 exact, s/W2/L1 exact'],
    ['namespaces', 'xmlns(W1,http://x/W1)xmlns(W1,http://x/W2)', 's partial, s/W1/L1 exact, s/W2/L1 exact'],
  ])('by %s=%s are looked up as the server does', (name, value, expected) => {
    expect(bound(name, value)).toBe(`getfeature ${expected}`);
  });

  test.each(['W1', 'http://x', 'xmlns(http://x)', 'xmlns(a,http://x/(b))', 'xmlns(a,b'])(
    'are not in %s',
    (value) => {
      expect(bound('namespaces', value)).toBe('outside InvalidParameterValue namespaces');
    },
  );

  test('in GetCapabilities are none: it is the name of a workspace', () => {
    expect(get('/wfs', 'request=GetCapabilities&namespace=W1')).toBe('getcapabilities s exact');
  });

  test.each([
    [
      '<GetFeature xmlns:W1="http://example.org/W1"><Query typeName="W1:L1"/><Query typeName="W2:L1"/></GetFeature>',
      's/W1/L1 exact, s/W2/L1 exact',
    ],
    [
      '<GetFeature><Query xmlns:W1="http://example.org/W2" typeName="W1:L1"/></GetFeature>',
      's partial, s/W1/L1 exact, s/W2/L1 exact',
    ],
    [
      '<GetFeature xmlns:W1="http://x/W1"><Query xmlns:W1="http://x/W2" typeName="W1:L1"/></GetFeature>',
      's partial, s/W1/L1 exact, s/W2/L1 exact',
    ],
    ['<GetFeature xmlns:W1="http://x#W1"><Query typeName="W1:L1"/></GetFeature>', 's/W1/L1 exact'],
    [
      '<GetFeature xmlns:W1="http://x/notW1"><Query typeName="W1:M1"/></GetFeature>',
      's partial, s/W1/M1 exact, s/W2 partial',
    ],
    [
      '<GetFeature xmlns:W1="http://W1/x"><Query typeName="W1:M1"/></GetFeature>',
      's partial, s/W1/M1 exact, s/W2 partial',
    ],
  ])('by a document are looked up as the server does: %s', (body, expected) => {
    expect(post('/wfs', body)).toBe(`getfeature ${expected}`);
  });

  test('may name a workspace that has another name', () => {
    const body = '<GetFeature xmlns:foo="http://example.org/foo"><Query typeName="foo:L1"/></GetFeature>';
    expect(post('/wfs', body)).toBe('getfeature s partial, s/W1/L1 exact, s/W2/L1 exact');
    expect(bound('namespaces', 'xmlns(foo,http://x/foo)', 'foo:L1')).toBe(
      'getfeature s partial, s/W1/L1 exact, s/W2/L1 exact',
    );
    expect(bound('namespaces', 'xmlns(foo,http://x/foo)', 'bar:L1')).toBe(
      'getfeature s partial, s/W1/L1 exact, s/W2/L1 exact',
    );
  });

  test('do not matter in the service of a workspace', () => {
    const body = '<GetFeature xmlns:x="http://example.org/W2"><Query typeName="x:L1"/></GetFeature>';
    expect(post('/W1/wfs', body)).toBe('getfeature s/W1/L1 exact');
    const named = '<GetFeature xmlns:data="http://example.org/data"><Query typeName="data:L1"/></GetFeature>';
    expect(post('/W1/wfs', named)).toBe('getfeature s/W1/L1 exact');
    expect(post('/W1/wfs', named.replaceAll('data', 'W2'))).toBe('outside InvalidParameterValue path');
  });

  test.each([
    ['/wfs', '<w1:L1 xmlns:w1="http://example.org/W1"/>', 's/W1/L1 exact'],
    ['/wfs', '<x:L1 xmlns:x="http://example.org/W1"/>', 's partial, s/W1/L1 exact, s/W2/L1 exact'],
    ['/wfs', '<L1 xmlns="http://example.org/W1"/>', 's/W1/L1 exact'],
    ['/wfs', '<L1 xmlns="http://example.org/unknown"/>', 's partial, s/W1/L1 exact, s/W2/L1 exact'],
    ['/wfs', '<L1/>', 's partial, s/W1/L1 exact, s/W2/L1 exact'],
    ['/W1/wfs', '<L1/>', 's/W1/L1 exact'],
    ['/W1/wfs', '<L1 xmlns="http://example.org/data"/>', 's/W1/L1 exact'],
    ['/wfs', '<W1:L1 xmlns:W1="http://example.org/W2"/>', 's partial, s/W1/L1 exact, s/W2/L1 exact'],
    ['/W1/wfs', '<x:L1 xmlns:x="http://example.org/W1"/>', 's/W1/L1 exact'],
  ])(
    'below %s by a feature to be inserted are looked up as the server does: %s',
    (path, feature, expected) => {
      expect(post(path, `<Transaction><Insert>${feature}</Insert></Transaction>`)).toBe(
        `transaction ${expected} !`,
      );
    },
  );
});

describe('identifiers of features', () => {
  const BY_ID = 'storedquery_id=urn:ogc:def:query:OGC-WFS::GetFeatureById';

  test.each([
    ['/wfs', 'featureid=W1:L1.1', 's/W1/L1 exact'],
    ['/wfs', 'typename=W1:L1&featureid=L1.1', 's/W1/L1 exact'],
    ['/wfs', 'typename=W1:L1&featureid=W2:L1.1', 's/W1/L1 exact, s/W2/L1 exact'],
    ['/wfs', 'featureid=L1.1', 's partial, s/W1/L1 exact, s/W2/L1 exact'],
    ['/W1/wfs', 'typename=L1&featureid=M1.1', 's/W1/L1 exact, s/W1/M1 exact'],
    ['/W1/wfs', `${BY_ID}&id=L1.1`, 's/W1/L1 exact'],
    ['/wfs', `${BY_ID}&id=L1.1`, 's partial, s/W1/L1 exact, s/W2/L1 exact'],
    ['/wfs', `${BY_ID}&id=L1.1&typename=W1:L1`, 's/W1/L1 exact, s partial, s/W2/L1 exact'],
    ['/wfs', `${BY_ID}&typename=W1:L1&featureid=L1.1`, 's/W1/L1 exact, s partial, s/W2/L1 exact, everywhere'],
    ['/W1/wfs', 'storedquery_id=q', 's/W1 partial, everywhere'],
  ])('below %s need permissions on what they may belong to: %s', (path, query, expected) => {
    expect(get(path, `request=GetFeature&${query}`)).toBe(`getfeature ${expected}`);
  });

  test('of GML objects need the permission everywhere', () => {
    expect(get('/wfs', 'request=GetGmlObject&gmlobjectid=L1.1')).toBe('getgmlobject s partial, everywhere');
    const body =
      '<GetGmlObject xmlns:gml="http://www.opengis.net/gml"><GmlObjectId gml:id="L1.1"/></GetGmlObject>';
    expect(post('/wfs', body)).toBe('getgmlobject s partial, everywhere');
  });
});

describe('operations', () => {
  test.each([
    ['request=GetPropertyValue&typenames=W1:L1&valuereference=a', 'getpropertyvalue s/W1/L1 exact'],
    ['request=LockFeature&typename=W1:L1', 'lockfeature s/W1/L1 exact !'],
    ['request=GetFeatureWithLock&typename=W1:L1', 'getfeaturewithlock s/W1/L1 exact !'],
    ['request=ListStoredQueries', 'liststoredqueries s partial'],
    ['request=CreateStoredQuery', 'createstoredquery s partial !'],
    [
      'request=GetFeature&typename=W1:L1&viewparams=a:1&cql_filter=INTERSECTS(g,POINT(1%202))',
      'getfeature s/W1/L1 exact',
    ],
  ])('%s needs %s', (query, expected) => {
    expect(get('/wfs', query)).toBe(expected);
  });

  test.each([
    "request=GetFeature&typename=W1:L1&cql_filter=querySingle('W2:L1','a','INCLUDE')=1",
    'request=GetFeature&typename=W1:L1&propertyname=a&sortby=f(a)',
    'request=GetFeature&typename=W1:L1&format_options=layout:../x',
    'request=GetFeature&typename=*',
    'request=GetMap&layers=W1:L1',
    'request=GetFeature&typename=W1:L1&typenames=W2:L1',
    'request=Transaction&typename=W1:L1',
  ])('do not have %s', (query) => {
    expect(get('/wfs', query)).toMatch(/^outside/);
  });
});

test('a namespace of any length is not a workspace', () => {
  const queries = '<Query typeName="a:L1"/>'.repeat(4_000);
  for (const namespace of [`http:${'/'.repeat(300_000)}x`, 'a'.repeat(300_000)]) {
    expect(post('/wfs', `<GetFeature xmlns:a="${namespace}">${queries}</GetFeature>`)).toBe(
      'getfeature s partial, s/W1/L1 exact, s/W2/L1 exact',
    );
  }
});
