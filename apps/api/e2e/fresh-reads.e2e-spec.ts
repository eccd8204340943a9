import fc from 'fast-check';
import { Client as DatabaseClient } from 'pg';
import type { Client } from './harness/client';
import { type TestApi, startApi } from './harness/start-api';

/** A change that another process commits, and what reads have to return afterwards. */
interface Write {
  readonly statement: string;
  readonly read: string;
  readonly shows: (body: Record<string, unknown>) => void;
}

describe('a read that starts after another process has committed a write', () => {
  let api: TestApi;
  let user: { name: string; id: number; client: Client };
  let service: { name: string; id: number };
  let resource: { id: number };
  beforeAll(async () => {
    api = await startApi();
    const name = await api.make.user();
    const client = await api.signIn(name);
    const id = Number((await client.get('/session').expect(200)).body.user.user_id);
    user = { name, id, client };
    const serviceName = await api.make.service({ service_type: 'api' });
    service = { name: serviceName, id: await api.make.serviceId(serviceName) };
    resource = { id: await api.make.resource(service.id, { resource_name: 'shown' }) };
    await api.admin
      .post(`/users/${name}/resources/${resource.id}/permissions`)
      .send({ permission: 'read-allow-recursive' })
      .expect(201);
  });
  afterAll(() => api.close());

  /** Commits a revision without a notification, so that a read finds it only by querying for it. */
  const commitSilently = (statement: string) =>
    api.dataSource.transaction(async (manager) => {
      const [row] = await manager.query<{ revision: string }[]>(
        `WITH taken AS (UPDATE access_revision SET value = value + 1 RETURNING value)
         INSERT INTO revisions (revision, actor_kind) SELECT value, 'system' FROM taken RETURNING revision`,
      );
      await manager.query(`SELECT set_config('gatehouse.revision', $1, true)`, [row?.revision]);
      await manager.query(statement);
    });

  const writes = (): fc.Arbitrary<Write> =>
    fc.oneof(
      fc.nat().map((number) => ({
        statement: `UPDATE users SET email = 'mail${number}@example.org' WHERE id = ${user.id}`,
        read: '/session',
        shows: ({ user: shown }: Record<string, unknown>) =>
          expect(shown).toMatchObject({ email: `mail${number}@example.org` }),
      })),
      fc.constantFrom(1, 2).map((status) => ({
        statement: `UPDATE users SET status = ${status} WHERE id = ${user.id}`,
        read: `/users/${user.name}`,
        shows: ({ user: shown }: Record<string, unknown>) =>
          expect(shown).toMatchObject({ status: status === 1 ? 'OK' : 'WebhookError' }),
      })),
      fc.nat().map((number) => ({
        statement: `UPDATE resources SET display_name = 'Shown ${number}' WHERE id = ${resource.id}`,
        read: `/users/${user.name}/services/${service.name}/resources`,
        shows: (body: Record<string, unknown>) =>
          expect(JSON.stringify(body)).toContain(`"resource_display_name":"Shown ${number}"`),
      })),
      fc.constantFrom('allow', 'deny').map((access) => ({
        statement: `UPDATE user_permissions SET access = '${access}' WHERE user_id = ${user.id}`,
        read: `/users/${user.name}/resources/${resource.id}/permissions?effective=true`,
        shows: ({ permission_names: names }: Record<string, unknown>) =>
          expect(names).toContain(`read-${access}-match`),
      })),
      fc.constantFrom('one', 'two').map((type) => ({
        statement: `UPDATE services SET sync_type = '${type}' WHERE resource_id = ${service.id}`,
        read: `/users/${user.name}/services?cascade=true`,
        shows: (body: Record<string, unknown>) =>
          expect(JSON.stringify(body)).toContain(`"service_sync_type":"${type}"`),
      })),
      fc
        .nat()
        .map((number) => `circle-${number}`)
        .map((group) => ({
          statement: `WITH made AS (INSERT INTO groups (name) VALUES ('${group}') ON CONFLICT DO NOTHING RETURNING id)
          INSERT INTO memberships SELECT ${user.id}, id FROM made`,
          read: '/session',
          shows: ({ user: shown }: Record<string, unknown>) =>
            expect((shown as { group_names: string[] }).group_names).toContain(group),
        })),
    );

  it('returns the written state after every kind of write', async () => {
    await fc.assert(
      fc.asyncProperty(writes(), async ({ statement, read, shows }) => {
        await commitSilently(statement);
        shows((await user.client.get(read).expect(200)).body as Record<string, unknown>);
      }),
      { numRuns: 60 },
    );
  });

  it('does not find a deleted user, service or resource, and finds a new one of the same name', async () => {
    const created = await api.make.service({ service_type: 'access' });
    const id = await api.make.serviceId(created);
    await api.admin.get(`/services/${created}`).expect(200);
    await commitSilently(`DELETE FROM resources WHERE id = ${id}`);
    await api.admin.get(`/services/${created}`).expect(404);
    await api.admin.get(`/resources/${id}`).expect(404);
    expect(JSON.stringify((await api.admin.get('/services').expect(200)).body)).not.toContain(created);

    const name = await api.make.user();
    const client = await api.signIn(name);
    await client.get(`/users/${name}`).expect(200);
    await commitSilently(`DELETE FROM users WHERE name = '${name}'`);
    await client.get(`/users/${name}`).expect(401);
    expect((await client.get('/session').expect(200)).body.authenticated).toBe(false);
    await commitSilently(`INSERT INTO users (name, email) VALUES ('${name}', 'next@example.org')`);
    const found = await api.admin.get(`/users/${name}`).expect(200);
    expect(found.body.user.email).toBe('next@example.org');
  });

  it('queries the database for the newest revision only, at most once per request', async () => {
    const paths = [
      '/session',
      `/users/${user.name}/resources/${resource.id}/permissions?effective=true`,
      `/users/${user.name}/services`,
      `/users/${user.name}/resources?inherited=true`,
    ];
    for (const path of paths) await user.client.get(path).expect(200);
    await api.admin.get('/services').expect(200);
    const query = jest.spyOn(DatabaseClient.prototype, 'query');
    try {
      const reads = Array.from({ length: 5 }, () => [
        ...paths.map((path) => user.client.get(path).expect(200)),
        api.admin.get('/services').expect(200),
      ]).flat();
      await Promise.all(reads);
      const all = query.mock.calls.map(([queries]) => (queries as { name?: string }).name ?? queries);
      // Events of earlier requests are written to the audit log at any time, and the feed compares its database every five seconds.
      const others = ['append_audit_events', 'current_schema()'];
      const queries = all.filter((one) => !others.some((other) => String(one).includes(other)));
      expect(new Set(queries)).toEqual(new Set(['gatehouse-newest']));
      expect(queries.length).toBeLessThanOrEqual(reads.length + 1);
    } finally {
      query.mockRestore();
    }
  });
});
