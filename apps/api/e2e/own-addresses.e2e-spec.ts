import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spellingsOf } from '@gatehouse/testing';
import { type TestApi, startApi } from './harness/start-api';

const SIGN_IN_PAGE = 'the sign-in form';

interface RawReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

describe.each([
  ['at the root of a host', 'https://gate.example.org', ''],
  ['behind a prefix', 'https://gate.example.org/magpie', '/magpie'],
  ['behind a longer prefix', 'https://gate.example.org/a/b', '/a/b'],
])('a page of the console %s', (_where, url, prefix) => {
  let api: TestApi;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'own-addresses-'));
    for (const [name, text] of [
      ['index.html', 'the console'],
      ['login.html', SIGN_IN_PAGE],
    ] as const) {
      writeFileSync(join(folder, name), `<html lang="en"><head><base href="/ui/"></head>${text}`);
    }
    writeFileSync(join(folder, 'a.txt'), 'a file');
    api = await startApi({
      SVC_URL: url,
      SVC_PROXY_PUBLIC_URL: 'https://data.example.org/ows/proxy',
      SVC_UI_DIR: folder,
    });
  });
  afterAll(async () => {
    await api.close();
    rmSync(folder, { recursive: true });
  });

  /** Sends a target unchanged, as the front end does that has removed the prefix. */
  const send = (path: string, method = 'GET', headers: Record<string, string> = {}): Promise<RawReply> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(api.anonymous.url);
      const sent = request({ hostname, port, path, method, headers }, (response) => {
        let text = '';
        response.on('data', (chunk) => (text += chunk.toString()));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
      });
      sent.once('error', reject);
      sent.end();
    });

  it.each(['/ui/login', '/ui/groups/shelf', '/ui', '/ui/a.txt'])(
    'is redirected from each other spelling of %s to it, with its query',
    async (page) => {
      const spellings = spellingsOf(page);
      expect(spellings.length).toBeGreaterThan(10);
      for (const spelling of spellings) {
        for (const method of ['GET', 'HEAD']) {
          const reply = await send(`${spelling}?return=%2Fa%2f;b//c`, method);
          expect([spelling, reply.status, reply.headers.location]).toEqual([
            spelling,
            308,
            `${prefix}${page}?return=%2Fa%2f;b//c`,
          ]);
          expect(reply.text).not.toContain(SIGN_IN_PAGE);
        }
      }
      expect((await send(page)).status).toBe(200);
    },
  );

  it('is not found by other methods at another spelling', async () => {
    for (const spelling of spellingsOf('/ui/login')) {
      for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
        const reply = await send(spelling, method);
        expect([spelling, method, reply.status]).toEqual([spelling, method, 404]);
        expect(reply.headers).not.toHaveProperty('set-cookie');
      }
    }
  });

  it.each([
    '/ui/groups/arctic%20shelf',
    '/ui/groups/caf%c3%A9',
    '/ui/groups/a%25b',
    '/ui/groups/a%3Fb%23c',
    '/ui/groups/a+b',
    '/ui/groups/a%5Cb',
    '/ui/login/',
    '/ui/login.',
    '/ui/',
  ])('is never redirected from the normal form %s', async (path) => {
    expect((await send(path)).status).toBe(200);
  });

  it('shares no window with pages of other origins', async () => {
    for (const path of ['/ui/login', '/ui/users', '/ui/']) {
      const { headers } = await send(path);
      expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    }
  });

  it('is the sign-in page only at its address, whatever surrounds it', async () => {
    expect((await send('/ui/login/')).text).toContain(SIGN_IN_PAGE);
    for (const path of ['/ui/login.', '/ui/login%20', '/ui/LOGIN', '/ui/login%2520', '/ui/login./']) {
      expect([path, (await send(path)).text.includes(SIGN_IN_PAGE)]).toEqual([path, false]);
    }
  });

  it.each([
    '/ui%2f..%2fsignout',
    '/ui/%2e%2e/signout',
    '/ui//..\\signout',
    '/ui/x;/../../signout',
    '/ui/%2E/login',
    '//ui/..//evil.example',
  ])('is not found at %s, which a browser would resolve to another page', async (path) => {
    const reply = await send(path);
    expect([reply.status, reply.headers.location]).toEqual([404, undefined]);
  });

  it('is not found at a spelling that is not UTF-8', async () => {
    expect((await send('//ui/%ff')).status).toBe(400);
  });

  it('has a location on the host that the browser uses, also for a target in absolute form', async () => {
    const reply = await send('https://gate.example.org//ui/%6Cogin?a=b');
    expect([reply.status, reply.headers.location]).toEqual([308, `${prefix}/ui/login?a=b`]);
  });

  describe('and the routes of the API', () => {
    it('are separated by an encoded slash, as in the reference implementation', async () => {
      const group = await api.make.group();
      for (const path of [`/groups/${group}`, `/groups%2F${group}`, `/groups%2f${group}`]) {
        const reply = await api.admin.get(path).expect(200);
        expect(reply.body.group.group_name).toBe(group);
      }
    });

    it.each([
      ['/groups/', '../groups'],
      ['/groups/?limit=1&a=%2f', '../groups?limit=1&a=%2f'],
      ['/users/a%20b/', '../a%20b'],
      ['/users/a+b/', '../a+b'],
      ['/users/%61b/', '../%61b'],
      ['/groups%2F', './groups'],
      ['/users/a%2f?b', './a?b'],
      ['/users%2Fa/', '../users%2Fa'],
    ])('have a trailing slash removed by a relative address: %s', async (path, location) => {
      for (const method of ['GET', 'POST', 'DELETE']) {
        const reply = await send(path, method);
        expect([reply.status, reply.headers.location]).toEqual([301, location]);
      }
    });

    it.each(['', '/magpie', '/unknown/to/settings'])(
      'are reached by that address behind the prefix %j of a front end',
      async (outer) => {
        for (const path of ['/groups/', '/users/ada/', '/groups%2F', '/users%2Fada/', '/users/ada%2F']) {
          const reply = await send(path);
          const { pathname } = new URL(reply.headers.location ?? '', `https://front.example${outer}${path}`);
          expect(pathname).toBe(outer + path.replace(/(?:\/|%2F)$/, ''));
        }
      },
    );
  });
});
