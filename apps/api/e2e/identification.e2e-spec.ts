import { SnapshotFollower } from '@gatehouse/access';
import { type TestApi, startApi } from './harness/start-api';

/** Callers are identified by the snapshot at the newest revision, and by the database while the change feed is interrupted. */
describe('identification', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  it('queries the database for the newest revision only, once for concurrent requests', async () => {
    const client = await api.signIn(await api.make.user());
    await client.get('/session').expect(200);
    const query = jest.spyOn(api.dataSource, 'query');
    const confirmations = jest.spyOn(api.app.get(SnapshotFollower), 'confirmNewest');
    try {
      await Promise.all(Array.from({ length: 20 }, () => client.get('/version').expect(200)));
      expect(confirmations).toHaveBeenCalledTimes(20);
      const queries = query.mock.calls.map(([text]) => String(text));
      expect(queries.filter((text) => /session_tokens|memberships/.test(text))).toEqual([]);
    } finally {
      query.mockRestore();
      confirmations.mockRestore();
    }
  });

  it('immediately rejects a session that another process has ended', async () => {
    const name = await api.make.user();
    const client = await api.signIn(name);
    const other = await api.signIn(name);
    await client.get('/users/current').expect(200);
    await other.get('/users/current').expect(200);
    await api.dataSource.transaction(async (manager) => {
      await manager.query("SELECT begin_revision('system', NULL, NULL, NULL, NULL)");
      await manager.query(
        `DELETE FROM sessions WHERE id = (SELECT s.id FROM sessions s JOIN users u ON u.id = s.user_id
           WHERE u.name = $1 ORDER BY s.created_at DESC LIMIT 1)`,
        [name],
      );
    });
    expect((await other.get('/session').expect(200)).body.authenticated).toBe(false);
    expect((await client.get('/session').expect(200)).body.authenticated).toBe(true);
  });

  it('continues while the change feed is interrupted, and rejects sessions that ended meanwhile', async () => {
    const name = await api.make.user();
    const [live, over] = [await api.signIn(name), await api.signIn(await api.make.user())];
    await live.get('/session').expect(200);
    const id = (await over.get('/session').expect(200)).body.user.user_id;
    await api.app.get(SnapshotFollower).stop();
    try {
      await api.dataSource.transaction(async (manager) => {
        await manager.query("SELECT begin_revision('system', NULL, NULL, NULL, NULL)");
        await manager.query('DELETE FROM sessions WHERE user_id = $1', [id]);
      });
      expect((await live.get('/session').expect(200)).body.user.user_name).toBe(name);
      expect((await over.get('/session').expect(200)).body.authenticated).toBe(false);
      await live.get('/users').expect(403);
      await api.admin.get('/users').expect(200);
    } finally {
      await api.app.get(SnapshotFollower).start();
    }
  });
});
