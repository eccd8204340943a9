import {
  type World,
  SourceIds,
  changeAtRandom,
  fullWorld,
  isAtOrBelow,
  randomOf,
  rowsOf,
  worldOf,
} from '../again.fixture';
import { type ImportFixture, openImport, platform } from '../import.fixture';
import { IMPORTED_STATE } from '../imported-state.fixture';
import { ImportInterrupted } from '../run-import';
import { IMPORT_LOCK, StoredImports } from '../stored/import-records';

/** How often the connection is cut; `npm run test:long imports` sets more. */
const KILLS = Number(process.env['SVC_TEST_IMPORT_KILLS'] ?? '1');

const stateOf = async (fixture: ImportFixture): Promise<string[]> =>
  (await fixture.lines(IMPORTED_STATE)).sort();

describe('an import that ends early', () => {
  let fixtures: ImportFixture[] = [];
  const open = async (): Promise<ImportFixture> => {
    const fixture = await openImport();
    fixtures.push(fixture);
    return fixture;
  };
  afterEach(async () => {
    for (const fixture of fixtures) await fixture.close();
    fixtures = [];
  });

  it('continues, whichever steps were done, and leaves what one import leaves', async () => {
    const [whole, parts] = [await open(), await open()];
    await whole.stage(platform());
    await whole.run({ batchRows: 1 });
    await parts.stage(platform());
    let runs = 0;
    for (let isDone = false; !isDone; runs += 1) {
      let steps = 0;
      const beforeStep = (): void => {
        steps += 1;
        if (steps > 3) throw new Error('stopped here');
      };
      isDone = await parts.run({ batchRows: 1, beforeStep }).then(
        () => true,
        (error: unknown) => {
          expect(error).toBeInstanceOf(ImportInterrupted);
          return false;
        },
      );
    }
    expect(runs).toBeGreaterThan(3);
    expect(await stateOf(parts)).toEqual(await stateOf(whole));
    expect(await parts.lines('SELECT state, count(*) FROM imports GROUP BY state ORDER BY state')).toEqual([
      `failed ${runs - 1}`,
      'succeeded 1',
    ]);
  });

  it('reports the rows of deleted objects that it removes first, and can be ended there before it has changed anything', async () => {
    const fixture = await open();
    await fixture.stage(platform());
    await fixture.run();
    const rows = fixture.unitOfWork.removal.most;
    await fixture.unitOfWork.run(async () => {
      fixture.unitOfWork.removal.most = 1;
      await fixture.unitOfWork.manager.query("DELETE FROM resources WHERE type = 'service'");
      await fixture.unitOfWork.removal.removeFirst();
      fixture.unitOfWork.removal.most = rows;
    });
    const reported: number[] = [];
    const ended = fixture.run({
      removed: (count) => {
        reported.push(count);
        throw new Error('ended here');
      },
    });
    await expect(ended).rejects.toThrow('ended here');
    expect(reported).toEqual([expect.any(Number)]);
    expect(reported[0]).toBeGreaterThan(0);
    expect(await fixture.lines('SELECT state FROM imports')).toEqual(['succeeded']);
    await fixture.run();
    expect(await fixture.lines('SELECT state FROM imports ORDER BY id')).toEqual(['succeeded', 'succeeded']);
    expect(await fixture.lines('SELECT count(*) FROM pending_deletions')).toEqual(['0']);
  });

  it('says that the connection was lost, and continues in another session', async () => {
    const whole = await open();
    await whole.stage(platform());
    await whole.run({ batchRows: 1 });
    const expected = await stateOf(whole);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const fixture = await open();
      await fixture.stage(platform());
      const [row] = await fixture.session.query<[{ pid: number }]>('SELECT pg_backend_pid() AS pid');
      const at = 2 + ((kill * 7) % 20);
      let steps = 0;
      const beforeStep = async (): Promise<void> => {
        steps += 1;
        if (steps === at)
          await fixture.database.dataSource.query('SELECT pg_terminate_backend($1)', [row.pid]);
      };
      await expect(fixture.run({ batchRows: 1, beforeStep })).rejects.toThrow(/connection/);
      await fixture.reopen();
      await fixture.run({ batchRows: 1 });
      expect(await stateOf(fixture)).toEqual(expected);
      expect(await fixture.lines('SELECT state FROM imports ORDER BY id')).toEqual(['failed', 'succeeded']);
    }
  });

  it('is interrupted once its process is gone, and another one completes it, although no change is left', async () => {
    const fixture = await open();
    const stored = new StoredImports(fixture.unitOfWork);
    const states = async (): Promise<string[]> => (await stored.list(10)).map(({ state }) => state);
    await fixture.stage(platform());
    await fixture.run();
    expect((await fixture.run({ isDry: true })).completes).toBe(false);
    // As it is between the last step and the end.
    await fixture.database.dataSource.query("UPDATE imports SET state = 'running', finished_at = NULL");
    await fixture.session.query('SELECT pg_advisory_lock($1)', [IMPORT_LOCK]);
    expect(await states()).toEqual(['running']);
    await fixture.session.query('SELECT pg_advisory_unlock($1)', [IMPORT_LOCK]);
    expect(await states()).toEqual(['interrupted']);
    expect(await stored.find(1)).toMatchObject({ state: 'interrupted', finishedAt: null });
    expect(await fixture.run({ isDry: true })).toMatchObject({ completes: true });
    expect((await fixture.run()).revisions).toBe(0);
    expect(await states()).toEqual(['succeeded', 'interrupted']);
  });
});

/** What a user may do on a resource, by the rules of the documentation: user before groups, near before far, denied before allowed. */
function mayDo(world: World, user: string, path: string, name: string): boolean {
  const groups = [...world.memberships].flatMap((one) =>
    one.startsWith(`${user} `) ? [one.slice(user.length + 1)] : [],
  );
  const above = [...world.resources.keys()]
    .filter((one) => isAtOrBelow(path, one))
    .sort((one, other) => other.length - one.length);
  for (const holders of [[`user ${user}`], groups.map((group) => `group ${group}`)])
    for (const resource of above) {
      const found = holders
        .map((holder) => world.assignments.get(`${holder} ${resource} ${name}`))
        .filter((value) => value !== undefined && (resource === path || value.endsWith('recursive')));
      if (found.length > 0) return !found.some((value) => value?.startsWith('deny'));
    }
  return false;
}

function accessIn(world: World): Set<string> {
  const access = new Set<string>();
  for (const user of world.users.keys())
    for (const path of world.resources.keys())
      for (const name of ['read', 'write'])
        if (mayDo(world, user, path, name)) access.add(`${user} ${path} ${name}`);
  return access;
}

describe('the order of the steps of an import', () => {
  it('lets nobody do meanwhile what neither the state before nor that after it allows', async () => {
    const fixture = await openImport();
    const random = randomOf(7);
    const ids = new SourceIds();
    const source = fullWorld(random);
    for (let round = 0; round < 2; round += 1) {
      const before = accessIn(await worldOf(fixture));
      await fixture.stage(rowsOf(source, ids));
      const meanwhile: Set<string>[] = [];
      await fixture.run({
        batchRows: 2,
        maxStepRows: 4,
        beforeStep: async () => {
          meanwhile.push(accessIn(await worldOf(fixture)));
        },
      });
      const after = accessIn(source);
      expect(accessIn(await worldOf(fixture))).toEqual(after);
      expect(after.size).toBeGreaterThan(10);
      expect(meanwhile.length).toBeGreaterThan(10);
      const gained = meanwhile.flatMap((access, step) =>
        [...access].filter((one) => !before.has(one) && !after.has(one)).map((one) => `step ${step}: ${one}`),
      );
      expect(gained).toEqual([]);
      changeAtRandom(source, 's', random, 40);
    }
    await fixture.close();
  });
});
