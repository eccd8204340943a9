import { createServer } from 'node:http';
import { Agent, request } from 'undici';

/**
 * A mix of all requests to API and proxy, evenly in time: sessions that start and end, accounts and assignments that
 * are created and deleted, listings, checks of sessions, requests that the proxy forwards and refuses.
 *
 * @param {{ url: string, cookie: string, admin: { user_name: string, password: string } }} system
 * @param {{ url: string }} proxy
 * @param {number} rate requests a second
 */
export async function mixedLoad(system, proxy, rate) {
  const upstream = createServer((incoming, response) => {
    incoming.resume();
    response.end('here');
  });
  await new Promise((resolve) => upstream.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = upstream.address();
  const agent = new Agent({ connections: 32 });
  let sent = 0;
  let failed = 0;

  /**
   * @param {string} url
   * @param {{ method?: 'GET' | 'POST' | 'DELETE', body?: unknown, cookie?: string, expected?: number[] }} options
   */
  const call = async (url, { method = 'GET', body, cookie = system.cookie, expected = [200, 201] } = {}) => {
    sent += 1;
    const answer = await request(url, {
      method,
      dispatcher: agent,
      headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    await answer.body.dump();
    if (!expected.includes(answer.statusCode)) failed += 1;
    return answer;
  };

  for (let number = 0; number < 20; number += 1) {
    const service_name = `atlas${number}`;
    const service_url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    await call(`${system.url}/services`, {
      method: 'POST',
      body: { service_name, service_type: 'api', service_url },
    });
    await call(`${system.url}/services/${service_name}/resources`, {
      method: 'POST',
      body: { resource_name: 'charts', resource_type: 'route' },
    });
  }

  let number = 0;
  const service = () => `atlas${number % 20}`;
  const kinds = [
    () => call(`${system.url}/session`),
    () => call(`${proxy.url}/ows/verify/${service()}/charts/${number}`),
    () => call(`${proxy.url}/ows/proxy/${service()}/charts/${number}`),
    () => call(`${proxy.url}/ows/proxy/${service()}/charts`, { cookie: '', expected: [401] }),
    () => call(`${proxy.url}/ows/proxy/${service()}/upload`, { method: 'POST', body: 'x'.repeat(64 * 1024) }),
    () => call(`${system.url}/services`),
    () => call(`${system.url}/users?detail=true`),
    () => call(`${system.url}/unknown/${number}`, { expected: [404] }),
    () => call(`${system.url}/users`, { method: 'POST', body: { user_name: '' }, expected: [400, 422] }),
    session,
    account,
  ];

  /** A user signs in, sends a request and signs out. */
  async function session() {
    const answer = await call(`${system.url}/signin`, { method: 'POST', body: system.admin });
    const cookie = String([answer.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
    await call(`${proxy.url}/ows/verify/${service()}/charts`, { cookie });
    await call(`${system.url}/signout`, { cookie });
  }

  /** An account and an assignment are created and deleted. */
  async function account() {
    const name = `user${number}`;
    const assignments = `${system.url}/users/${name}/services/${service()}/permissions`;
    await call(`${system.url}/users`, {
      method: 'POST',
      body: { user_name: name, email: `${name}@example.org`, password: 'mixed-load-password' },
    });
    await call(assignments, { method: 'POST', body: { permission: 'read-deny' } });
    await call(`${system.url}/users/${name}/services?cascade=true&inherited=true`);
    await call(`${assignments}/read`, { method: 'DELETE' });
    await call(`${system.url}/users/${name}`, { method: 'DELETE' });
  }

  const begun = performance.now();
  let stopping = false;
  const pending = new Set();
  const timer = setInterval(() => {
    const due = ((performance.now() - begun) / 1000) * rate;
    // A machine that falls behind receives fewer requests, so that the queue does not grow.
    while (sent < due && pending.size < 64 && !stopping) {
      const kind = kinds[(number += 1) % kinds.length];
      const work = kind?.().catch(() => (failed += 1));
      pending.add(work);
      void work?.finally(() => pending.delete(work));
    }
  }, 20);
  return {
    sent: () => sent,
    failed: () => failed,
    stop: async () => {
      stopping = true;
      clearInterval(timer);
      await Promise.all(pending);
      await agent.close();
      await new Promise((resolve) => upstream.close(resolve));
    },
  };
}
