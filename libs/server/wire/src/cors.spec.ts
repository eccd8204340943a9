import type { IncomingMessage } from 'node:http';
import { Cors } from './cors';

const LISTED = 'https://app.example';
const FOREIGN = 'https://other.example';
const policy = { methods: 'GET, POST', exposedHeaders: 'X-One' };

const request = (method: string, headers: Readonly<Record<string, string>>) =>
  ({ method, headers }) as unknown as IncomingMessage;
const preflight = (origin: string, more: Readonly<Record<string, string>> = {}) =>
  request('OPTIONS', { origin, 'access-control-request-method': 'POST', ...more });

describe('CORS without origins', () => {
  const cors = new Cors({ ...policy, origins: [] });

  it('adds no headers, and does not handle OPTIONS separately', () => {
    expect(cors.headersFor(request('GET', { origin: LISTED }))).toBeUndefined();
    expect(cors.preflight(preflight(LISTED))).toBeUndefined();
  });
});

describe('CORS with a list of origins', () => {
  const cors = new Cors({ ...policy, origins: [LISTED], requestHeaders: 'Accept' });

  it('allows pages of a listed origin to read replies with credentials', () => {
    expect(cors.headersFor(request('GET', { origin: LISTED }))).toEqual({
      Vary: 'Origin',
      'Access-Control-Allow-Origin': LISTED,
      'Access-Control-Allow-Credentials': 'true',
      'Access-Control-Expose-Headers': 'X-One',
    });
  });

  it.each([FOREIGN, 'null', `${LISTED}.evil`, `${LISTED}:443`, 'HTTPS://app.example', '*', ''])(
    'allows pages of the origin %j to read nothing, and caches to distinguish its replies from others',
    (origin) => {
      expect(cors.headersFor(request('GET', { origin }))).toEqual({ Vary: 'Origin' });
      expect(cors.preflight(preflight(origin))).toEqual({ Vary: 'Origin' });
    },
  );

  it('returns the methods and headers of its policy to a preflight, regardless of the request', () => {
    expect(cors.preflight(preflight(LISTED, { 'access-control-request-headers': 'X-Other' }))).toMatchObject({
      'Access-Control-Allow-Methods': 'GET, POST',
      'Access-Control-Allow-Headers': 'Accept',
      'Access-Control-Max-Age': '600',
    });
  });

  it.each([
    ['of another method', request('GET', { origin: LISTED, 'access-control-request-method': 'POST' })],
    ['without an origin', request('OPTIONS', { 'access-control-request-method': 'POST' })],
    ['without a requested method', request('OPTIONS', { origin: LISTED })],
  ])('does not interpret a request %s as a preflight', (_, other) => {
    expect(cors.preflight(other)).toBeUndefined();
  });
});

describe('CORS for all origins', () => {
  const cors = new Cors({ ...policy, origins: [LISTED, '*'] });

  it('allows pages of other origins to read replies only without credentials', () => {
    const headers = cors.headersFor(request('GET', { origin: FOREIGN }));
    expect(headers).toMatchObject({ 'Access-Control-Allow-Origin': '*' });
    expect(headers).not.toHaveProperty('Access-Control-Allow-Credentials');
    expect(cors.headersFor(request('GET', { origin: LISTED }))).toMatchObject({
      'Access-Control-Allow-Credentials': 'true',
    });
  });

  it('returns the requested headers only if they are valid header names', () => {
    const allowed = (wanted: string) =>
      cors.preflight(preflight(FOREIGN, { 'access-control-request-headers': wanted }));
    expect(allowed('X-One, x-two')).toMatchObject({
      Vary: 'Origin, Access-Control-Request-Headers',
      'Access-Control-Allow-Headers': 'X-One, x-two',
    });
    expect(allowed('X-One; X-Two')).not.toHaveProperty('Access-Control-Allow-Headers');
  });
});
