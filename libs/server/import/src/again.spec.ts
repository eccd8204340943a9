import {
  type World,
  SourceIds,
  changeAtRandom,
  copyOfWorld,
  emptyWorld,
  randomOf,
  rowsOf,
  worldOf,
} from './again.fixture';
import { imported, lastOf } from './again.oracle.fixture';
import { type ImportFixture, openImport } from './import.fixture';

/** Runs of a random test; `npm run test:long imports` sets more. */
const RUNS = Number(process.env['SVC_TEST_IMPORTS'] ?? '2');
const ROUNDS = 4;
const SEED = Number(process.env['SVC_TEST_IMPORTS_SEED'] ?? '20');
const DECISIONS = "resource_parent_deleted: {'*': skip}";

const sorted = (world: World) => ({
  users: [...world.users].sort(),
  groups: [...world.groups].sort(),
  memberships: [...world.memberships].sort(),
  resources: [...world.resources].sort(),
  assignments: [...world.assignments].sort(),
});

describe('a source that is imported again', () => {
  let fixture: ImportFixture;
  beforeEach(async () => {
    fixture = await openImport();
  });
  afterEach(() => fixture.close());

  it.each(Array.from({ length: RUNS }, (_, index) => SEED + index))(
    'leaves what an oracle with maps says after changes on both sides, seed %i',
    async (seed) => {
      const random = randomOf(seed);
      const ids = new SourceIds();
      const source = emptyWorld();
      let last = emptyWorld();
      last.resources.clear();
      changeAtRandom(source, 's', random, 60);
      let here = await worldOf(fixture);
      for (let round = 0; round < ROUNDS; round += 1) {
        await fixture.stage(rowsOf(source, ids));
        await fixture.run({ decisions: DECISIONS, batchRows: 1 + random(20) });
        const expected = imported(last, source, here);
        expect(sorted(await worldOf(fixture))).toEqual(sorted(expected));
        last = lastOf(last, source, expected);
        changeAtRandom(source, 's', random, 25);
        here = await changeHere(fixture, random);
      }
    },
  );
});

/** The same changes on this side, of rows. Those below and of deleted objects may be left, as of large deletions. */
async function changeHere(fixture: ImportFixture, random: (below: number) => number): Promise<World> {
  const before = await worldOf(fixture);
  const after = copyOfWorld(before);
  changeAtRandom(after, 't', random, 15);
  await fixture.unitOfWork.run(async () => {
    const { manager } = fixture.unitOfWork;
    const query = (sql: string, values: unknown[]): Promise<unknown> => manager.query(sql, values);
    for (const [name, email] of after.users)
      if (!before.users.has(name))
        await query(
          'WITH u AS (INSERT INTO users (name, email) VALUES ($1, $2) RETURNING id) INSERT INTO memberships SELECT id, 2 FROM u',
          [name, email],
        );
      else if (before.users.get(name) !== email)
        await query('UPDATE users SET email = $2 WHERE name = $1', [name, email]);
    for (const [name, description] of after.groups)
      if (!before.groups.has(name))
        await query('INSERT INTO groups (name, description) VALUES ($1, $2)', [name, description]);
      else
        await query('UPDATE groups SET description = $2 WHERE name = $1 AND description <> $2', [
          name,
          description,
        ]);
    for (const one of before.memberships)
      if (!after.memberships.has(one))
        await query(
          'DELETE FROM memberships USING users u, groups g WHERE user_id = u.id AND group_id = g.id AND u.name = $1 AND g.name = $2',
          one.split(' '),
        );
    for (const one of after.memberships)
      if (!before.memberships.has(one))
        await query(
          'INSERT INTO memberships SELECT u.id, g.id FROM users u, groups g WHERE u.name = $1 AND g.name = $2',
          one.split(' '),
        );
    for (const name of before.users.keys())
      if (!after.users.has(name)) await query('DELETE FROM users WHERE name = $1', [name]);
    for (const name of before.groups.keys())
      if (!after.groups.has(name)) await query('DELETE FROM groups WHERE name = $1', [name]);
    const idOf = async (path: string): Promise<number> => {
      let [row] = (await manager.query<{ id: number }[]>(
        'SELECT id FROM resources WHERE parent_id IS NULL',
      )) as { id: number }[];
      for (const name of path.split('/').slice(1))
        [row] = await manager.query<{ id: number }[]>(
          'SELECT id FROM resources WHERE parent_id = $1 AND name = $2',
          [row?.id, name],
        );
      return row?.id ?? 0;
    };
    for (const path of [...before.resources.keys()].sort((one, other) => one.length - other.length))
      if (!after.resources.has(path)) await query('DELETE FROM resources WHERE id = $1', [await idOf(path)]);
    for (const path of [...after.resources.keys()].sort((one, other) => one.length - other.length))
      if (!before.resources.has(path))
        await query(
          `INSERT INTO resources (name, display_name, type, parent_id, root_service_id, ordering)
           SELECT $2, $2, 'route', id, coalesce(root_service_id, id), 1000 FROM resources WHERE id = $1`,
          [await idOf(path.slice(0, path.lastIndexOf('/'))), path.slice(path.lastIndexOf('/') + 1)],
        );
    for (const key of new Set([...before.assignments.keys(), ...after.assignments.keys()])) {
      const [kind = '', name = '', path = '', permission = ''] = key.split(' ');
      const value = after.assignments.get(key);
      if (value === before.assignments.get(key) || !after.resources.has(path)) continue;
      const id = await idOf(path);
      await query(
        `DELETE FROM ${kind}_permissions USING ${kind}s h WHERE h.name = $1 AND ${kind}_id = h.id AND resource_id = $2 AND ${kind}_permissions.name = $3`,
        [name, id, permission],
      );
      if (value === undefined) continue;
      await query(
        `INSERT INTO ${kind}_permissions SELECT h.id, $2, $3, $4, $5 FROM ${kind}s h WHERE h.name = $1`,
        [name, id, permission, ...value.split(' ')],
      );
    }
    fixture.unitOfWork.removal.most = 1 + random(3);
    await fixture.unitOfWork.removal.removeFirst();
  });
  if (random(2) === 0) return after;
  await fixture.unitOfWork.removal.removeLeft();
  expect(sorted(await worldOf(fixture))).toEqual(sorted(after));
  return after;
}
