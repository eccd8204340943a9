import { createTestDatabase } from './test-database';

/** More than a request may change in one revision. */
const TOO_MANY = 10_001;

describe('A test database', () => {
  async function withGroups(count: number, requestId: string | null) {
    const database = await createTestDatabase();
    await database.dataSource.transaction(async (manager) => {
      await manager.query("SELECT begin_revision('user', 1, 'test', NULL, $1)", [requestId]);
      await manager.query(
        "INSERT INTO groups (name) SELECT 'group-' || n FROM generate_series(1, $1::integer) n",
        [count],
      );
    });
    return database;
  }

  it('reports a request that has changed more than 10,000 rows in one revision, and is dropped', async () => {
    const database = await withGroups(TOO_MANY, 'a-request');
    await expect(database.drop()).rejects.toThrow(/revision \d+ has 10001 changes; .*#bounded-revisions/);
    await expect(createTestDatabase().then((next) => next.drop())).resolves.toBeUndefined();
  });

  it('reports no request that has changed as many as it may, and no test that writes without one', async () => {
    await (await withGroups(TOO_MANY - 1, 'a-request')).drop();
    await (await withGroups(TOO_MANY, null)).drop();
  });
});
