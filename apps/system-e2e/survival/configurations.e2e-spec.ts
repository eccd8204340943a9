import { setTimeout as sleep } from 'node:timers/promises';
import { verifyAuditLog } from '@gatehouse/audit';
import { createDataSource } from '@gatehouse/database';
import { KillableProcesses, type Victim } from './killable-processes';
import { WHOLE, filesOf, left, steps } from './platform-rounds';

const VICTIMS: readonly Victim[] = ['api', 'database'];
/** Kills of API and database together; a setting raises it for longer runs. */
const KILLS = Number(process.env['SVC_TEST_CONFIGURATION_KILLS'] ?? 2);
/** Rows that one step writes. */
const STEP_ROWS = 8;
/** Of the application, at most; the kill is at any time of it. */
const MAX_PAUSE_MS = 700;

interface Plan {
  readonly plan_hash: string;
  readonly steps: number;
  readonly changes: readonly { readonly change: string }[];
}

describe('kill -9 of API or database while configuration files are applied', () => {
  let system: KillableProcesses;
  let dataSource: Awaited<ReturnType<typeof createDataSource>>;
  beforeAll(async () => {
    system = await KillableProcesses.start(STEP_ROWS);
    dataSource = await createDataSource({ url: system.database.url, poolSize: 2 }).initialize();
  }, 300_000);
  afterAll(async () => {
    await dataSource?.destroy();
    await system?.remove();
  });

  const plan = async (files: object): Promise<Plan> => {
    const reply = await system.answered('POST', '/configuration/plan', { files });
    expect(reply.status).toBe(200);
    return (await reply.json()) as Plan;
  };

  it(
    'leaves the old state, the new one, or the end of a step, and the next application completes it',
    async () => {
      let interrupted = 0;
      for (let round = 0; round < KILLS; round += 1) {
        const files = filesOf(round);
        const planned = await plan(files);
        expect(planned.changes.length).toBeGreaterThan(10 * STEP_ROWS);
        const application = system
          .api('POST', '/configuration/apply', { files, plan_hash: planned.plan_hash })
          .then(
            (reply) => reply.status,
            () => undefined,
          );
        await sleep(Math.random() * MAX_PAUSE_MS);
        await system.killAndRestart(VICTIMS[round % VICTIMS.length]!);
        const status = await application;
        const found = await left(dataSource, round);
        if (status === 200) expect([round, found]).toEqual([round, WHOLE]);
        const { services, permissions } = found;
        for (const rows of await steps(dataSource, round)) expect(rows).toBeLessThanOrEqual(STEP_ROWS);
        if (permissions < WHOLE.permissions && services > 0) interrupted += 1;

        const rest = await plan(files);
        expect([round, rest.changes.length > 0]).toEqual([round, permissions < WHOLE.permissions]);
        if (rest.changes.length > 0) {
          const again = await system.answered('POST', '/configuration/apply', {
            files,
            plan_hash: rest.plan_hash,
          });
          expect(again.status).toBe(200);
        }
        expect([round, await left(dataSource, round)]).toEqual([round, WHOLE]);
        expect((await plan(files)).changes).toEqual([]);
      }
      process.stderr.write(`${interrupted} of ${KILLS} applications were interrupted between two steps.\n`);
      expect((await verifyAuditLog(dataSource)).problems).toEqual([]);
    },
    240_000 + KILLS * 40_000,
  );
});
