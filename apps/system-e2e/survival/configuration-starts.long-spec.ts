import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyAuditLog } from '@gatehouse/audit';
import { createDataSource } from '@gatehouse/database';
import { KillableProcesses } from './killable-processes';
import { WHOLE, filesOf, left, steps } from './platform-rounds';

const KILLS = Number(process.env['SVC_TEST_CONFIGURATION_STARTS'] ?? 4);
const STEP_ROWS = 8;
/** Of a start; on a machine that is idle it takes two to four seconds. */
const MAX_PAUSE_MS = Number(process.env['SVC_TEST_START_MS'] ?? 6_000);

describe('kill -9 of API or database while a start applies configuration files', () => {
  let system: KillableProcesses;
  let dataSource: Awaited<ReturnType<typeof createDataSource>>;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gatehouse-start-'));
    system = await KillableProcesses.start(STEP_ROWS);
    dataSource = await createDataSource({ url: system.database.url, poolSize: 2 }).initialize();
  }, 300_000);
  afterAll(async () => {
    await dataSource?.destroy();
    await system?.remove();
    await rm(folder, { recursive: true, force: true });
  });

  it(
    'leaves the old state, the new one, or the end of a step, and the next start completes it',
    async () => {
      let [interrupted, ready] = [0, 0];
      for (let round = 0; round < KILLS; round += 1) {
        for (const { name, content } of filesOf(round)) await writeFile(join(folder, name), content);
        const settings = { SVC_CONFIG_PATH: folder };
        const victim = round % 2 === 0 ? 'api' : 'database';
        const isReady = await system.killInStart(victim, settings, Math.random() * MAX_PAUSE_MS);
        const found = await left(dataSource, round);
        // It is not ready before everything is applied.
        if (isReady) expect([round, found]).toEqual([round, WHOLE]);
        ready += Number(isReady);
        interrupted += Number(found.services > 0 && found.permissions < WHOLE.permissions);
        await system.restart(settings);
        expect([round, await left(dataSource, round)]).toEqual([round, WHOLE]);
        const written = await steps(dataSource, round);
        expect([round, Math.max(...written) <= STEP_ROWS]).toEqual([round, true]);
        // Another start with the same files writes nothing.
        await system.restart(settings);
        expect([round, await steps(dataSource, round)]).toEqual([round, written]);
      }
      process.stderr.write(
        `${interrupted} of ${KILLS} starts were interrupted between two steps, ${ready} were ready before.\n`,
      );
      expect((await verifyAuditLog(dataSource)).problems).toEqual([]);
    },
    240_000 + KILLS * 60_000,
  );
});
