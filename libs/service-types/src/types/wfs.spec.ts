import { readerOf } from './reading.fixture';
import { wfsService } from './wfs';

const NODES = ['s service', 's/roads', 's/rivers', 's/ns:lakes', 's/a.b'];
const read = readerOf(wfsService, NODES);
const get = (query: string, path = '') => read(`GET ${path}?service=WFS&${query}`);
const post = (body: string, type = 'text/xml') => read('POST', { body, type });

describe('the address of a WFS', () => {
  test.each(['', '/wfs', '/WFS'])('is %j', (path) => {
    expect(get('request=GetCapabilities', path)).toBe('getcapabilities s exact');
  });

  test.each(['/x', '/wfs3/collections', '/wfs/x', '/x/ogcapi/collections/rivers/items', '/ogcapi'])(
    'is not %j',
    (path) => {
      expect(get('request=GetCapabilities', path)).toBe('outside InvalidParameterValue path');
    },
  );

  test('is at the path segment of the option instead, if the option is set', () => {
    const other = readerOf(wfsService, NODES, { endpoint: 'mapserv' });
    expect(other('GET /mapserv?service=WFS&request=GetCapabilities')).toBe('getcapabilities s exact');
    expect(other('GET /wfs?service=WFS&request=GetCapabilities')).toBe('outside InvalidParameterValue path');
  });

  test.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])('does not accept %s', (method) => {
    expect(read(`${method} ?service=WFS&request=GetCapabilities`)).toBe(
      'outside OperationNotSupported method',
    );
  });

  test('accepts GET, HEAD, forms and empty POSTs', () => {
    const query = 'service=WFS&request=GetFeature&typename=roads';
    for (const request of [`GET ?${query}`, `HEAD ?${query}`, `POST ?${query}`]) {
      expect(read(request)).toBe('getfeature s/roads exact');
    }
    const type = 'application/x-www-form-urlencoded';
    expect(read('POST', { body: query, type })).toBe('getfeature s/roads exact');
    expect(read('POST ?typename=rivers', { body: query, type })).toBe(
      'outside InvalidParameterValue typename',
    );
  });
});

describe('the parameters of a WFS', () => {
  test('name the service and the operation', () => {
    expect(read('GET ?request=GetCapabilities')).toBe('outside MissingParameterValue service');
    expect(read('GET ?service=WMS&request=GetCapabilities')).toBe('outside InvalidParameterValue service');
    expect(read('GET ?service=wfs&request=getcapabilities')).toBe('getcapabilities s exact');
    expect(get('typename=roads')).toBe('outside MissingParameterValue request');
    expect(get('request=GetMap&layers=roads')).toBe('outside InvalidParameterValue request');
    expect(get('request=GetGmlObject&gmlobjectid=roads.1')).toBe('outside InvalidParameterValue request');
    expect(get('request=ReleaseLock&lockid=1')).toBe('outside InvalidParameterValue request');
  });

  test.each([
    'request=GetCapabilities&mode=map&layer=rivers',
    'request=GetCapabilities&mode=nquery&qlayer=rivers',
    'request=GetCapabilities&map=other',
    'request=GetCapabilities&typename=rivers',
    'request=GetFeature&typename=roads&layer=rivers',
    'request=GetFeature&typename=roads&exp_filter=true',
    'request=GetFeature&typename=roads&cql_filter=true',
    'request=GetFeature&typename=roads&language=x',
    'request=GetFeature&typename=roads&map0:layers=rivers',
    'request=GetFeature&typename=roads&x:url=http://h',
    'request%3DGetFeature&typenames%3Drivers&request=GetCapabilities',
    'request=GetCapabilities&request%00=GetFeature&typenames=rivers',
    'request=Transaction&operation=x&typename=roads',
    'request=Transaction',
    'request=GetFeature&typename=roads&TypeName=rivers',
    'request=GetFeature&typenames=roads&typename=rivers',
  ])('do not have %s', (query) => {
    expect(get(query)).toMatch(/^outside/);
  });

  test('may be those that a service adds', () => {
    const other = readerOf(wfsService, NODES, { parameters: new Set(['language']) });
    expect(other('GET ?service=WFS&request=GetFeature&typename=roads&language=x')).toBe(
      'getfeature s/roads exact',
    );
  });

  test.each([
    'outputformat=application/gml%2Bxml;%20version=3.2&srsname=EPSG:4326&bbox=1,2,3,4,EPSG:4326&_=123',
    'maxfeatures=5&count=5&startindex=2&resulttype=hits&propertyname=a,b/c,gml:name,@id',
    'propertyname=(a,b)(*)&sortby=name%20DESC,b%20A&version=1.1.0',
    'format_options=filename:x.csv;callback:f&namespaces=xmlns(ns,http%3A%2F%2Fh%2Fx)',
    'resolve=none&resolvedepth=0&traversexlinkdepth=0',
    'geometryname=extent&exceptions=text/xml',
  ])('of GetFeature are those of its clients: %s', (query) => {
    expect(get(`request=GetFeature&typename=roads&${query}`)).toBe('getfeature s/roads exact');
  });

  test.each(['propertyname', 'valuereference', 'sortby', 'geometryname', 'aliases', 'resolvepath'])(
    'name properties in %s, without expressions',
    (name) => {
      for (const value of ["aggregate('secret')", 'f(a)', 'a[1]', '"x"', 'a;b', '((a)']) {
        const query = `request=GetPropertyValue&typename=roads&${name}=${encodeURIComponent(value)}`;
        expect(get(query)).toBe(`outside InvalidParameterValue ${name}`);
      }
    },
  );

  test('that follow references need the permission everywhere', () => {
    for (const query of ['resolve=all', 'resolvedepth=*', 'traversexlinkdepth=1', 'proptravxlinkdepth=1']) {
      expect(get(`request=GetFeature&typename=roads&${query}`)).toBe('getfeature s/roads exact, everywhere');
    }
  });
});

describe('operations about the service', () => {
  test.each([
    ['GetCapabilities', 'getcapabilities s exact'],
    ['ListStoredQueries', 'liststoredqueries s exact'],
    ['DescribeStoredQueries', 'describestoredqueries s exact'],
    ['CreateStoredQuery', 'createstoredquery s exact !'],
    ['DropStoredQuery', 'dropstoredquery s exact !'],
  ])('%s needs its permission on the service itself', (operation, expected) => {
    expect(get(`request=${operation}`)).toBe(expected);
    expect(post(`<${operation} service="WFS"/>`)).toBe(expected);
  });
});

describe('names of feature types', () => {
  const typename = (names: string) => get(`request=GetFeature&typename=${names}`);

  test.each([
    ['roads', 's/roads exact'],
    ['ROADS', 's/roads exact'],
    ['ms:roads', 's/roads exact'],
    ['ns:lakes', 's/ns:lakes exact'],
    ['lakes', 's/ns:lakes exact'],
    ['x:lakes', 's/ns:lakes exact, s partial'],
    ['a.b', 's/a.b exact'],
    ['nowhere', 's partial'],
    ['ms:nowhere', 's partial'],
    ['roads,rivers', 's/roads exact, s/rivers exact'],
    ['roads,nowhere,roads', 's/roads exact, s partial'],
    ['(roads,rivers)(ns:lakes)', 's/roads exact, s/rivers exact, s/ns:lakes exact'],
    ['roads,', 's/roads exact'],
    ['%20roads%20', 's/roads exact'],
  ])('%s touches %s', (names, expected) => {
    expect(typename(names)).toBe(`getfeature ${expected}`);
  });

  test.each([
    '*',
    'roads,*',
    'schema-element(roads)',
    '?',
    'a:b:c',
    ':roads',
    'roads:',
    "ro'ads",
    'a%20b',
    '<roads>',
    'a+b',
  ])('do not include %s', (names) => {
    expect(typename(names)).toBe('outside InvalidParameterValue typename');
  });

  test('touch every layer of the same local name', () => {
    const several = readerOf(wfsService, ['s service', 's/lay', 's/a:lay', 's/b:lay', 's/c:other']);
    for (const name of ['lay', 'a:lay', 'x:lay']) {
      expect(several(`GET ?service=WFS&request=GetFeature&typename=${name}`)).toBe(
        'getfeature s/lay exact, s/a:lay exact, s/b:lay exact',
      );
    }
  });

  test('that are not resources need the permission everywhere, if the service allows only registered names', () => {
    const strict = readerOf(wfsService, NODES, { registeredNamesOnly: true });
    expect(strict('GET ?service=WFS&request=GetFeature&typename=roads')).toBe('getfeature s/roads exact');
    expect(strict('GET ?service=WFS&request=GetFeature&typename=x')).toBe('getfeature s partial, everywhere');
  });

  test('may be left out by a caller who has the permission everywhere', () => {
    for (const operation of ['DescribeFeatureType', 'GetFeature', 'LockFeature', 'GetPropertyValue']) {
      expect(get(`request=${operation}`)).toMatch(/^\w+ everywhere( !)?$/);
      expect(get(`request=${operation}&typename=`)).toMatch(/^\w+ everywhere( !)?$/);
    }
    expect(get('request=GetFeature&bbox=1,2,3,4')).toBe('getfeature everywhere');
  });

  test('are at most a thousand', () => {
    const names = Array.from({ length: 1_001 }, (_, index) => `t${index}`).join(',');
    expect(typename(names)).toBe('outside InvalidParameterValue typename');
  });

  test('are those of the operation: GetPropertyValue needs getfeature', () => {
    expect(get('request=GetPropertyValue&typenames=roads&valuereference=name')).toBe(
      'getfeature s/roads exact',
    );
    expect(get('request=DescribeFeatureType&typename=roads')).toBe('describefeaturetype s/roads exact');
    expect(get('request=LockFeature&typename=roads')).toBe('lockfeature s/roads exact !');
    expect(get('request=GetFeatureWithLock&typename=roads&expiry=1')).toBe(
      'getfeaturewithlock s/roads exact; getfeature s/roads exact !',
    );
  });
});

describe('names of types', () => {
  const FORMS = [
    's service',
    's/Top_Secret_not layer',
    's/ws:other-data layer',
    's/a_b layer',
    's/a-b layer',
  ];
  const forms = readerOf(wfsService, FORMS);
  const inForms = (query: string) => forms(`GET ?service=WFS&request=GetFeature&${query}`);

  test.each([
    ['typename=TOP-SECRET-NOT', 's/Top_Secret_not exact, s partial'],
    ['typename=x:top-secret-not', 's/Top_Secret_not exact, s partial'],
    ['featureid=Top-Secret-not.1', 's/Top_Secret_not exact, s partial'],
    ['typename=ws_other_data', 's/ws:other-data exact, s partial'],
    ['typename=a_b', 's/a_b exact, s/a-b exact'],
    ['typename=a-b', 's/a_b exact, s/a-b exact'],
    ['typename=other-data', 's/ws:other-data exact'],
  ])('are those of every registered type in another form: %s', (query, expected) => {
    expect(inForms(query)).toBe(`getfeature ${expected}`);
  });

  test('that are not registered inherit, need the permission everywhere or are reserved, as the options say', () => {
    const read = (options: Parameters<typeof readerOf>[2]) =>
      readerOf(wfsService, FORMS, options)('GET ?service=WFS&request=GetFeature&typename=b_a');
    expect(read({ unregisteredNames: 'safe' })).toBe('getfeature s partial');
    expect(read({ unregisteredNames: 'inherit' })).toBe('getfeature s partial');
    expect(read({ unregisteredNames: 'inherit', registeredNamesOnly: true })).toBe(
      'getfeature s partial, everywhere',
    );
    expect(read({ unregisteredNames: 'refuse' })).toBe('getfeature s reserved');
    expect(read({ unregisteredNames: 'refuse', registeredNamesOnly: true })).toBe('getfeature s reserved');
  });
});

describe('identifiers of features', () => {
  const BY_ID = 'storedquery_id=urn:ogc:def:query:OGC-WFS::GetFeatureById';

  test.each([
    ['featureid=roads.1', 's/roads exact'],
    ['resourceid=roads.1,rivers.2', 's/roads exact, s/rivers exact'],
    ['featureid=a.b.1', 's partial, s/a.b exact'],
    ['featureid=ms:roads.1', 's/roads exact, s partial'],
    ['featureid=rivers:roads.1', 's/roads exact, s/rivers exact'],
    ['featureid=Rivers:roads.1,rivers:roads.2', 's/roads exact, s/rivers exact'],
    ['typename=roads&featureid=rivers:roads.1', 's/roads exact, s/rivers exact'],
    ['typename=ns:roads&featureid=rivers:roads.1', 's/roads exact, s/rivers exact'],
    ['featureid=nowhere.1', 's partial'],
    ['featureid=5', 'everywhere'],
    ['featureid=', 'everywhere'],
    ['typename=roads&featureid=roads.1', 's/roads exact'],
    ['typename=ns:lakes&featureid=lakes.1', 's/ns:lakes exact'],
    ['typename=roads&featureid=rivers.1', 's/roads exact, s/rivers exact'],
    ['typename=roads&featureid=5', 's/roads exact, everywhere'],
    [`${BY_ID}&id=roads.1`, 's/roads exact'],
    [`${BY_ID}&id=a.b.1`, 's partial, s/a.b exact'],
    [`${BY_ID}&id=roads`, 'everywhere'],
    [BY_ID, 'everywhere'],
    [`${BY_ID}&id=rivers.1&typename=roads`, 's/roads exact, s/rivers exact'],
    [`${BY_ID}&storedqueryid=q&id=roads.1`, 's/roads exact, everywhere'],
    ['storedquery_id=urn:ogc:def:storedQuery:OGC-WFS::GetFeatureById&id=roads.1', 's/roads exact'],
    ['storedquery_id=http://www.opengis.net/def/query/OGC-WFS/0/GetFeatureById&id=roads.1', 's/roads exact'],
    ['storedquery_id=urn:ogc:def:query:ogc-wfs::getfeaturebyid&id=roads.1', 's/roads exact, everywhere'],
    ['storedquery_id=q', 'everywhere'],
    ['storedquery_id=', 'everywhere'],
    ['storedquery_id=q&typename=roads', 's/roads exact, everywhere'],
  ])('%s touch %s', (query, expected) => {
    expect(get(`request=GetFeature&${query}`)).toBe(`getfeature ${expected}`);
  });

  test.each(["roads.1'/><fes:ResourceId rid='rivers.1", 'roads.1 ', 'roads.(1)', 'ro*ds.1', 'a:b:c.1'])(
    'are plain: not %j',
    (id) => {
      const value = encodeURIComponent(id).replaceAll("'", '%27');
      expect(get(`request=GetFeature&${BY_ID}&id=${value}`)).toBe('outside InvalidParameterValue id');
    },
  );

  test('in parameters of stored queries that a service has added contain no markup', () => {
    const other = readerOf(wfsService, NODES, { parameters: new Set(['town']) });
    const query = 'GET ?service=WFS&request=GetFeature&storedquery_id=q';
    expect(other(`${query}&town=Bern`)).toBe('getfeature everywhere');
    expect(other(`${query}&town=%3CFunction/%3E`)).toBe('outside InvalidParameterValue town');
  });
});

describe('a filter in a parameter', () => {
  const filter = (text: string) =>
    get(`request=GetFeature&typename=roads&filter=${encodeURIComponent(text)}`);
  const OGC = 'xmlns:ogc="http://www.opengis.net/ogc"';

  test.each([
    '<Filter><PropertyIsEqualTo><PropertyName>a</PropertyName><Literal>x</Literal></PropertyIsEqualTo></Filter>',
    `<ogc:Filter ${OGC}><ogc:BBOX><ogc:PropertyName>g</ogc:PropertyName></ogc:BBOX></ogc:Filter>`,
    '(<Filter><PropertyIsNull><PropertyName>a</PropertyName></PropertyIsNull></Filter>)(<Filter/>)',
    '<Filter><ResourceId rid="roads.1"/></Filter>',
    '',
  ])('compares, by the type that is named: %s', (text) => {
    expect(filter(text)).toBe('getfeature s/roads exact');
  });

  test('touches the types of its identifiers', () => {
    expect(filter('<Filter><FeatureId fid="rivers.1"/></Filter>')).toBe(
      'getfeature s/roads exact, s/rivers exact',
    );
    expect(
      get(`request=GetFeature&filter=${encodeURIComponent('<Filter><ResourceId rid="rivers.1"/></Filter>')}`),
    ).toBe('getfeature s/rivers exact');
  });

  test.each([
    '<Filter><PropertyIsEqualTo><Function name="f"/><Literal>x</Literal></PropertyIsEqualTo></Filter>',
    '<Filter><PropertyIsNull><PropertyName>f(a)</PropertyName></PropertyIsNull></Filter>',
    '<Filter><PropertyIsLike><PropertyName>a</PropertyName><Literal><![CDATA[(<Filter/>)]]></Literal></PropertyIsLike></Filter>',
    '<Filter><!-- (<Filter/>) --></Filter>',
    '<Filter><Extension/></Filter>',
    '<Query/>',
    '<Filter xmlns="http://example.org/x"/>',
    '"a" = 1',
    '(<Filter/>)("a" = 1)',
    '<Filter>',
    '<Filter><FeatureId fid="roads.1\' or \'"/></Filter>',
  ])('does not allow other requests: %s', (text) => {
    expect(filter(text)).toMatch(/^outside \w+ filter$/);
  });
});

describe('documents', () => {
  const WFS1 =
    'xmlns="http://www.opengis.net/wfs" xmlns:ogc="http://www.opengis.net/ogc" xmlns:gml="http://www.opengis.net/gml"';
  const WFS2 = 'xmlns="http://www.opengis.net/wfs/2.0" xmlns:fes="http://www.opengis.net/fes/2.0"';
  const XSI =
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.opengis.net/wfs x.xsd"';

  test.each([
    [
      `<GetFeature service="WFS" version="1.1.0" ${WFS1} ${XSI} maxFeatures="5" resultType="hits"><Query typeName="ms:roads"
      xmlns:ms="http://m" srsName="EPSG:4326"><ogc:PropertyName>ms:a</ogc:PropertyName><ogc:Filter><ogc:And><ogc:BBOX>
      <ogc:PropertyName>g</ogc:PropertyName><gml:Envelope srsName="EPSG:4326"><gml:lowerCorner>1 2</gml:lowerCorner>
      <gml:upperCorner>3 4</gml:upperCorner></gml:Envelope></ogc:BBOX><ogc:PropertyIsLike wildCard="*" singleChar="." escapeChar="!">
      <ogc:PropertyName>n</ogc:PropertyName><ogc:Literal>a*</ogc:Literal></ogc:PropertyIsLike></ogc:And></ogc:Filter>
      <ogc:SortBy><ogc:SortProperty><ogc:PropertyName>a</ogc:PropertyName><ogc:SortOrder>DESC</ogc:SortOrder></ogc:SortProperty>
      </ogc:SortBy></Query></GetFeature>`,
      's/roads exact',
    ],
    [
      `<GetFeature service="WFS" version="2.0.0" ${WFS2} count="5" startIndex="0"><Query typeNames="roads rivers" aliases="a b">
      <fes:Filter><fes:PropertyIsEqualTo><fes:ValueReference>a/x</fes:ValueReference><fes:ValueReference>b/y</fes:ValueReference>
      </fes:PropertyIsEqualTo></fes:Filter></Query></GetFeature>`,
      's/roads exact, s/rivers exact',
    ],
    [
      '<GetFeature><Query typeName="roads"/><Query typeNames="rivers ns:lakes"/></GetFeature>',
      's/roads exact, s/rivers exact, s/ns:lakes exact',
    ],
    ['<GetFeature><Query typeName="roads,rivers"/></GetFeature>', 's/roads exact, s/rivers exact'],
    [
      '<GetFeature><Query typeName="roads" typeNames="rivers"/></GetFeature>',
      's/roads exact, s/rivers exact',
    ],
    ['<GetFeature/>', 'everywhere'],
    ['<GetFeature><Query/></GetFeature>', 'everywhere'],
    ['<GetFeature><Query typeName="roads"/><Query typeName=""/></GetFeature>', 's/roads exact, everywhere'],
    [
      `<GetFeature ${WFS2}><Query><fes:Filter><fes:ResourceId rid="a.b.1"/></fes:Filter></Query></GetFeature>`,
      's partial, s/a.b exact',
    ],
    [
      '<GetFeature><Query typeName="roads"><Filter><FeatureId fid="rivers.1"/></Filter></Query></GetFeature>',
      's/roads exact, s/rivers exact',
    ],
    [
      '<GetFeature><Query typeName="roads"><Filter><FeatureId fid="roads.1"/></Filter></Query></GetFeature>',
      's/roads exact',
    ],
    [
      `<GetFeature xmlns:gml="http://www.opengis.net/gml"><Query typeName="roads"><Filter><GmlObjectId gml:id="rivers.1"/></Filter></Query></GetFeature>`,
      's/roads exact, s/rivers exact',
    ],
    ['<GetFeature><StoredQuery id="q"/></GetFeature>', 'everywhere'],
    [
      '<GetFeature><Query typeNames="roads"/><StoredQuery id="q"><Parameter name="town">Bern</Parameter></StoredQuery></GetFeature>',
      's/roads exact, everywhere',
    ],
    [
      '<GetFeature><StoredQuery id="urn:ogc:def:query:OGC-WFS::GetFeatureById"><Parameter name="ID">roads.1</Parameter></StoredQuery></GetFeature>',
      's/roads exact',
    ],
    ['<GetFeature resolve="all"><Query typeName="roads"/></GetFeature>', 's/roads exact, everywhere'],
    ['<GetPropertyValue valueReference="a/b"><Query typeNames="roads"/></GetPropertyValue>', 's/roads exact'],
  ])('of queries touch the types that they name: %s', (body, expected) => {
    expect(post(body)).toBe(`getfeature ${expected}`);
  });

  test.each([
    [
      '<DescribeFeatureType><TypeName>roads</TypeName><TypeName>x</TypeName></DescribeFeatureType>',
      'describefeaturetype s/roads exact, s partial',
    ],
    ['<DescribeFeatureType/>', 'describefeaturetype everywhere'],
    ['<DescribeFeatureType><TypeName/></DescribeFeatureType>', 'describefeaturetype everywhere'],
    [
      '<GetFeatureWithLock expiry="5"><Query typeName="roads"/></GetFeatureWithLock>',
      'getfeaturewithlock s/roads exact; getfeature s/roads exact !',
    ],
    [
      '<LockFeature lockAction="ALL"><Lock typeName="roads"><Filter/></Lock><Query typeNames="rivers"/></LockFeature>',
      'lockfeature s/roads exact, s/rivers exact !',
    ],
    [
      '<GetCapabilities service="WFS" xmlns:ows="http://www.opengis.net/ows/1.1"><ows:AcceptVersions><ows:Version>2.0.0</ows:Version></ows:AcceptVersions></GetCapabilities>',
      'getcapabilities s exact',
    ],
    [
      '<DescribeStoredQueries><StoredQueryId>q</StoredQueryId></DescribeStoredQueries>',
      'describestoredqueries s exact',
    ],
    ['<DropStoredQuery id="q"/>', 'dropstoredquery s exact !'],
    [
      '<CreateStoredQuery><StoredQueryDefinition id="q"><Title>x</Title><Parameter name="t" type="xs:string"/><QueryExpressionText returnFeatureTypes="roads" language="urn:ogc:def:queryLanguage:OGC-WFS::WFS_QueryExpression" isPrivate="false"><Query typeNames="${t}"><Filter><ResourceId rid="${t}"/></Filter></Query></QueryExpressionText></StoredQueryDefinition></CreateStoredQuery>',
      'createstoredquery s exact !',
    ],
  ])('of other operations need what these need: %s', (body, expected) => {
    expect(post(body)).toBe(expected);
  });

  test.each(['text/xml', 'application/xml', 'application/gml+xml', 'text/plain', 'text/xml; charset=UTF-8'])(
    'are sent as %s',
    (type) => {
      expect(post('<GetFeature><Query typeName="roads"/></GetFeature>', type)).toBe(
        'getfeature s/roads exact',
      );
    },
  );

  test.each([
    '',
    'application/json',
    'application/soap+xml',
    'application/x-www-form-urlencodedx',
    'multipart/form-data',
    'application/vnd.ogc.sld+xml',
  ])('are not accepted as %j', (type) => {
    expect(post('<GetFeature><Query typeName="roads"/></GetFeature>', type)).toBe(
      'outside NoApplicableCode body',
    );
  });

  test('allow a query only where it repeats them', () => {
    const body = '<GetFeature service="WFS" version="1.1.0"><Query typeName="roads"/></GetFeature>';
    expect(read('POST ?service=WFS&request=GetFeature&version=1.1.0', { body })).toBe(
      'getfeature s/roads exact',
    );
    expect(read('POST ?mode=map', { body })).toBe('outside InvalidParameterValue mode');
    expect(read('POST ?request=GetCapabilities', { body })).toBe('outside InvalidParameterValue request');
    expect(read('POST ?typename=rivers', { body })).toBe('outside InvalidParameterValue typename');
  });

  test.each([
    '<GetFeature service="WMS"/>',
    '<getfeature><Query typeName="roads"/></getfeature>',
    '<GetGmlObject/>',
    '<Envelope xmlns="http://www.w3.org/2003/05/soap-envelope"><Body><GetFeature/></Body></Envelope>',
    '<GetFeature typeName="rivers"><Query typeName="roads"/></GetFeature>',
    '<GetFeature map="other"><Query typeName="roads"/></GetFeature>',
    '<GetFeature xmlns:typeName="rivers"><Query typeName="roads"/></GetFeature>',
    '<GetFeature><Query xmlns:typename="rivers" typeName="roads"/></GetFeature>',
    '<GetFeature xmlns:DescribeFeatureType="rivers"><Query typeName="roads"/></GetFeature>',
    '<GetFeature xmlns:map="other"><Query typeName="roads"/></GetFeature>',
    '<GetFeature xmlns:g="http://g"><Query g:typeName="rivers" typeName="roads"/></GetFeature>',
    '<GetFeature><Query typename="rivers"/></GetFeature>',
    '<GetFeature><Query><typeName>rivers</typeName></Query></GetFeature>',
    '<GetFeature><Query typeName="?"><Filter><ResourceId rid="rivers.1"/></Filter></Query></GetFeature>',
    '<GetFeature><Query typeName="schema-element(roads)"/></GetFeature>',
    '<GetFeature><Query typeName="*"/></GetFeature>',
    '<GetFeature><Query typeName="roads"><Query typeName="rivers"/></Query></GetFeature>',
    '<GetFeature><Insert><rivers/></Insert></GetFeature>',
    '<GetFeature><Query xmlns="http://example.org/x" typeName="roads"/></GetFeature>',
    '<GetFeature><!-- x --><Query typeName="roads"/></GetFeature>',
    '<GetFeature>roads<Query typeName="roads"/></GetFeature>',
    '<GetFeature><Query typeName="roads"><PropertyName>f(a)</PropertyName></Query></GetFeature>',
    '<GetFeature><Query typeName="roads"><Function name="f"/></Query></GetFeature>',
    '<GetFeature><Query typeName="roads"><SortBy><SortProperty><PropertyName>"a"</PropertyName></SortProperty></SortBy></Query></GetFeature>',
    '<GetFeature><Query typeName="roads"><Filter><PropertyIsEqualTo><Function name="querySingle"><Literal>rivers</Literal></Function><Literal>1</Literal></PropertyIsEqualTo></Filter></Query></GetFeature>',
    '<GetFeature><StoredQuery id="q"><Parameter name="a"><Query typeNames="rivers"/></Parameter></StoredQuery></GetFeature>',
    '<GetFeature><StoredQuery id="q"><Parameter name="a">&lt;Function/&gt;</Parameter></StoredQuery></GetFeature>',
    '<GetFeature><StoredQuery id="urn:ogc:def:query:OGC-WFS::GetFeatureById"><Parameter name="id">roads.1\'/&gt;&lt;x</Parameter></StoredQuery></GetFeature>',
    '<GetFeature><StoredQuery id="urn:ogc:def:query:OGC-WFS::GetFeatureById"><Parameter name="id"><![CDATA[roads.1]]></Parameter></StoredQuery></GetFeature>',
    '<GetFeature><StoredQuery id="urn:ogc:def:query:OGC-WFS::GetFeatureById"/></GetFeature>',
    '<DescribeFeatureType><Query typeName="roads"/></DescribeFeatureType>',
    '<DescribeFeatureType typeName="roads"/>',
    '<DescribeFeatureType><TypeName>roads<!-- x --></TypeName></DescribeFeatureType>',
    '<GetCapabilities><Query typeName="roads"/></GetCapabilities>',
    '<CreateStoredQuery><StoredQueryDefinition id="urn:ogc:def:query:OGC-WFS::GetFeatureById"/></CreateStoredQuery>',
    '<CreateStoredQuery><StoredQueryDefinition id="q"><QueryExpressionText><Query typeNames="roads"><Filter><PropertyIsNull><Function name="f"/></PropertyIsNull></Filter></Query></QueryExpressionText></StoredQueryDefinition></CreateStoredQuery>',
    '<GetPropertyValue valueReference="f(a)"><Query typeNames="roads"/></GetPropertyValue>',
    '<GetFeature formatOptions="layout:../x"><Query typeName="roads"/></GetFeature>',
  ])('have only what the schema of their operation allows: %s', (body) => {
    expect(post(body)).toMatch(/^outside/);
  });
});

describe('transactions', () => {
  const transaction = (actions: string, attributes = '') =>
    post(`<Transaction service="WFS" ${attributes}>${actions}</Transaction>`);

  test.each([
    ['<Insert><roads><g/></roads></Insert>', 's/roads exact'],
    ['<Insert xmlns:ns="http://n"><ns:lakes><ns:name>x</ns:name></ns:lakes></Insert>', 's/ns:lakes exact'],
    ['<Insert xmlns:m="http://m"><m:roads/></Insert>', 's/roads exact'],
    ['<Insert xmlns:m="http://m"><m:lakes/></Insert>', 's/ns:lakes exact, s partial'],
    ['<Insert><roads/><rivers/></Insert>', 's/roads exact, s/rivers exact'],
    [
      '<Insert><FeatureCollection><boundedBy><Null>unknown</Null></boundedBy><featureMember><roads/></featureMember><member><x/></member></FeatureCollection></Insert>',
      's/roads exact, s partial',
    ],
    [
      '<Insert><featureMembers xmlns="http://www.opengis.net/gml"><rivers xmlns=""/></featureMembers></Insert>',
      's/rivers exact',
    ],
    ['<Insert/>', 'everywhere'],
    [
      '<Update typeName="rivers"><Property><Name>a</Name><Value>f(x)</Value></Property><Filter><FeatureId fid="rivers.1"/></Filter></Update>',
      's/rivers exact',
    ],
    [
      '<Update typeName="rivers"><Property><ValueReference>g</ValueReference><Value><gml:Point xmlns:gml="http://www.opengis.net/gml"><gml:pos>1 2</gml:pos></gml:Point></Value></Property></Update>',
      's/rivers exact',
    ],
    ['<Delete typeName="ns:lakes"><Filter/></Delete>', 's/ns:lakes exact'],
    ['<Delete><Filter/></Delete>', 'everywhere'],
    [
      '<Replace><roads><a>1</a></roads><Filter><ResourceId rid="roads.1"/></Filter></Replace>',
      's/roads exact',
    ],
    [
      '<Replace><roads/><Filter><ResourceId rid="rivers.1"/></Filter></Replace>',
      's/roads exact, s/rivers exact',
    ],
    ['', 'everywhere'],
  ])('touch the types that they change: %s', (actions, expected) => {
    expect(transaction(actions)).toBe(`transaction ${expected} !`);
  });

  test.each([
    '<Native vendorId="x" safeToIgnore="true">DROP</Native>',
    '<Query typeName="roads"/>',
    '<Insert typeName="rivers"><roads/></Insert>',
    '<Insert><roads><Insert><rivers/></Insert></roads></Insert>',
    '<Insert><roads><Filter/></roads></Insert>',
    '<Insert><Delete typeName="rivers"/></Insert>',
    '<Insert><roads typeName="rivers"/></Insert>',
    '<Insert><roads xmlns:typeName="rivers"/></Insert>',
    '<Insert><roads><!-- x --><a/></roads></Insert>',
    '<Update typeName="roads"><Property><Name>f(a)</Name><Value>1</Value></Property></Update>',
    '<Update typeName="roads"><Property><Name>a</Name><Value><x><Function/></x></Value></Property></Update>',
    '<Update typeName="roads"><Filter><PropertyIsNull><Function name="f"/></PropertyIsNull></Filter></Update>',
    '<Delete typeName="roads"><Filter><Delete typeName="rivers"/></Filter></Delete>',
  ])('have no other actions and contents: %s', (actions) => {
    expect(transaction(actions)).toMatch(/^outside/);
  });

  test('may write thousands of features of a type', () => {
    const features = '<roads fid="roads.1"><a>1</a></roads>'.repeat(2_000);
    expect(transaction(`<Insert>${features}</Insert>`)).toBe('transaction s/roads exact !');
  });
});

describe('requests of stock clients', () => {
  const GDAL_1 = '<Filter xmlns="http://www.opengis.net/ogc" xmlns:gml="http://www.opengis.net/gml">';
  const GDAL_2 = '<Filter xmlns="http://www.opengis.net/fes/2.0" xmlns:gml="http://www.opengis.net/gml/3.2">';
  const QGIS =
    '<fes:Filter xmlns:fes="http://www.opengis.net/fes/2.0" xmlns:gml="http://www.opengis.net/gml/3.2">';
  const box = (name: string, envelope: string) => `<BBOX><${name}>msGeometry</${name}>${envelope}</BBOX>`;
  const BOX = '<gml:Box><gml:coordinates>0.0,0.0 3.0,3.0</gml:coordinates></gml:Box>';
  const ENVELOPE =
    '<gml:Envelope><gml:lowerCorner>0.0 0.0</gml:lowerCorner><gml:upperCorner>3.0 3.0</gml:upperCorner></gml:Envelope>';

  test.each([
    ['GDAL 1.0.0', 'VERSION=1.0.0', 'TYPENAME=roads', `${GDAL_1}${box('PropertyName', BOX)}</Filter>`],
    ['GDAL 1.0.0', 'VERSION=1.0.0', 'TYPENAME=roads', `${GDAL_1}<FeatureId fid="roads.1"/></Filter>`],
    ['GDAL 1.1.0', 'VERSION=1.1.0', 'TYPENAME=roads', `${GDAL_1}<GmlObjectId id="roads.1"/></Filter>`],
    ['GDAL 1.1.0', 'VERSION=1.1.0', 'TYPENAME=roads&SORTBY=name%20D&PROPERTYNAME=%28name%29', ''],
    ['GDAL 1.0.0', 'VERSION=1.0.0', 'TYPENAME=roads&PROPERTYNAME=%28name,msGeometry%29', ''],
    [
      'GDAL 2.0.0',
      'VERSION=2.0.0',
      'TYPENAMES=ms:roads&STARTINDEX=0&COUNT=100',
      `${GDAL_2}${box('ValueReference', ENVELOPE)}</Filter>`,
    ],
    [
      'GDAL 2.0.0',
      'VERSION=2.0.0',
      'TYPENAMES=ms:roads&COUNT=100',
      `${GDAL_2}<ResourceId rid="roads.1"/></Filter>`,
    ],
    ['GDAL 2.0.0', 'VERSION=2.0.0', 'TYPENAMES=ms:roads&RESULTTYPE=hits', ''],
    [
      'QGIS',
      'VERSION=2.0.0',
      'TYPENAMES=ms:roads&TYPENAME=ms:roads&STARTINDEX=0&COUNT=1000&SRSNAME=urn:ogc:def:crs:EPSG::4326&NAMESPACES=xmlns(ms,http://m)&NAMESPACE=xmlns(ms,http://m)',
      `${QGIS}<fes:PropertyIsEqualTo><fes:ValueReference>ms:a</fes:ValueReference><fes:Literal>x</fes:Literal></fes:PropertyIsEqualTo></fes:Filter>`,
    ],
    [
      'OWSLib 1.1.0',
      'version=1.1.0',
      'bbox=0%2C0%2C3%2C3%2Curn%3Aogc%3Adef%3Acrs%3AEPSG%3A%3A4326&typename=roads&propertyname=%2A',
      '',
    ],
    ['OWSLib 1.1.0', 'version=1.1.0', 'featureid=roads.1&typename=roads&propertyname=%2A', ''],
    [
      'OWSLib 2.0.0',
      'version=2.0.0',
      'typenames=ms%3Aroads&propertyname=name&count=1&srsname=urn%3Ax-ogc%3Adef%3Acrs%3AEPSG%3A4326',
      '',
    ],
    ['OWSLib 2.0.0', 'version=2.0.0', 'featureid=roads.1', ''],
    [
      'OWSLib 2.0.0',
      'version=2.0.0',
      'storedQuery_id=urn%3Aogc%3Adef%3Aquery%3AOGC-WFS%3A%3AGetFeatureById&ID=roads.1',
      '',
    ],
  ])('of %s are covered: %s&%s %s', (_, version, query, filter) => {
    const more = filter === '' ? '' : `&FILTER=${encodeURIComponent(filter)}`;
    expect(read(`GET ?SERVICE=WFS&${version}&REQUEST=GetFeature&${query}${more}`)).toBe(
      'getfeature s/roads exact',
    );
  });

  test.each([
    '<wfs20:GetFeature xmlns:wfs20="http://www.opengis.net/wfs/2.0" service="WFS" version="2.0.0" count="1"><wfs20:Query typeNames="ms:roads"><fes:Filter xmlns:fes="http://www.opengis.net/fes/2.0"><fes:PropertyIsLike wildCard="%" singleChar="_" escapeChar="\\"><fes:ValueReference>name</fes:ValueReference><fes:Literal>a%</fes:Literal></fes:PropertyIsLike></fes:Filter><PropertyName>name</PropertyName><fes:SortBy xmlns:fes="http://www.opengis.net/fes/2.0"><fes:SortProperty><fes:ValueReference>name</fes:ValueReference></fes:SortProperty></fes:SortBy></wfs20:Query></wfs20:GetFeature>',
    '<wfs20:GetFeature xmlns:wfs20="http://www.opengis.net/wfs/2.0" service="WFS" version="2.0.0"><wfs20:Query typeNames="ms:roads"><fes:Filter xmlns:fes="http://www.opengis.net/fes/2.0"><fes:BBOX><gml32:Envelope xmlns:gml32="http://www.opengis.net/gml/3.2" srsName="http://www.opengis.net/def/crs/EPSG/0/4326"><gml32:lowerCorner>0 0</gml32:lowerCorner><gml32:upperCorner>3 3</gml32:upperCorner></gml32:Envelope></fes:BBOX></fes:Filter></wfs20:Query></wfs20:GetFeature>',
    '<wfs20:GetFeature xmlns:wfs20="http://www.opengis.net/wfs/2.0" service="WFS" version="2.0.0"><wfs20:StoredQuery id="urn:ogc:def:query:OGC-WFS::GetFeatureById"><wfs20:Parameter name="ID">roads.1</wfs20:Parameter></wfs20:StoredQuery></wfs20:GetFeature>',
    '<wfs:GetFeature xmlns:wfs="http://www.opengis.net/wfs" service="WFS" version="1.1.0"><wfs:Query typeName="roads"><ogc:Filter xmlns:ogc="http://www.opengis.net/ogc"><ogc:GmlObjectId xmlns:gml311="http://www.opengis.net/gml" gml311:id="roads.1"/></ogc:Filter></wfs:Query></wfs:GetFeature>',
    '<GetFeature xmlns="http://www.opengis.net/wfs" service="WFS" version="1.1.0" outputFormat="application/json" xsi:schemaLocation="http://www.opengis.net/wfs http://schemas.opengis.net/wfs/1.1.0/wfs.xsd" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><Query typeName="ms:roads" srsName="EPSG:3857" xmlns:ms="http://m"><Filter xmlns="http://www.opengis.net/ogc"><And><PropertyIsLike wildCard="*" singleChar="." escapeChar="!"><PropertyName>name</PropertyName><Literal>M*</Literal></PropertyIsLike><Intersects><PropertyName>g</PropertyName><Polygon xmlns="http://www.opengis.net/gml" srsName="EPSG:3857"><exterior><LinearRing><posList srsDimension="2">0 0 1 1 1 0 0 0</posList></LinearRing></exterior></Polygon></Intersects></And></Filter></Query></GetFeature>',
  ])('of OWSLib and OpenLayers as documents are covered: %s', (body) => {
    expect(post(body)).toBe('getfeature s/roads exact');
  });

  test('of GDAL, which describes all types that it may see, are covered', () => {
    const describe = 'GET ?SERVICE=WFS&VERSION=2.0.0&REQUEST=DescribeFeatureType&TYPENAME=';
    expect(read(`${describe}ms:roads,ms:rivers`)).toBe('describefeaturetype s/roads exact, s/rivers exact');
  });

  test('of OpenLayers and QGIS that change features are covered', () => {
    const ROOT = '<Transaction xmlns="http://www.opengis.net/wfs" service="WFS" version="1.1.0"';
    const insert = `${ROOT}><Insert><roads xmlns="http://m"><g><Point xmlns="http://www.opengis.net/gml" srsName="EPSG:4326"><pos srsDimension="2">1 2</pos></Point></g><name>x</name></roads></Insert></Transaction>`;
    const update = `${ROOT}><Update typeName="ms:roads" xmlns:ms="http://m"><Property><Name>name</Name><Value>x</Value></Property><Filter xmlns="http://www.opengis.net/ogc"><FeatureId fid="roads.1"/></Filter></Update></Transaction>`;
    for (const body of [insert, update]) expect(post(body)).toBe('transaction s/roads exact !');
  });
});

describe('documents of any length', () => {
  const list = (count: number, entry: (index: number) => string, between = '') =>
    Array.from({ length: count }, (_, index) => entry(index)).join(between);

  test('name a thousand types at most', () => {
    const body = `<GetFeature><Query typeNames="${list(5_000, (index) => `t${index}`, ' ')}"/></GetFeature>`;
    expect(post(body)).toBe('outside InvalidParameterValue typenames');
  });

  test('are outside where their names and identifiers together exceed the limit', () => {
    const types = list(30_000, (index) => `t${index}`, ' ');
    const ids = list(4_000, (index) => `<ResourceId rid="i${index}.1"/>`);
    const body = `<GetFeature><Query typeNames="${types}"><Filter>${ids}</Filter></Query></GetFeature>`;
    expect(post(body)).toBe('outside InvalidParameterValue body');
  });
});
