import fc from 'fast-check';
import { silentLogger } from '@gatehouse/logging';
import { Proxy } from '../src/proxy';
import { call } from './support/exchange';
import { Fixture } from './support/fixture';
import { type Upstream, startUpstream } from './support/upstream';
import { type SampleRequest, Workload, sampleRequest, write } from './warm-decisions/workload';

/** Batches of writes; a setting raises the number for longer runs. */
const ROUNDS = Number(process.env['SVC_TEST_WARM_ROUNDS'] ?? 15);
/** The same workload in every run, unless another seed is set. */
const SEED = Number(process.env['SVC_TEST_WARM_SEED'] ?? 20_260_102);

describe('a proxy with warm caches', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  let workload: Workload;
  let warm: number;

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    workload = new Workload(fixture, `${upstream.url}/base`);
    await workload.prepare();
    ({ port: warm } = await fixture.startProxy());
  });
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
  });

  /** The decision, its reason, and what reaches the service. */
  const decision = async (port: number, question: SampleRequest, revision: number) => {
    const { service, method, target, body } = question;
    upstream.received.splice(0);
    const { status, headers } = await call(port, {
      method,
      path: `/ows/proxy/${service}${target}`,
      headers: {
        cookie: workload.cookieOf(question),
        'X-Access-Revision': String(revision),
        ...(body === undefined ? {} : { 'Content-Type': body.startsWith('<') ? 'text/xml' : 'text/plain' }),
      },
      ...(body === undefined ? {} : { body }),
    });
    return {
      status,
      reason: headers['x-gatehouse-reason'],
      why: headers['x-gatehouse-decision'],
      received: upstream.received.map((one) => [one.method, one.url, one.body.toString()]),
    };
  };

  /** A proxy with cold caches. */
  const startFresh = async () => {
    const proxy = new Proxy({
      settings: { ...fixture.settings(), databaseUrl: fixture.database.url },
      dataSource: fixture.database.dataSource,
      logger: silentLogger,
    });
    return { proxy, port: await proxy.start() };
  };

  it(
    'decides like one that has just been started, after any writes, on the first request and on repeated ones',
    async () => {
      const statuses = new Map<string, Set<number>>();
      const portion = fc.array(write, { minLength: 1, maxLength: 10 });
      const questions = fc.array(sampleRequest, { minLength: 20, maxLength: 40 });
      await fc.assert(
        fc.asyncProperty(portion, fc.boolean(), questions, async (writes, signsIn, round) => {
          const revision = await workload.perform(writes);
          if (signsIn) await workload.signIn();
          const fresh = await startFresh();
          try {
            for (const question of round) {
              const expected = await decision(fresh.port, question, revision);
              expect(await decision(warm, question, revision)).toEqual(expected);
              expect(await decision(warm, question, revision)).toEqual(expected);
              const key = JSON.stringify(question);
              statuses.set(key, (statuses.get(key) ?? new Set()).add(expected.status));
            }
          } finally {
            await fresh.proxy.stop();
          }
        }),
        { numRuns: ROUNDS, seed: SEED, endOnFailure: true },
      );
      // The compared answers do change: most requests have had more than one, of every kind.
      const answers = [...statuses.values()];
      expect(answers.filter(({ size }) => size > 1).length).toBeGreaterThan(answers.length / 3);
      expect([...new Set(answers.flatMap((seen) => [...seen]))].sort()).toEqual([200, 400, 401, 403]);
    },
    30_000 + ROUNDS * 5_000,
  );
});
