import { call } from './support/exchange';
import { House } from './support/house';

describe('a refusal is answered', () => {
  let house: House;
  let port: number;

  beforeAll(async () => {
    house = await House.open();
    ({ port } = await house.startProxy());
  });
  afterAll(() => house.close());

  const refusedAs = async (type: string, accept?: string) => {
    const service = await house.addService('http://127.0.0.1/', type);
    return call(port, {
      path: `/ows/proxy/${service.name}/a%20b?q=1&token=x`,
      headers: accept === undefined ? {} : { accept },
    });
  };

  it('with the error body of the contract', async () => {
    const { headers, text } = await refusedAs('access');
    expect(headers['content-type']).toBe('application/json; charset=UTF-8');
    expect(text).toContain('"code": 401, "type": "application/json", "detail": ');
    const body = JSON.parse(text) as Record<string, string>;
    expect(body).toMatchObject({ method: 'GET', route_name: '/ows/proxy/{service_name}/{extra_path}' });
    expect(body['request_url']).toMatch(
      /^https:\/\/gate\.example\.org\/front\/ows\/proxy\/service-\d+\/a%20b\?q=1&token=\*\*\*$/,
    );
  });

  it('with an exception report to clients of OWS services, unless they prefer JSON', async () => {
    const report = await refusedAs('wps');
    expect(report.headers['content-type']).toBe('text/xml; charset=UTF-8');
    expect(report.text).toContain('<Exception exceptionCode="NoApplicableCode" locator="AccessForbidden">');
    expect((await refusedAs('wps', '*/*')).headers['content-type']).toContain('text/xml');
    const json = await refusedAs('wps', 'application/json, text/xml;q=0.5');
    expect(json.headers['content-type']).toContain('application/json');
  });

  it('with a page that leads to the sign-in where a browser asks', async () => {
    const page = await refusedAs(
      'access',
      'text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8',
    );
    expect(page.headers['content-type']).toBe('text/html; charset=UTF-8');
    expect(page.text).toContain('<a href="https://gate.example.org/api/ui/login">Sign in</a>');
  });
});
