import { type Reply, call } from './support/exchange';
import { Fixture, cookieOf } from './support/fixture';
import { type Upstream, startUpstream } from './support/upstream';

const LIMITS = {
  SVC_PROXY_XML_ELEMENTS: '100',
  SVC_PROXY_XML_ATTRIBUTES: '102',
  SVC_PROXY_XML_ELEMENT_ATTRIBUTES: '10',
  SVC_PROXY_JSON_VALUES: '100',
  SVC_PROXY_FORM_FIELDS: '10',
  SVC_PROXY_NAMES: '10',
  SVC_PROXY_INTERPRETED_SIZE: '20000',
};

const XML = 'text/xml';
const FORM = 'application/x-www-form-urlencoded';
const times = (count: number, make: (index: number) => string, joint = '') =>
  Array.from({ length: count }, (_, index) => make(index)).join(joint);
const getFeature = (inside: string, attributes = '') =>
  `<GetFeature xmlns="http://www.opengis.net/wfs" service="WFS"${attributes}>${inside}</GetFeature>`;
const form = (more: string) => `service=WFS&request=GetFeature&typename=${more}`;

describe('a body that is read for the decision', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  let port: number;
  const paths: Record<string, string> = {};

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    for (const [type, name] of [
      ['wfs', 'getfeature'],
      ['wps', 'execute'],
    ] as const) {
      const service = await fixture.addService(upstream.url, type);
      await fixture.publish(service.id, name);
      paths[type] = `/ows/proxy/${service.name}`;
    }
    ({ port } = await fixture.startProxy(LIMITS));
  });
  beforeEach(() => void upstream.received.splice(0));
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
  });

  const post = (type: string, contentType: string, body: string): Promise<Reply> =>
    call(port, { path: paths[type] ?? '', method: 'POST', headers: { 'Content-Type': contentType }, body });

  const cases: [keyof typeof LIMITS, string, string, (count: number) => string, number][] = [
    [
      'SVC_PROXY_XML_ELEMENTS',
      'wfs',
      XML,
      (n) => getFeature(times(n - 1, () => '<Query typeName="a"/>')),
      100,
    ],
    [
      'SVC_PROXY_XML_ATTRIBUTES',
      'wfs',
      XML,
      (n) => getFeature(times((n - 2) / 2, () => '<Query typeName="a" handle="b"/>')),
      102,
    ],
    [
      'SVC_PROXY_XML_ELEMENT_ATTRIBUTES',
      'wfs',
      XML,
      (n) =>
        getFeature(
          '<Query typeName="a"/>',
          times(n - 2, (index) => ` xmlns:p${index}="urn:p"`),
        ),
      10,
    ],
    [
      'SVC_PROXY_JSON_VALUES',
      'wps',
      'application/json',
      (n) => `{"identifier":"p","inputs":[${times(n - 2, () => '1', ',')}]}`,
      100,
    ],
    ['SVC_PROXY_FORM_FIELDS', 'wfs', FORM, (n) => form(`a${'&_=1'.repeat(n - 3)}`), 10],
    ['SVC_PROXY_NAMES', 'wfs', FORM, (n) => form(times(n, (index) => `a${index}`, ',')), 10],
    // Also counted: 14 characters of the other values, and 200 of the name, which is read in two steps.
    ['SVC_PROXY_INTERPRETED_SIZE', 'wfs', FORM, (n) => form(`a&sortby=${'b'.repeat(n - 214)}`), 20_000],
  ];

  it.each(cases)('is accepted at the limit of %s', async (_, type, contentType, make, most) => {
    const { status } = await post(type, contentType, make(most));
    expect(status).toBe(200);
    expect(upstream.received).toHaveLength(1);
  });

  it.each(cases)(
    'is refused beyond the limit of %s, and the response names the limit',
    async (name, ...input) => {
      const [type, contentType, make, most] = input;
      const reply = await post(type, contentType, make(most + 2));
      expect(reply.status).toBe(401);
      expect(reply.text).toContain(`${name} allows (${most})`);
      expect(upstream.received).toEqual([]);
    },
  );

  it('is not requested (100 Continue) when a page of a foreign origin sends it', async () => {
    const user = await fixture.addUser();
    const cookie = cookieOf(await fixture.signIn(user));
    const headers = {
      cookie,
      origin: 'https://evil.example',
      'Content-Type': XML,
      'Content-Length': '1000',
      Expect: '100-continue',
    };
    // The body is never sent: only a proxy that does not wait for it can answer.
    const reply = await call(port, { path: paths['wfs'] ?? '', method: 'POST', headers });
    expect([reply.status, reply.headers['x-gatehouse-reason']]).toEqual([403, 'cross_site_request']);
  });
});
