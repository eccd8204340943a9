import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ACCESSES, SCOPES } from '@gatehouse/access-engine';
import {
  type ResourceTypeName,
  SERVICE_TYPE_NAMES,
  allowedPermissions,
  childTypesAllowedBelow,
  serviceTypeOf,
} from '@gatehouse/service-types';
import { type TestDatabase, createTestDatabase } from '@gatehouse/testing';
import { ADMIN, type TestApi, startApi } from '../../apps/api/e2e/harness/start-api';

// It may have to wait for a build.

const run = promisify(execFile);
const PASSWORD = 'all of them share this';

function seed(url: string, ...args: string[]): Promise<{ stdout: string; stderr: string }> {
  return run(process.execPath, ['tools/scripts/seed.mjs', ...args], {
    cwd: process.cwd(),
    env: { PATH: process.env['PATH'], SVC_DB_URL: url, SVC_ADMIN_USER: ADMIN.name, SVC_BCRYPT_COST: '4' },
  });
}

const rows = <T>(database: Pick<TestDatabase, 'dataSource'>, query: string): Promise<T[]> =>
  database.dataSource.query<T[]>(query);

describe('a small platform, seeded while the API runs', () => {
  let api: TestApi;
  let output: string;

  beforeAll(async () => {
    api = await startApi();
    output = (await seed(api.database.url, '--size', 'small', '--password', PASSWORD)).stdout;
  });
  afterAll(() => api.close());

  it('has the stated numbers of objects', async () => {
    const [counts] = await rows<Record<string, number>>(
      api,
      `SELECT (SELECT count(*)::int FROM services) AS services, (SELECT count(*)::int FROM resources) AS resources,
         (SELECT count(*)::int FROM users) - 2 AS users, (SELECT count(*)::int FROM groups) - 3 AS groups,
         (SELECT count(*)::int FROM memberships) - 2 AS memberships,
         (SELECT count(*)::int FROM user_permissions) + (SELECT count(*)::int FROM group_permissions) AS assignments`,
    );
    const reported = Object.fromEntries(
      [...output.matchAll(/^(services|resources|users|groups|memberships|assignments) +([\d,]+)$/gm)].map(
        ([, name, count]) => [name, Number(count?.replaceAll(',', ''))],
      ),
    );
    expect(counts).toEqual(reported);
    expect(counts).toMatchObject({ resources: 3_000, users: 150 });
    expect(counts!['assignments']).toBeGreaterThan(500);
  });

  it('has services of every type that sample data are written for', async () => {
    const found = await rows<{ type: string }>(api, 'SELECT DISTINCT type FROM services ORDER BY type');
    expect(found.map(({ type }) => type).join(' ')).toBe(
      'access api geoserver geoserverwfs geoserverwms geoserverwps ncwms project-api thredds wfs wps',
    );
  });

  it('has assignments with every modifier, of users and of groups', async () => {
    for (const principal of ['user', 'group']) {
      const found = await rows<{ access: string; scope: string }>(
        api,
        `SELECT DISTINCT access, scope FROM ${principal}_permissions ORDER BY access, scope`,
      );
      expect(found).toEqual(ACCESSES.flatMap((access) => SCOPES.map((scope) => ({ access, scope }))));
    }
  });

  it('has resources only where their services allow them, and permissions only where they apply', async () => {
    const resources = await rows<{ service: string; parent: ResourceTypeName; type: ResourceTypeName }>(
      api,
      `SELECT DISTINCT s.type AS service, p.type AS parent, r.type AS type FROM resources r
         JOIN resources p ON p.id = r.parent_id JOIN services s ON s.resource_id = r.root_service_id`,
    );
    const misplaced = resources.filter(
      ({ service, parent, type }) =>
        !childTypesAllowedBelow(serviceTypeOf(service)!, parent).includes(type as never),
    );
    expect(misplaced).toEqual([]);
    const ruled = await rows<{ service: string; type: ResourceTypeName; name: string }>(
      api,
      `SELECT DISTINCT s.type AS service, r.type AS type, h.name FROM
         (SELECT resource_id, name FROM user_permissions UNION SELECT resource_id, name FROM group_permissions) h
         JOIN resources r ON r.id = h.resource_id
         JOIN services s ON s.resource_id = coalesce(r.root_service_id, r.id)`,
    );
    const inapplicable = ruled.filter(
      ({ service, type, name }) => !allowedPermissions(serviceTypeOf(service)!, type).includes(name as never),
    );
    expect(inapplicable).toEqual([]);
  });

  it('is recorded in the change log, row by row', async () => {
    const recorded = await rows<{ entity: string; changes: number; present: number }>(
      api,
      `SELECT entity, count(*)::int AS changes,
         CASE entity WHEN 'resource' THEN (SELECT count(*)::int FROM resources)
                     WHEN 'user_rule' THEN (SELECT count(*)::int FROM user_permissions)
                     ELSE (SELECT count(*)::int FROM group_permissions) END AS present
       FROM changes JOIN revisions USING (revision)
       WHERE entity IN ('resource', 'user_rule', 'group_rule') AND operation = 'insert' AND actor_name = 'seed'
       GROUP BY entity`,
    );
    expect(recorded).toHaveLength(3);
    for (const { changes, present } of recorded) expect(changes).toBe(present);
  });

  it('is listed by the API, its users can sign in, and decisions on it can be explained', async () => {
    const services = (await api.admin.get('/services').expect(200)).body.services;
    expect(Object.keys(services)).toEqual(SERVICE_TYPE_NAMES);
    expect(services.thredds['cmip6-archive']).toMatchObject({ service_type: 'thredds' });

    const [held] = await rows<{ user: string; resource: number; name: string }>(
      api,
      `SELECT u.name AS "user", h.resource_id AS resource, h.name FROM user_permissions h JOIN users u ON u.id = h.user_id
         WHERE h.access = 'deny' ORDER BY h.resource_id LIMIT 1`,
    );
    const user = await api.signIn(held!.user, PASSWORD);
    expect((await user.get('/users/current').expect(200)).body.user.user_name).toBe(held!.user);
    const path = `/users/${held!.user}/resources/${held!.resource}/permissions`;
    const { permissions } = (await api.admin.get(`${path}?effective=true`).expect(200)).body;
    expect(permissions).toContainEqual(expect.objectContaining({ name: held!.name, access: 'deny' }));
    await api.admin.get(`${path}/explain?permission=${held!.name}`).expect(200);
  });

  it('is not overwritten by another seed', async () => {
    const revision = () => rows(api, 'SELECT value FROM access_revision');
    const before = await revision();
    await expect(seed(api.database.url)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The database is in use: it has 150 accounts and 16 services.'),
    });
    await expect(seed(api.database.url, '--beside-others')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is taken'),
    });
    expect(await revision()).toEqual(before);
  });
});

it('sample data is rejected by a database that is in use, with the numbers of its rows', async () => {
  const api = await startApi();
  await api.make.user();
  const refusal = (users: string, services: string) => ({
    code: 1,
    stderr: expect.stringContaining(`The database is in use: it has ${users} and ${services}.`),
  });
  await expect(seed(api.database.url)).rejects.toMatchObject(refusal('1 account', '0 services'));
  await api.make.user();
  await api.make.service();
  await expect(seed(api.database.url)).rejects.toMatchObject(refusal('2 accounts', '1 service'));
  await api.close();
}, 300_000);

describe('a platform in a database on which Gatehouse never ran', () => {
  const databases: TestDatabase[] = [];
  const newDatabase = async (): Promise<TestDatabase> => {
    const database = await createTestDatabase();
    databases.push(database);
    return database;
  };
  const content = async (...args: string[]): Promise<string> => {
    const database = await newDatabase();
    await seed(database.url, ...args);
    const [digest] = await rows<{ sum: string }>(
      database,
      `SELECT md5(string_agg(line, chr(10) ORDER BY line COLLATE "C")) AS sum FROM (
         SELECT 'user ' || id || name || email FROM users UNION ALL SELECT 'group ' || id || name FROM groups
         UNION ALL SELECT 'member ' || m::text FROM memberships m
         UNION ALL SELECT 'resource ' || r::text FROM resources r
         UNION ALL SELECT 'rule ' || p::text FROM user_permissions p
         UNION ALL SELECT 'rule of a group ' || p::text FROM group_permissions p) content (line)`,
    );
    return digest!.sum;
  };
  afterAll(async () => {
    for (const database of databases) await database.drop();
  });

  it('is the same for the same seed, and differs for another', async () => {
    const first = await content('--seed', '7');
    expect(await content('--seed', '7')).toBe(first);
    expect(await content('--seed', '8')).not.toBe(first);
  });

  it('has no account that can sign in, unless a password is given', async () => {
    const database = await newDatabase();
    await seed(database.url);
    expect(
      await rows(database, 'SELECT count(*)::int AS able FROM users WHERE password_hash IS NOT NULL'),
    ).toEqual([{ able: 0 }]);
  });

  it('rejects a password that is too short, and an unknown size', async () => {
    const database = await newDatabase();
    for (const args of [
      ['--password', 'short'],
      ['--size', 'huge'],
    ])
      await expect(seed(database.url, ...args)).rejects.toMatchObject({ code: 1 });
    expect(await rows(database, 'SELECT count(*)::int AS users FROM users')).toEqual([{ users: 0 }]);
  });
});
