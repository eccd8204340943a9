import supertest from 'supertest';
import { type TestApi, startApi } from './harness/start-api';

const BASIC = /^Basic realm="localhost", Cookie cookie-name="auth_tkt", /;
const COOKIE = /^Cookie cookie-name="auth_tkt", /;

describe('a 401 of the API', () => {
  let accepting: TestApi;
  let refusing: TestApi;
  beforeAll(async () => {
    [accepting, refusing] = await Promise.all([startApi({ SVC_TOKEN_BASIC: 'true' }), startApi()]);
  });
  afterAll(() => Promise.all([accepting.close(), refusing.close()]));

  const get = (api: TestApi, headers: Record<string, string> = {}, path = '/users') =>
    supertest(api.anonymous.url).get(path).set(headers).expect(401);
  const basic = (password: string) => `Basic ${Buffer.from(`anybody:${password}`).toString('base64')}`;

  it('names Basic where tokens are accepted as passwords, also for one that is not valid', async () => {
    expect((await get(accepting)).headers['www-authenticate']).toMatch(BASIC);
    const { headers } = await get(accepting, { Authorization: basic('gth_0') }, '/session');
    expect([headers['www-authenticate'], headers['x-gatehouse-reason']]).toEqual([
      expect.stringMatching(BASIC),
      'api_token_invalid',
    ]);
  });

  it('names no Basic by default', async () => {
    expect((await get(refusing)).headers['www-authenticate']).toMatch(COOKIE);
    const { headers } = await get(refusing, { Authorization: basic('gth_0') });
    expect([headers['www-authenticate'], headers['x-gatehouse-reason']]).toEqual([
      expect.stringMatching(COOKIE),
      'authentication_required',
    ]);
  });

  it.each([
    ['fetch metadata', { 'Sec-Fetch-Site': 'same-origin' }],
    [
      'the Accept of a navigation',
      { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' },
    ],
  ])('names no Basic to a browser: %s', async (_what, headers) => {
    expect((await get(accepting, headers)).headers['www-authenticate']).toMatch(COOKIE);
  });

  it('has no WWW-Authenticate at all for scripts that declare themselves', async () => {
    const { headers } = await get(accepting, { 'X-Requested-With': 'XMLHttpRequest' });
    expect(headers).not.toHaveProperty('www-authenticate');
    expect(headers).toHaveProperty('www-authentication');
  });
});

describe('the description of the API', () => {
  const described = async (environment: Record<string, string>) => {
    const api = await startApi(environment);
    try {
      return (await api.anonymous.get('/json').expect(200)).body as {
        paths: Record<string, Record<string, { security: readonly object[] }>>;
        components: { securitySchemes: Record<string, { type: string; scheme: string }> };
      };
    } finally {
      await api.close();
    }
  };

  it('names the schemes of tokens, and for each operation those that it accepts', async () => {
    const { components, paths } = await described({});
    expect(Object.keys(components.securitySchemes)).toEqual(['session', 'apiToken']);
    expect(components.securitySchemes['apiToken']).toMatchObject({ type: 'http', scheme: 'bearer' });
    expect(paths['/users']?.['get']?.security).toEqual([{ session: [] }, { apiToken: [] }]);
    expect(paths['/session']?.['get']?.security).toEqual([]);
  });

  it('names Basic only where it is accepted', async () => {
    const { components, paths } = await described({ SVC_TOKEN_BASIC: 'true' });
    expect(components.securitySchemes['apiTokenBasic']).toMatchObject({ type: 'http', scheme: 'basic' });
    const schemes = [{ session: [] }, { apiToken: [] }, { apiTokenBasic: [] }];
    expect(paths['/users']?.['get']?.security).toEqual(schemes);
  });
});
