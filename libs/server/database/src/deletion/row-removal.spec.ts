import { type TestDatabase, createTestDatabase } from '@gatehouse/testing';
import { UnitOfWork } from '../unit-of-work';
import { DEPENDENTS } from './dependents';
import { HAS_ENDED } from './ended-sessions';

describe('the removal of rows', () => {
  let database: TestDatabase;
  let unitOfWork: UnitOfWork;

  beforeEach(async () => {
    database = await createTestDatabase();
    unitOfWork = new UnitOfWork(database.dataSource);
    unitOfWork.removal.most = 5;
  });
  afterEach(() => database.drop());

  const query = <Row>(sql: string, values: unknown[] = []) => database.dataSource.query<Row[]>(sql, values);
  const write = (sql: string, values: unknown[] = []): Promise<{ id: number }[]> =>
    unitOfWork.run(() => unitOfWork.manager.query(sql, values));
  const count = async (from: string): Promise<number> =>
    (await query<{ count: number }>(`SELECT count(*)::integer AS count FROM ${from}`))[0]!.count;
  const idOf = async (sql: string): Promise<number> => (await write(sql))[0]!.id;
  const deleted = (table: string, id: number) =>
    unitOfWork.run(async () => {
      await unitOfWork.manager.query(`DELETE FROM ${table} WHERE id = $1`, [id]);
      await unitOfWork.removal.removeFirst();
      return unitOfWork.revision!;
    });
  /** Rows by revision since the deletion, with the role of the actor. */
  const removedSince = (revision: number) =>
    query<{ role: string | null; rows: number }>(
      `SELECT r.actor_role AS role, count(c.id)::integer AS rows FROM revisions r LEFT JOIN changes c USING (revision)
       WHERE r.revision >= $1 GROUP BY r.revision ORDER BY r.revision`,
      [revision],
    );

  /** A service with three levels of resources below it, each with an assignment. */
  async function service(name: string, width: number): Promise<number> {
    const user = await idOf(
      `INSERT INTO users (name, email) VALUES ('user-${name}', '${name}@example.org') RETURNING id`,
    );
    const root = await idOf(
      `WITH root AS (INSERT INTO resources (name, display_name, type) VALUES ('${name}', '${name}', 'service') RETURNING id)
       INSERT INTO services (resource_id, type, url) SELECT id, 'api', 'http://localhost' FROM root RETURNING resource_id AS id`,
    );
    let parents = [root];
    for (let level = 0; level < 3; level++) {
      const rows = await write(
        `INSERT INTO resources (name, display_name, type, parent_id, root_service_id)
         SELECT n::text, n::text, 'route', p, $2 FROM unnest($1::integer[]) p, generate_series(1, $3) n RETURNING id`,
        [parents, root, width],
      );
      parents = rows.map(({ id }) => id);
    }
    await write(
      `INSERT INTO user_permissions (user_id, resource_id, name, access, scope)
       SELECT $1, id, 'read', 'allow', 'match' FROM resources WHERE root_service_id = $2`,
      [user, root],
    );
    return root;
  }

  it('takes all of a small object in the revision that deletes it', async () => {
    unitOfWork.removal.most = 1_000;
    const root = await service('small', 3);
    const revision = await deleted('resources', root);
    expect(await removedSince(revision)).toEqual([{ role: null, rows: 1 + 1 + 2 * (3 + 9 + 27) }]);
    expect([
      await count('resources'),
      await count('user_permissions'),
      await count('pending_deletions'),
    ]).toEqual([0, 0, 0]);
  });

  it('leaves what is beyond the bound to the job, which removes it from the top down in bounded revisions', async () => {
    const root = await service('large', 3);
    const revision = await deleted('resources', root);
    expect(await removedSince(revision)).toEqual([{ role: null, rows: 1 + 1 + 5 }]);
    // Everything else is still there, and none of it leads to a service.
    expect(await count('resources')).toBeGreaterThan(30);
    expect(await count('resources r WHERE is_attached(r.id)')).toBe(0);
    const progress: number[] = [];
    await unitOfWork.removal.removeLeft((total) => progress.push(total));
    const [, ...steps] = await removedSince(revision);
    for (const { role, rows } of steps) {
      expect(role).toBe(`job:delete_rows:${revision}`);
      expect(rows).toBeGreaterThan(0);
      expect(rows).toBeLessThanOrEqual(5);
    }
    const totals = steps.map((_, at) => steps.slice(0, at + 1).reduce((sum, { rows }) => sum + rows, 0));
    expect([...new Set(progress)]).toEqual(totals);
    expect([
      await count('resources'),
      await count('user_permissions'),
      await count('pending_deletions'),
    ]).toEqual([0, 0, 0]);
    await unitOfWork.removal.removeLeft();
    expect(await removedSince(revision)).toHaveLength(1 + steps.length);
  });

  it('continues after a deletion by a statement of a program that does not know it', async () => {
    const root = await service('by statement', 2);
    await write('DELETE FROM resources WHERE id = $1', [root]);
    expect(await count('resources')).toBe(2 + 4 + 8);
    await unitOfWork.removal.removeLeft();
    expect([await count('resources'), await count('user_permissions')]).toEqual([0, 0]);
  });

  it('ends when the progress is not wanted any more, and continues later', async () => {
    const root = await service('interrupted', 3);
    await deleted('resources', root);
    const before = await count('resources');
    const interrupted = unitOfWork.removal.removeLeft((rows) => {
      if (rows > 10) throw new Error('enough');
    });
    await expect(interrupted).rejects.toThrow('enough');
    expect(await count('resources')).toBeGreaterThan(0);
    expect(await count('resources')).toBeLessThan(before);
    await unitOfWork.removal.removeLeft();
    expect(await count('resources')).toBe(0);
  });

  it('does not touch what else is there', async () => {
    const kept = await service('kept', 2);
    const root = await service('gone', 2);
    await deleted('resources', root);
    await unitOfWork.removal.removeLeft();
    expect(await count(`resources WHERE root_service_id = ${kept}`)).toBe(2 + 4 + 8);
    expect(await count('user_permissions')).toBe(2 + 4 + 8);
  });

  it('frees the names of a deleted user at once', async () => {
    unitOfWork.removal.most = 0;
    const user = await idOf("INSERT INTO users (name, email) VALUES ('ada', 'ada@example.org') RETURNING id");
    await write(
      "INSERT INTO external_identities (user_id, provider, subject) VALUES ($1, 'keycloak', 'a1')",
      [user],
    );
    await deleted('users', user);
    const other = await idOf(
      "INSERT INTO users (name, email) VALUES ('Ada', 'ada@example.org') RETURNING id",
    );
    await write(
      "INSERT INTO external_identities (user_id, provider, subject) VALUES ($1, 'keycloak', 'a1')",
      [other],
    );
    expect(other).toBeGreaterThan(user);
  });

  it('removes the memberships that a provider brought user by user', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const groups = await write(`INSERT INTO groups (name) SELECT unnest($1::text[]) RETURNING id`, [names]);
    const users = await write(
      `INSERT INTO users (name, email) SELECT n, n || '@example.org' FROM unnest($1::text[]) n RETURNING id`,
      [names],
    );
    for (const table of ['memberships', 'claimed_memberships'])
      await write(
        `INSERT INTO ${table} (user_id, group_id${table === 'memberships' ? '' : ', provider'})
         SELECT u, g${table === 'memberships' ? '' : ", 'keycloak'"} FROM unnest($1::integer[]) u, unnest($2::integer[]) g`,
        [users.map(({ id }) => id), groups.map(({ id }) => id)],
      );
    const [own] = groups;
    await write('DELETE FROM claimed_memberships WHERE group_id = $1', [own!.id]);
    const provider = await idOf(
      `INSERT INTO identity_providers (name, definition) VALUES ('keycloak', '{}') RETURNING id`,
    );
    const revision = await deleted('identity_providers', provider);
    await unitOfWork.removal.removeLeft();
    expect(await count('claimed_memberships')).toBe(0);
    expect(await count('memberships')).toBe(users.length);
    const revisions = await query<{ users: number }>(
      `SELECT count(DISTINCT revision)::integer AS users FROM changes
       WHERE revision >= $1 AND entity = 'membership' GROUP BY user_id`,
      [revision],
    );
    expect(revisions).toEqual(users.map(() => ({ users: 1 })));
  });

  describe('of sessions that end together', () => {
    let user: number;
    let sessions: string[];

    beforeEach(async () => {
      user = await idOf("INSERT INTO users (name, email) VALUES ('ada', 'ada@example.org') RETURNING id");
      sessions = await start(user, 8);
    });

    async function start(userId: number, number: number, origin: string | null = null): Promise<string[]> {
      const rows = (await write(
        `INSERT INTO sessions (user_id, expires_at, origin) SELECT $1, now() + interval '1 day', $3 FROM generate_series(1, $2) RETURNING id`,
        [userId, number, origin],
      )) as unknown as { id: string }[];
      await write(
        `INSERT INTO session_tokens (token_hmac, session_id, issued_at)
         SELECT decode(md5(s || n::text), 'hex'), s, now() FROM unnest($1::uuid[]) s, generate_series(1, 2) n`,
        [rows.map(({ id }) => id)],
      );
      return rows.map(({ id }) => id);
    }
    const live = async () =>
      (await query<{ id: string }>(`SELECT id FROM sessions s WHERE NOT ${HAS_ENDED}`))
        .map(({ id }) => id)
        .sort();
    const end = (ended: Parameters<UnitOfWork['removal']['endSessions']>[0]) =>
      unitOfWork.run(() => unitOfWork.removal.endSessions(ended));

    it('is at once if they are few', async () => {
      unitOfWork.removal.most = 1_000;
      await end({ userId: user, exceptId: sessions[0] });
      expect([await live(), await count('sessions'), await count('session_cutoffs')]).toEqual([
        [sessions[0]],
        1,
        0,
      ]);
    });

    it('follows a cut-off if they are many, which does not concern later sessions', async () => {
      await end({ userId: user, exceptId: sessions[0] });
      expect(await count('sessions')).toBe(8);
      const later = await start(user, 3);
      const expected = [sessions[0]!, ...later].sort();
      expect(await live()).toEqual(expected);
      await unitOfWork.removal.removeLeft();
      expect(await live()).toEqual(expected);
      expect([await count('sessions'), await count('session_cutoffs')]).toEqual([4, 0]);
    });

    it('concerns those of an origin alone', async () => {
      const opened = await start(user, 4, 'provider:keycloak:1');
      const ofOther = await start(user, 1, 'provider:keycloak2:1');
      await end({ originPrefix: 'provider:keycloak:' });
      const expected = [...sessions, ...ofOther].sort();
      expect(await live()).toEqual(expected);
      const other = await start(user, 4, 'network-token:7');
      await end({ userId: user, origins: ['provider:keycloak2:1', 'network-token:7'] });
      await unitOfWork.removal.removeLeft();
      expect(await live()).toEqual([...sessions].sort());
      expect(
        await count(`sessions WHERE id = ANY (ARRAY['${[...opened, ...other].join("', '")}']::uuid[])`),
      ).toBe(0);
    });

    it('counts those of a deleted user as ended', async () => {
      unitOfWork.removal.most = 0;
      await deleted('users', user);
      expect([await live(), await count('sessions')]).toEqual([[], 8]);
      unitOfWork.removal.most = 3;
      await unitOfWork.removal.removeLeft();
      expect([await count('sessions'), await count('session_tokens')]).toEqual([0, 0]);
    });
  });

  it.each([
    [
      'memberships',
      'INSERT INTO memberships (user_id, group_id) SELECT 999, id FROM groups',
      'memberships_user_id_fkey',
    ],
    ['assignments below a deleted resource', 'below', 'user_permissions_resource_id_fkey'],
    ['children below a deleted resource', 'child', 'resources_parent_id_fkey'],
  ])('refuses new %s, as the foreign key did', async (_what, sql, constraint) => {
    unitOfWork.removal.most = 0;
    await write("INSERT INTO groups (name) VALUES ('g')");
    const root = await service('gone', 2);
    const [leaf] = await query<{ id: number }>(
      'SELECT id FROM resources WHERE root_service_id = $1 ORDER BY id DESC LIMIT 1',
      [root],
    );
    await deleted('resources', root);
    const statements: Readonly<Record<string, string>> = {
      below: `INSERT INTO user_permissions (user_id, resource_id, name, access, scope)
        SELECT id, ${leaf!.id}, 'write', 'allow', 'match' FROM users`,
      child: `INSERT INTO resources (name, display_name, type, parent_id, root_service_id)
        VALUES ('new', 'new', 'route', ${leaf!.id}, ${root})`,
    };
    await expect(write(statements[sql] ?? sql)).rejects.toMatchObject({ code: '23503', constraint });
  });
});

describe('the table of what is removed with an object', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  /** Foreign keys that cascade, and how many rows each deletes at most. */
  const BOUNDED: Readonly<Record<string, string>> = {
    services_resource_id_fkey: 'one of a root',
    session_tokens_session_id_fkey:
      'tokens that have not expired, one for each tenth of the life of a cookie',
    network_link_attempts_session_id_fkey: 'those of ten minutes',
    network_link_attempts_node_id_fkey: 'those of ten minutes',
    one_time_links_pending_user_id_fkey: 'those of one registration',
    webhook_states_webhook_id_fkey: 'one',
    network_node_states_node_id_fkey: 'one',
    network_tokens_remote_user_id_fkey: 'one',
    identity_provider_secrets_provider_id_fkey: 'one',
    claimed_memberships_user_id_group_id_fkey: 'one',
    network_nodes_user_id_fkey: 'the node of a shared account',
    network_nodes_group_id_fkey: 'the node of a group',
  };

  it('has all references that are not bounded foreign keys', async () => {
    const keys = await database.dataSource.query<{ name: string }[]>(
      `SELECT conname AS name FROM pg_constraint WHERE contype = 'f' AND confdeltype <> 'a'`,
    );
    expect(keys.map(({ name }) => name).sort()).toEqual(Object.keys(BOUNDED).sort());
  });

  it('has every column by which a row refers to a user, a group, a resource, a node or a webhook', async () => {
    const columns = await database.dataSource.query<{ table: string; column: string }[]>(
      `SELECT c.table_name AS table, c.column_name AS column FROM information_schema.columns c
         JOIN information_schema.tables t USING (table_schema, table_name)
        WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
          AND c.column_name IN ('user_id', 'group_id', 'resource_id', 'parent_id', 'node_id', 'webhook_id')`,
    );
    const removed = Object.values(DEPENDENTS).flat();
    const missing = columns
      .filter(({ table, column }) => !removed.some((one) => one.table === table && one.column === column))
      .map(({ table, column }) => `${table}.${column}`);
    // What is left is of the log, is bounded, goes with another row, or is removed by the owner of the table: file sets forget what
    // does not exist any more when they are applied, a job removes what synchronizations have noted, and imports remember what was
    // deleted here, so that they do not create it again.
    expect(missing.sort()).toEqual([
      'audit_events.resource_id',
      'audit_events.user_id',
      'changes.group_id',
      'changes.resource_id',
      'changes.user_id',
      'claimed_memberships.group_id',
      'claimed_memberships.user_id',
      'configured_assignments.resource_id',
      'configured_memberships.group_id',
      'configured_memberships.user_id',
      'imported_assignments.resource_id',
      'imported_memberships.group_id',
      'imported_memberships.user_id',
      'network_link_attempts.node_id',
      'network_node_states.node_id',
      'network_nodes.group_id',
      'network_nodes.user_id',
      'outbox_messages.user_id',
      'remote_resources.parent_id',
      'services.resource_id',
      'session_cutoffs.user_id',
      'synchronization_differences.resource_id',
      'synchronized_resources.resource_id',
      'webhook_deliveries.group_id',
      'webhook_deliveries.user_id',
      'webhook_states.webhook_id',
    ]);
  });
});
