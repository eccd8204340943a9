import type { AccountCaller, LocatedResource, Principal, ProtectedService } from './index';
import {
  type PermissionReplacement,
  groupPrincipal,
  userPrincipal,
} from './permissions/permission-assignment';
import { type DirectoryFixture, openDirectory } from './principals.fixture';

const ADMINISTRATOR: AccountCaller = { isAdministrator: true, isSelf: false, byKeyword: false };
const READ = { name: 'read', access: 'allow', scope: 'recursive' };
const READ_DENY = { name: 'read', access: 'deny', scope: 'match' };

describe('DirectoryEvents', () => {
  let fixture: DirectoryFixture;
  const directory = () => fixture.directory;
  const newUser = (name: string) => ({ name, email: `${name}@example.org`, password: 'a good password' });
  const reported = () => fixture.events.splice(0);

  beforeEach(async () => {
    fixture = await openDirectory();
    await directory().defaultIdentities.ensure('the password of admin');
  });
  afterEach(() => fixture.database.drop());

  it('do not report the default identities, nor accounts of a bulk operation', async () => {
    await directory().users.createAll([{ name: 'ann', email: 'ann@example.org', passwordHash: null }]);
    expect(reported()).toEqual([]);
  });

  it('report a user that is created, changed in status, and deleted', async () => {
    const bob = await directory().users.create(newUser('bob'));
    expect(reported()).toEqual([
      ['userCreated', { id: bob.id, name: 'bob', email: 'bob@example.org', kind: 'person' }],
    ]);
    await directory().users.update(bob, { status: 'WebhookError', name: 'rob' }, ADMINISTRATOR);
    expect(reported()).toEqual([['userStatusChanged', { id: bob.id, name: 'rob', status: 2 }]]);
    await directory().users.update({ ...bob, name: 'rob' }, { email: 'rob@example.org' }, ADMINISTRATOR);
    expect(reported()).toEqual([]);
    await directory().users.delete(await directory().users.byName('rob'), ADMINISTRATOR);
    expect(reported()).toEqual([
      ['userDeleted', expect.objectContaining({ id: bob.id, name: 'rob', email: 'rob@example.org' })],
    ]);
  });

  it('do not report a creation that fails', async () => {
    await directory().users.create(newUser('bob'));
    reported();
    await expect(directory().users.create(newUser('bob'))).rejects.toThrow();
    expect(reported()).toEqual([]);
  });

  describe('of permissions', () => {
    let service: ProtectedService;
    let resource: LocatedResource;
    let user: Principal;
    let group: Principal;
    const target = () => ({ ...resource, serviceType: service.type });
    const changeOf = (
      { kind, id }: Principal,
      before?: object,
      after?: object,
      resourceId = resource.id,
    ) => ({
      principal: expect.objectContaining({ kind, id }),
      resourceId,
      ...(before && { before }),
      ...(after && { after }),
    });

    beforeEach(async () => {
      const { services, resources, users, groups } = directory();
      service = await services.create({ name: 's', typeName: 'api', url: 'http://localhost' });
      const [created] = await resources.createAll(service, [
        { name: 'a', typeName: 'route', parent: service.id },
      ]);
      resource = { ...created!, service };
      user = userPrincipal(await users.create(newUser('bob')));
      group = groupPrincipal(
        await groups.create({ name: 'rangers', description: '', discoverable: false, terms: undefined }),
      );
      reported();
    });

    it('report the stored value when one is granted, replaced and revoked', async () => {
      const { permissions } = directory();
      for (const principal of [user, group]) {
        await permissions.grant(principal, target(), { permission: 'read' });
        expect(reported()).toEqual([['permissionsChanged', [changeOf(principal, undefined, READ)]]]);
        await permissions.set(principal, target(), { permission: 'read-deny-match' });
        expect(reported()).toEqual([['permissionsChanged', [changeOf(principal, READ, READ_DENY)]]]);
        await permissions.revokeGiven(principal, target(), { permission: 'read' });
        expect(reported()).toEqual([['permissionsChanged', [changeOf(principal, READ_DENY)]]]);
        await permissions.set(principal, target(), { permission: 'read' });
        expect(reported()).toEqual([['permissionsChanged', [changeOf(principal, undefined, READ)]]]);
      }
    });

    it('report nothing when a request changes nothing', async () => {
      const { permissions } = directory();
      await permissions.grant(user, target(), { permission: 'read' });
      reported();
      await permissions.set(user, target(), { permission: 'read' });
      await expect(permissions.grant(user, target(), { permission: 'read-deny' })).rejects.toThrow();
      await expect(permissions.revokeGiven(group, target(), { permission: 'read' })).rejects.toThrow();
      expect(reported()).toEqual([]);
    });

    it('report all permissions that a program replaces in the order in which it states them', async () => {
      const { permissions } = directory();
      const { unitOfWork } = fixture;
      await permissions.set(user, target(), { permission: 'read-allow-recursive' });
      reported();
      const write = (principal: Principal, permission: object, before?: object) =>
        ({ principal, resourceId: resource.id, permission, before }) as PermissionReplacement;
      const WRITE = { ...READ, name: 'write' };
      await unitOfWork.run(() =>
        permissions.replaceAll([write(group, WRITE), write(user, READ_DENY, READ), write(group, READ)]),
      );
      expect(reported()).toEqual([
        [
          'permissionsChanged',
          [
            changeOf(group, undefined, WRITE),
            changeOf(user, READ, READ_DENY),
            changeOf(group, undefined, READ),
          ],
        ],
      ]);
      const stored = await unitOfWork.manager.query<unknown[]>(
        `SELECT 'user' AS kind, name, access, scope FROM user_permissions
         UNION ALL SELECT 'group', name, access, scope FROM group_permissions ORDER BY kind, name`,
      );
      expect(stored).toEqual([
        { kind: 'group', ...READ },
        { kind: 'group', ...WRITE },
        { kind: 'user', ...READ_DENY },
      ]);
    });

    it('do not report what a deletion removes by cascade', async () => {
      const { permissions, resources, services, groups } = directory();
      await permissions.grant(user, target(), { permission: 'read' });
      await permissions.grant(group, target(), { permission: 'read' });
      reported();
      await groups.delete(await groups.byName('rangers'));
      await resources.delete(resource);
      await services.delete(service);
      expect(reported()).toEqual([]);
    });
  });
});
