import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { OwnServer } from '@gatehouse/testing';
import { call, until } from './support/exchange';
import { Fixture } from './support/fixture';
import { type ProxyProcess, startProxyProcess } from './support/proxy-process';
import { type Upstream, startUpstream } from './support/upstream';
import { Traffic } from './survival/traffic';

/** Milliseconds for which the proxies decide without the database. */
const STALENESS = 2_000;
/** Kills of each kind; a setting raises the number for longer runs. */
const ROUNDS = Number(process.env['SVC_TEST_KILL_ROUNDS'] ?? 1);

describe('kill -9 of the proxy during traffic', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  let traffic: Traffic;
  let proxy: ProxyProcess;

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    proxy = await startProxyProcess(fixture.environment());
  });
  afterAll(async () => {
    await traffic.stop();
    expect(await proxy.stop()).toBe(0);
    await fixture.close();
    await upstream.close();
  });

  const kill = async () => {
    const ended = once(proxy.child, 'exit');
    proxy.child.kill('SIGKILL');
    await ended;
  };
  const startAgain = async () => {
    const port = String(proxy.port);
    proxy = await startProxyProcess({ ...fixture.environment(), SVC_PROXY_PORT: port });
  };

  it(
    'allows nothing that no revision allows, and the next proxy decides correctly from its first request',
    async () => {
      traffic = new Traffic(fixture, upstream, () => [proxy.port]);
      await traffic.prepare();
      traffic.start();
      for (let round = 0; round < ROUNDS; round++) {
        await traffic.decisions(20);
        const { undecided, written } = traffic.tally;
        await kill();
        await sleep(200);
        expect(traffic.tally.undecided).toBeGreaterThan(undecided);
        // The next proxy has to know what is granted and revoked meanwhile.
        expect(traffic.tally.written).toBeGreaterThan(written);
        await startAgain();
      }
      await traffic.decisions(20);
      await traffic.stop();
      upstream.behave(undefined);
      expect(traffic.wrong).toEqual([]);
    },
    240_000 + ROUNDS * 30_000,
  );

  it('leaves no reply that seems complete, and aborts the request at the service', async () => {
    const path = await fixture.publishService(upstream.url);
    const known = await until(
      () => call(proxy.port, { path }),
      ({ status }) => status === 200,
    );
    expect(known.status).toBe(200);
    for (const headers of [{ 'Content-Length': 1_000_000 }, { 'Transfer-Encoding': 'chunked' }]) {
      const closed = new Promise<void>((resolve) => {
        upstream.behave((_request, response) => {
          response.on('close', resolve);
          response.writeHead(200, headers).write('a part');
        });
      });
      const send = () => request({ port: proxy.port, path, agent: false }).end();
      const [response] = (await once(send(), 'response')) as [IncomingMessage];
      await once(response, 'data');
      const broken = once(response, 'aborted');
      response.on('error', () => undefined);
      await kill();
      await broken;
      await closed;
      await startAgain();
    }
    upstream.behave(undefined);
  }, 240_000);
});

describe('kill -9 of the database during writes and traffic', () => {
  let server: OwnServer;
  let upstream: Upstream;
  let traffic: Traffic;
  let fixture: Fixture;

  beforeAll(async () => {
    server = await OwnServer.make();
    upstream = await startUpstream();
    fixture = await Fixture.open(await server.migrated());
  }, 240_000);
  afterAll(async () => {
    await traffic.stop();
    await fixture.close();
    await upstream.close();
    await server.remove();
  });

  const health = async (port: number) => {
    const { status, text } = await call(port, { path: '/health' });
    return { status, ...(JSON.parse(text) as { ready: boolean; age_ms: number }) };
  };

  it(
    'allows nothing that no revision allows; the proxy serves until the staleness bound, and decides correctly afterwards',
    async () => {
      const ports: number[] = [];
      for (let count = 0; count < 2; count++)
        ports.push((await fixture.startProxy({ SVC_PROXY_MAX_STALENESS: String(STALENESS / 1000) })).port);
      traffic = new Traffic(fixture, upstream, () => ports);
      await traffic.prepare();
      traffic.start();
      for (let round = 0; round < ROUNDS; round++) {
        await traffic.decisions(20);
        // No request can demand what the database would have to confirm.
        traffic.staleness = STALENESS;
        server.kill();
        // Known sessions are served until the bound, and none beyond it.
        await traffic.decisions(1);
        for (const port of ports) {
          const stale = await until(
            () => health(port),
            ({ status }) => status === 503,
          );
          expect(stale).toMatchObject({ status: 503, ready: false });
          expect(stale.age_ms).toBeGreaterThanOrEqual(STALENESS);
        }
        // Requests decided just before have been answered by then.
        await sleep(250);
        const { allowed, refused, undecided } = traffic.tally;
        await until(
          () => Promise.resolve(traffic.tally.undecided),
          (now) => now > undecided + 10,
        );
        expect(traffic.tally).toMatchObject({ allowed, refused });

        await server.start();
        traffic.staleness = 0;
        for (const port of ports)
          expect(
            await until(
              () => health(port),
              ({ ready }) => ready,
            ),
          ).toMatchObject({ status: 200, ready: true });
      }
      await traffic.decisions(20);
      await traffic.stop();
      expect(traffic.wrong).toEqual([]);
    },
    240_000 + ROUNDS * 30_000,
  );
});
