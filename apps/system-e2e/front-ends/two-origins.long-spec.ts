import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import type { LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Certificate, freePort, selfSigned } from '@gatehouse/testing';
import type { Browser } from 'playwright-core';
import { WebSocket } from 'ws';
import { AdministratorApi } from '../src/api';
import {
  FRONT_ENDS,
  type FrontEndPorts,
  type RunningFrontEnd,
  startFrontEnd,
} from '../src/front-end-programs';
import { ManySidedService } from '../src/many-sided-service';
import { type RunningSystem, startSystem } from '../src/system';
import { TestUser, launchBrowser } from '../src/test-user';

const MEGABYTE = 1024 * 1024;
const UPLOAD_MEGABYTES = 100;
const [API, SERVICES] = ['gatehouse.example.org', 'data.example.org'];

/** Both host names are of this machine. */
const lookup: LookupFunction = (_name, { all }, callback) => {
  if (all) callback(null, [{ address: '127.0.0.1', family: 4 }]);
  else callback(null, '127.0.0.1', 4);
};

interface Reply {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

describe.each(FRONT_ENDS.map((frontEnd) => [frontEnd.name, frontEnd] as const))(
  'Gatehouse on two origins behind %s',
  (_name, frontEnd) => {
    let certificate: Certificate;
    let ports: FrontEndPorts;
    let system: RunningSystem;
    let service: ManySidedService;
    let running: RunningFrontEnd;
    let browser: Browser;
    let cookie: string;

    beforeAll(async () => {
      certificate = await selfSigned('*.example.org');
      ports = { own: await freePort(), api: await freePort(), proxy: await freePort() };
      system = await startSystem({
        apiPort: ports.api,
        proxyPort: ports.proxy,
        published: {
          apiUrl: `https://${API}:${ports.own}`,
          servicesUrl: `https://${SERVICES}:${ports.own}/ows/proxy`,
        },
        settings: { SVC_COOKIE_DOMAIN: 'example.org' },
      });
      service = await ManySidedService.start();
      const api = await AdministratorApi.signIn(system);
      await api.createService('rivers', service.url);
      running = await startFrontEnd(frontEnd, ports, certificate);
      browser = await launchBrowser([
        '--host-resolver-rules=MAP *.example.org 127.0.0.1',
        '--ignore-certificate-errors',
      ]);
      cookie = await signIn();
    }, 300_000);
    afterAll(async () => {
      await browser?.close();
      await running?.stop();
      await service?.stop();
      await system?.stop();
    }, 60_000);

    const options = (host: string, path: string): RequestOptions => ({
      ...{ host, port: ports.own, path, lookup, ca: certificate.cert, agent: false },
      headers: cookie ? { cookie } : {},
    });
    const open = (outgoing: ReturnType<typeof request>): Promise<IncomingMessage> =>
      new Promise((resolve, reject) => outgoing.on('response', resolve).on('error', reject));
    const replyOf = async (incoming: IncomingMessage): Promise<Reply> => {
      let text = '';
      for await (const chunk of incoming.setEncoding('utf8')) text += chunk as string;
      return { status: incoming.statusCode, headers: incoming.headers, text };
    };
    const get = async (host: string, path: string): Promise<Reply> =>
      replyOf(await open(request(options(host, path)).end()));

    async function signIn(): Promise<string> {
      const { userName: user_name, password } = system.administrator;
      const outgoing = request({ ...options(API, '/signin'), method: 'POST' });
      outgoing.setHeader('Content-Type', 'application/json');
      outgoing.end(JSON.stringify({ user_name, password }));
      const { status, headers } = await replyOf(await open(outgoing));
      expect([status, headers['set-cookie']?.[0]]).toEqual([
        200,
        expect.stringMatching(/^auth_tkt=.*; Domain=example\.org; .*Secure/),
      ]);
      return headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    }

    it('signs in on the console, whose session the host of services receives', async () => {
      const user = await TestUser.create(browser, system);
      try {
        await user.open('login');
        // Chromium warns about nothing here: neither its policy nor a dropped cookie.
        await user.signIn(system.administrator);
        await user.page
          .getByText(/^Updated at/)
          .first()
          .waitFor();
        expect(user.errors).toEqual([]);
        await user.page.goto(`${system.servicesUrl}/rivers/`);
        await user.heading('River data').waitFor();
        const cookies = await user.page.context().cookies();
        expect(cookies.find(({ name }) => name === 'auth_tkt')).toMatchObject({
          domain: '.example.org',
          secure: true,
        });
        await user.page.goto(system.consoleUrl);
        await user.signOut();
        await user.page.goto(`${system.servicesUrl}/rivers/`);
        expect(await user.page.title()).not.toBe('Rivers');
      } finally {
        await user.close();
      }
    }, 60_000);

    it.each([
      ['en-GB', 'Your browser will drop the session cookie, which is for https only'],
      ['fr-FR', 'Votre navigateur rejettera le cookie de session, réservé à https'],
    ])(
      'says at an address without TLS that the browser drops the session cookie, in %s',
      async (locale, text) => {
        const user = await TestUser.create(browser, system, { locale });
        try {
          const { page } = user;
          await page.goto(`http://${API}:${ports.api}/ui/login`);
          await page.getByRole('alert').filter({ hasText: text }).waitFor();
          expect(await user.violations()).toEqual([]);
          // As it says: the sign-in is accepted, and leads to the sign-in again.
          await page.locator('input[name="user_name"]').fill(system.administrator.userName);
          await page.locator('input[name="password"]').fill(system.administrator.password);
          const accepted = page.waitForURL('**/ui/');
          await page.locator('form').getByRole('button').last().click();
          await accepted;
          await page.waitForURL('**/ui/login');
          expect(await page.context().cookies()).toEqual([]);
        } finally {
          await user.close();
        }
      },
    );

    it.each(['/a%2Fb', '/a%2fb/c%20d/%C3%A9', '/x;y=1', "/!$&'()*+,=:@-._~", '/a?b=%2F&c=d+e//f'])(
      'forwards a path of a service as it was sent: %s',
      async (path) => {
        expect((await get(SERVICES, `/ows/proxy/rivers${path}`)).status).toBe(200);
        expect(service.paths.at(-1)).toBe(path);
      },
    );

    it('lets Gatehouse refuse a path with dot segments, and forwards none', async () => {
      const before = service.paths.length;
      for (const path of ['/a/../b', '/a/%2e%2e/b', '/%2e%2e/%2e%2e/metrics', '/../../metrics'])
        expect([400, 404]).toContain((await get(SERVICES, `/ows/proxy/rivers${path}`)).status);
      expect(service.paths.length).toBe(before);
    });

    it('lets the API read a path as it was sent', async () => {
      // An encoded slash separates there as well: these are the resources of the service, in JSON.
      const { status, text } = await get(API, '/services/rivers%2Fresources');
      expect([status, JSON.parse(text).path]).toEqual([200, '/services/rivers/resources']);
    });

    it('publishes neither metrics nor other paths of the proxy, nor the API at the host of services', async () => {
      for (const path of [
        '/metrics',
        '/health',
        '/ows/verify/rivers',
        '/ui/',
        '/users',
        '/ows/proxy/../../metrics',
      ])
        expect([400, 404]).toContain((await get(SERVICES, path)).status);
      expect((await get(API, '/metrics')).status).toBe(404);
    });

    it('sets Strict-Transport-Security itself, once for each reply', async () => {
      for (const [host, path] of [
        [API, '/version'],
        [SERVICES, '/ows/proxy/rivers/'],
      ] as const)
        expect((await get(host, path)).headers['strict-transport-security']).toBe('max-age=31536000');
    });

    it('forwards a WebSocket', async () => {
      const address = `wss://${SERVICES}:${ports.own}/ows/proxy/rivers/socket`;
      const socket = new WebSocket(address, { headers: { cookie }, lookup, ca: certificate.cert });
      await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
      for (const data of ['a text', randomBytes(100_000)]) {
        const answer = new Promise<Buffer>((resolve) =>
          socket.once('message', (echo: Buffer) => resolve(echo)),
        );
        socket.send(data);
        expect(Buffer.compare(await answer, Buffer.from(data))).toBe(0);
      }
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.close();
      await closed;
    }, 60_000);

    it('streams a reply: each part arrives before the next one is sent', async () => {
      const incoming = await open(request(options(SERVICES, '/ows/proxy/rivers/stream')).end());
      const parts = incoming.setEncoding('utf8')[Symbol.asyncIterator]();
      for (const part of ['one', 'two', 'three']) {
        service.send(`data: ${part}\n\n`);
        expect(await parts.next()).toEqual({ done: false, value: `data: ${part}\n\n` });
      }
      service.finish();
      expect((await parts.next()).done).toBe(true);
    }, 60_000);

    it.each(['a length', 'no length'])(
      `forwards an upload of ${UPLOAD_MEGABYTES} MB with %s`,
      async (framing) => {
        const outgoing = request({ ...options(SERVICES, '/ows/proxy/rivers/upload'), method: 'POST' });
        outgoing.setHeader('Content-Type', 'application/octet-stream');
        if (framing === 'a length') outgoing.setHeader('Content-Length', UPLOAD_MEGABYTES * MEGABYTE);
        const hash = createHash('sha256');
        const block = randomBytes(MEGABYTE);
        const blocks = function* () {
          for (let count = 0; count < UPLOAD_MEGABYTES; count++) {
            block.writeUInt32BE(count);
            hash.update(block);
            yield Buffer.from(block);
          }
        };
        const replied = open(outgoing);
        await pipeline(Readable.from(blocks(), { objectMode: false }), outgoing);
        const { status, text } = await replyOf(await replied);
        expect([status, text]).toEqual([200, `${UPLOAD_MEGABYTES * MEGABYTE} ${hash.digest('hex')}`]);
      },
      120_000,
    );
  },
);
