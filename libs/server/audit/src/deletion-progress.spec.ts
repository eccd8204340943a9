import { UnitOfWork, runAs } from '@gatehouse/database';
import { type TestDatabase, createTestDatabase } from '@gatehouse/testing';
import { AuditLog } from './audit-log';
import { DeletionProgress } from './deletion-progress';

describe('the progress of large deletions', () => {
  let database: TestDatabase;
  let unitOfWork: UnitOfWork;
  let progress: DeletionProgress;

  beforeEach(async () => {
    database = await createTestDatabase();
    unitOfWork = new UnitOfWork(database.dataSource);
    unitOfWork.removal.most = 5;
    progress = new DeletionProgress(new AuditLog(database.dataSource), unitOfWork);
  });
  afterEach(() => database.drop());

  const write = (sql: string, values: unknown[] = []): Promise<{ id: number }[]> =>
    unitOfWork.run(() => unitOfWork.manager.query(sql, values));
  const deleted = (table: string, id: number): Promise<number> =>
    runAs({ kind: 'user', id: 7, name: 'ada', role: 'administrator' }, () =>
      unitOfWork.run(async () => {
        await unitOfWork.manager.query(`DELETE FROM ${table} WHERE id = $1`, [id]);
        await unitOfWork.removal.removeFirst();
        return unitOfWork.revision!;
      }),
    );
  const count = async (table: string): Promise<number> =>
    (
      await database.dataSource.query<{ count: number }[]>(`SELECT count(*)::integer AS count FROM ${table}`)
    )[0]!.count;
  /** One step of the job, of at most five rows. */
  const step = (revision: number): Promise<number> =>
    (Reflect.get(unitOfWork.removal, 'step') as (first: number, rows: number) => Promise<number>).call(
      unitOfWork.removal,
      revision,
      5,
    );

  /** A service with resources below each other, each with assignments of a user and of a group. */
  async function service(): Promise<number> {
    const [user] = await write(
      "INSERT INTO users (name, email) VALUES ('bob', 'bob@example.org') RETURNING id",
    );
    const [group] = await write("INSERT INTO groups (name, description) VALUES ('hydro', '') RETURNING id");
    const [root] = await write(
      `WITH root AS (INSERT INTO resources (name, display_name, type) VALUES ('rivers', '', 'service') RETURNING id)
       INSERT INTO services (resource_id, type, url) SELECT id, 'api', 'http://localhost' FROM root RETURNING resource_id AS id`,
    );
    let parents = [root!.id];
    for (let level = 0; level < 3; level++) {
      const rows = await write(
        `INSERT INTO resources (name, display_name, type, parent_id, root_service_id)
         SELECT n::text, '', 'route', p, $2 FROM unnest($1::integer[]) p, generate_series(1, 3) n RETURNING id`,
        [parents, root!.id],
      );
      parents = rows.map(({ id }) => id);
    }
    await write(
      `INSERT INTO user_permissions (user_id, resource_id, name, access, scope) SELECT $1, id, 'read', 'allow', 'match' FROM resources`,
      [user!.id],
    );
    await write(
      `INSERT INTO group_permissions (group_id, resource_id, name, access, scope) SELECT $1, id, 'read', 'allow', 'match' FROM resources`,
      [group!.id],
    );
    return root!.id;
  }

  it('is empty while nothing is left', async () => {
    expect(await progress.running()).toEqual([]);
  });

  it('says what was deleted, by whom, and how many rows are left, step by step', async () => {
    const revision = await deleted('resources', await service());
    const rows = async () =>
      (await count('resources')) + (await count('user_permissions')) + (await count('group_permissions'));
    const all = await rows();
    expect(all).toBeGreaterThan(60);
    for (let removed = 0; removed < all; removed = all - (await rows())) {
      const [running, ...others] = await progress.running();
      expect(others).toEqual([]);
      expect(running).toMatchObject({
        entry: {
          kind: 'service.deleted',
          revision,
          actor: { name: 'ada', role: 'administrator' },
          objects: [{ kind: 'resource', name: 'rivers' }],
          removal: { rows: removed, isInProgress: true },
        },
        rowsLeft: all - removed,
        hasMore: false,
      });
      await step(revision);
    }
    await unitOfWork.removal.removeLeft();
    expect(await progress.running()).toEqual([]);
  });

  it('counts no more rows than it reports', async () => {
    await deleted('resources', await service());
    const bounded = new DeletionProgress(new AuditLog(database.dataSource), unitOfWork, 10);
    expect(await bounded.running()).toMatchObject([{ rowsLeft: 10, hasMore: true }]);
  });

  it('has groups, users and sessions that end together, the oldest first', async () => {
    const users = await write(
      "INSERT INTO users (name, email) SELECT 'u' || n, n || '@example.org' FROM generate_series(1, 9) n RETURNING id",
    );
    const groups = await write(
      "INSERT INTO groups (name, description) SELECT 'g' || n, '' FROM generate_series(1, 8) n RETURNING id",
    );
    await write('INSERT INTO memberships (user_id, group_id) SELECT u.id, g.id FROM users u, groups g');
    await write(
      `INSERT INTO sessions (user_id, expires_at, origin) SELECT $1, now() + interval '1 day', 'provider:keycloak:' || n
       FROM generate_series(1, 12) n`,
      [users[0]!.id],
    );
    const ofGroup = await deleted('groups', groups[0]!.id);
    const ofUser = await deleted('users', users.at(-1)!.id);
    const ofSessions = await unitOfWork.run(async () => {
      await unitOfWork.removal.endSessions({ originPrefix: 'provider:keycloak:' });
      return unitOfWork.revision!;
    });
    const ofThem = [
      `memberships WHERE group_id = ${groups[0]!.id}`,
      `memberships WHERE user_id = ${users.at(-1)!.id}`,
    ];
    const [inGroup, ofThatUser] = await Promise.all(ofThem.map(count));
    expect(Math.min(inGroup!, ofThatUser!)).toBeGreaterThan(3);
    expect(await progress.running()).toMatchObject([
      { entry: { kind: 'group.deleted', revision: ofGroup }, rowsLeft: inGroup },
      { entry: { kind: 'user.deleted', revision: ofUser }, rowsLeft: ofThatUser },
      {
        entry: { kind: 'session.ended', revision: ofSessions, about: { provider: 'keycloak' } },
        rowsLeft: 12,
      },
    ]);
    await unitOfWork.removal.removeLeft();
    expect(await progress.running()).toEqual([]);
  });

  it('counts the sessions that tokens of a deleted node have opened, and the tokens of these', async () => {
    const [user] = await write(
      "INSERT INTO users (name, email) VALUES ('guest', 'guest@example.org') RETURNING id",
    );
    const [node] = await write(
      `INSERT INTO network_nodes (name, base_url, jwks_url, token_url, authorization_url)
       VALUES ('north', 'u', 'u', 'u', 'u') RETURNING id`,
    );
    await write(
      'INSERT INTO remote_users (node_id, name, subject) SELECT $1, n::text, n::text FROM generate_series(1, 8) n',
      [node!.id],
    );
    await write(
      `INSERT INTO sessions (user_id, expires_at, origin) SELECT $1, now() + interval '1 day', 'network-token:' || id FROM remote_users`,
      [user!.id],
    );
    await write(
      `INSERT INTO session_tokens (token_hmac, session_id, issued_at) SELECT sha256(id::text::bytea), id, now() FROM sessions`,
    );
    const revision = await deleted('network_nodes', node!.id);
    const left = (await count('remote_users')) + (await count('sessions')) + (await count('session_tokens'));
    expect(left).toBeGreaterThan(15);
    expect(await progress.running()).toMatchObject([{ entry: { revision }, rowsLeft: left }]);
    await unitOfWork.removal.removeLeft();
    expect(await count('sessions')).toBe(0);
    expect(await progress.running()).toEqual([]);
  });

  it('reports the oldest ones of many', async () => {
    const groups = await write(
      "INSERT INTO groups (name, description) SELECT 'g' || n, '' FROM generate_series(1, 12) n RETURNING id",
    );
    await write(
      "INSERT INTO users (name, email) SELECT 'u' || n, n || '@example.org' FROM generate_series(1, 9) n",
    );
    await write('INSERT INTO memberships (user_id, group_id) SELECT u.id, g.id FROM users u, groups g');
    const revisions: number[] = [];
    for (const { id } of groups) revisions.push(await deleted('groups', id));
    const running = await progress.running();
    expect(running.map(({ entry }) => entry.revision)).toEqual(revisions.slice(0, 10));
  });
});
