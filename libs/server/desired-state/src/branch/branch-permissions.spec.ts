import { type PermissionChange, createResourceDirectory } from '@gatehouse/directory';
import { Problem } from '@gatehouse/problems';
import { type StateFixture, openState } from '../state.fixture';
import { BranchPermissions } from './branch-permissions';

const STATE = `
providers: {s: {url: "http://s", type: api}}
groups: [{name: rangers, create: always}]
users: [{username: bob, create: always}]
permissions:
  - {service: s, resource: /a, permission: read-deny-match, user: bob}
  - {service: s, resource: /a, permission: write, group: rangers}
`;

describe('the permissions of a branch', () => {
  let fixture: StateFixture;
  const events: string[][] = [];
  beforeEach(async () => {
    fixture = await openState();
    await fixture.apply(STATE, true);
    events.length = 0;
  });
  afterEach(() => fixture.database.drop());

  function branch(maxRows?: number): BranchPermissions {
    const { unitOfWork, directory } = fixture;
    const none = async (): Promise<void> => undefined;
    const { permissions } = createResourceDirectory(unitOfWork, {
      userCreated: none,
      userDeleted: none,
      userStatusChanged: none,
      permissionsChanged: async (changes) => void events.push(changes.map(lineOf)),
    });
    const bound = maxRows === undefined ? {} : { maxRows };
    return new BranchPermissions({ ...directory, permissions, unitOfWork, ...bound });
  }
  const lineOf = ({ principal, before, after }: PermissionChange): string =>
    [principal.kind, ...[before, after].map((one) => (one ? `${one.name}-${one.access}` : 'none'))].join(' ');
  const service = (fields: object = {}) => ({ resource_name: 's', resource_type: 'service', ...fields });
  const route = (name: string, fields: object = {}) => ({
    resource_name: name,
    resource_type: 'route',
    ...fields,
  });
  const both = { user: 'bob', group: 'rangers' };

  it('report what they change, in the order of the entries', async () => {
    await branch().apply([
      service({ ...both, permission: 'read', action: 'create' }),
      route('a', { ...both, permission: 'read', action: 'create' }),
    ]);
    expect(events.splice(0)).toEqual([
      ['user none read-allow', 'group none read-allow', 'user read-deny read-allow', 'group none read-allow'],
    ]);
    await branch().apply([
      service({ user: 'bob', permission: 'read' }),
      route('a', { ...both, permission: 'write', action: 'remove' }),
    ]);
    expect(events).toEqual([['group write-allow none']]);
  });

  it('report those that are set before those that are removed', async () => {
    await branch().apply([
      service({ user: 'bob', permission: 'read' }),
      route('a', { group: 'rangers', permission: 'write', action: 'remove' }),
      route('b', { user: 'bob', permission: 'read-deny' }),
    ]);
    expect(events).toEqual([['user none read-allow', 'user none read-deny'], ['group write-allow none']]);
  });

  it('write nothing if they are already so', async () => {
    const before = await fixture.revision();
    await branch().apply([service(), route('A', { user: 'bob', permission: 'read-deny-match' })]);
    await branch().apply([service(), route('a', { user: 'bob', permission: 'write', action: 'remove' })]);
    expect([await fixture.revision(), events]).toEqual([before, []]);
  });

  it('create the branch also where one is removed, and name resources by names only', async () => {
    const [row] = await fixture.database.dataSource.query("SELECT id FROM resources WHERE name = 'a'");
    await branch().apply([
      service(),
      route(String(row.id), { user: 'bob', permission: 'read', action: 'remove' }),
      route('end'),
    ]);
    const contents = await fixture.contents();
    expect(contents).toContain(`resource s/${row.id} route`);
    expect(contents).toContain(`resource s/${row.id}/end route`);
  });

  it.each<[string, object[], object]>([
    [
      'of the first entry that is wrong, a permission before a type',
      [
        service(),
        route('x', { user: 'bob', permission: 'browse' }),
        { resource_name: 'y', resource_type: 'file' },
      ],
      { errorCode: 'permission_not_applicable', status: 400, name: 'x' },
    ],
    [
      'of the first entry that is wrong, a type before a permission',
      [
        service(),
        { resource_name: 'y', resource_type: 'file' },
        route('x', { user: 'bob', permission: 'zzz' }),
      ],
      { errorCode: 'resource_type_not_allowed', status: 400, name: 'y' },
    ],
    [
      'of an existing resource of another type',
      [service(), { resource_name: 'a', resource_type: 'file', permission: 'read', user: 'bob' }],
      { errorCode: 'resource_type_mismatch', status: 400, name: 'a' },
    ],
    [
      'of a user who does not exist, before all others',
      [service(), route('x', { permission: 'zzz', user: 'bob' }), route('y', { user: 'nobody' })],
      { errorCode: 'user_not_found', status: 400, name: 'y' },
    ],
  ])('are refused with the error %s', async (_, entries, expected) => {
    const before = await fixture.contents();
    const refusal: unknown = await branch()
      .apply(entries)
      .catch((error: unknown) => error);
    if (!(refusal instanceof Problem)) throw new Error('the entries were applied');
    const { errorCode, status, details } = refusal;
    const content = details.call?.content as { readonly resource_name: string };
    expect({ errorCode, status, name: content.resource_name }).toEqual(expected);
    expect(await fixture.contents()).toEqual(before);
  });

  it('are planned again in their unit of work if something changes meanwhile', async () => {
    const { bulkLookups } = fixture.directory;
    const found = jest.spyOn(Object.getPrototypeOf(bulkLookups), 'assignments');
    const original = bulkLookups.assignments.bind(bulkLookups);
    found.mockImplementationOnce(async (keys) => {
      const result = await original(keys as Parameters<typeof original>[0]);
      await fixture.apply('permissions: [{service: s, resource: /late, permission: write-deny, user: bob}]');
      return result;
    });
    await branch().apply([service(), route('late', { user: 'bob', permission: 'write' })]);
    found.mockRestore();
    expect(events).toEqual([['user write-deny write-allow']]);
    const contents = await fixture.contents();
    expect(contents.filter((line) => line.includes('late'))).toEqual([
      'permission s/late user bob write-allow-recursive',
      'resource s/late route',
    ]);
  });

  it('are refused if they need more rows than one revision writes', async () => {
    const entries = [service(), route('x'), route('y', { ...both, permission: 'read' })];
    await expect(branch(3).apply(entries)).rejects.toMatchObject({ errorCode: 'bulk_permissions_too_long' });
    await branch(4).apply(entries);
    expect(await fixture.contents()).toContain('resource s/x/y route');
  });
});
