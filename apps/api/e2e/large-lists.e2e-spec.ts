import { UnitOfWork } from '@gatehouse/database';
import { type TestApi, startApi } from './harness/start-api';

/** More entries than one statement reads here. */
const COUNT = 130;
const LIMITS = { entriesAtOnce: 100, pageEntries: 30 };
/** A revision with more changes is a page of its own. */
const MAX_CHANGES_OF_PAGE = 5_000;

describe('a list with more entries than are read at once', () => {
  let api: TestApi;
  let names: string[];
  let revision: number;
  let parent: number;
  beforeAll(async () => {
    const environment = {
      SVC_USER_REGISTRATION_ENABLED: 'true',
      SVC_SMTP_HOST: 'smtp.invalid',
      SVC_SMTP_FROM: 'gate@example.org',
    };
    api = await startApi(environment, undefined, undefined, LIMITS);
    parent = await api.make.serviceId(await api.make.service({ service_type: 'api' }));
    await api.make.group({ group_name: 'crowd' });
    const unitOfWork = api.app.get(UnitOfWork);
    const insert = (sql: string, ...values: unknown[]) => unitOfWork.manager.query(sql, values);
    revision = await unitOfWork.run(async () => {
      await insert(
        `INSERT INTO users (name, email) SELECT 'u' || md5(n::text), n || '@example.org' FROM generate_series(1, $1::int) n`,
        COUNT,
      );
      await insert(
        `INSERT INTO memberships (user_id, group_id) SELECT u.id, g.id FROM users u, groups g WHERE u.name LIKE 'u%' AND g.name = 'crowd'`,
      );
      await insert(
        `INSERT INTO resources (parent_id, root_service_id, name, display_name, type, ordering)
         SELECT $1, $1, 'r' || n, 'r' || n, 'route', $2 + 1 - n FROM generate_series(1, $2::int) n`,
        parent,
        COUNT,
      );
      await insert(
        `INSERT INTO groups (name, description, discoverable) SELECT 'g' || md5(n::text), '', true FROM generate_series(1, $1::int) n`,
        COUNT,
      );
      await insert(
        `INSERT INTO pending_users (name, email, password_hash, state, expires_at)
         SELECT 'u' || md5('p' || n), '', 'x', 'awaiting_approval', now() + interval '1 hour' FROM generate_series(1, $1::int) n`,
        COUNT,
      );
      await insert(
        `INSERT INTO group_permissions (group_id, resource_id, name, access, scope)
         SELECT g.id, r.id, 'read', 'allow', 'match' FROM groups g, resources r
          WHERE g.discoverable AND r.parent_id = $1 LIMIT $2`,
        parent,
        MAX_CHANGES_OF_PAGE,
      );
      return Number((await insert('SELECT value FROM access_revision'))[0].value);
    });
    names = (await api.dataSource.query<{ name: string }[]>('SELECT name FROM users'))
      .map(({ name }) => name)
      .sort();
  }, 240_000);
  afterAll(() => api.close());

  const read = async (path: string) => (await api.admin.get(path).expect(200)).body;

  it('has all users, with and without details', async () => {
    const { user_names: listed } = await read('/users');
    expect(listed).toEqual(names);
    const { users } = await read('/users?detail=true');
    expect(users.map(({ user_name: name }: { user_name: string }) => name)).toEqual(names);
    expect((await read(`/users?after=${names[100]}`)).user_names).toEqual(names.slice(101));
    expect((await read(`/users?after=${names[100]}&limit=3`)).user_names).toEqual(names.slice(101, 104));
  });

  it('has all registrations, by themselves and among the users', async () => {
    const rows = await api.dataSource.query<{ name: string }[]>('SELECT name FROM pending_users');
    const pending = rows.map(({ name }) => name).sort();
    expect((await read('/register/users')).registrations).toEqual(pending);
    expect((await read('/users?status=pending')).user_names).toEqual(pending);
    expect((await read('/users?status=all')).user_names).toEqual([...names, ...pending].sort());
  });

  it('has all members of a group, with their number', async () => {
    const members = names.filter((name) => name.startsWith('u'));
    expect((await read('/groups/crowd/users')).user_names).toEqual(members);
    expect((await read('/groups/crowd/users?status=all')).user_names).toEqual(members);
    const { group } = await read('/groups/crowd');
    expect([group.member_count, group.user_names]).toEqual([members.length, members]);
  });

  it('has all groups, with and without details, and those that are discoverable', async () => {
    const rows = await api.dataSource.query<{ name: string; discoverable: boolean }[]>(
      'SELECT name, discoverable FROM groups',
    );
    const groups = rows.map(({ name }) => name).sort();
    expect((await read('/groups')).group_names).toEqual(groups);
    const detailed = await read('/groups?detail=true');
    expect(detailed.group_names).toEqual(groups);
    const counted = detailed.groups as { group_name: string; member_count: number }[];
    expect(counted.map(({ group_name: name }) => name)).toEqual(groups);
    expect(counted.find(({ group_name: name }) => name === 'crowd')?.member_count).toBe(COUNT);
    const discoverable = rows
      .filter((row) => row.discoverable)
      .map(({ name }) => name)
      .sort();
    expect((await read('/register/groups')).group_names).toEqual(discoverable);
    const { groups: shown } = await read('/register/groups?detail=true');
    expect(shown.map(({ group_name: name }: { group_name: string }) => name)).toEqual(discoverable);
  });

  it('has all children of a resource in their order', async () => {
    const rows = await api.dataSource.query<{ id: number }[]>(
      'SELECT id FROM resources WHERE parent_id = $1 ORDER BY ordering',
      [parent],
    );
    const idsIn = ({ children }: { children: { resource_id: number }[] }) =>
      children.map(({ resource_id: id }) => id);
    expect(idsIn(await read(`/resources/${parent}/children`))).toEqual(rows.map(({ id }) => id));
    const after = rows[50]?.id;
    expect(idsIn(await read(`/resources/${parent}/children?after=${after}`))).toEqual(
      rows.slice(51).map(({ id }) => id),
    );
  });

  it('has all changes of a revision, which is a page of its own', async () => {
    const rows = await api.dataSource.query<{ entity: string; after: object }[]>(
      'SELECT entity, after FROM changes WHERE revision = $1 ORDER BY id',
      [revision],
    );
    expect(rows.length).toBeGreaterThan(MAX_CHANGES_OF_PAGE);
    const { revisions, newest_revision: newest } = await read(`/changes?after=${revision - 1}&limit=10`);
    expect(newest).toBeGreaterThanOrEqual(revision);
    expect(revisions).toHaveLength(1);
    expect(revisions[0]).toMatchObject({ revision, actor: { kind: 'system' } });
    expect(
      revisions[0].changes.map(({ entity, after }: { entity: string; after: object }) => ({ entity, after })),
    ).toEqual(rows);
    const next = await read(`/changes?after=${revision}&limit=10`);
    expect(next.revisions.every((one: { revision: number }) => one.revision > revision)).toBe(true);
  });
});
