import type { AccountCaller } from './index';
import { type DirectoryFixture, openDirectory } from './principals.fixture';

const ADMIN_PASSWORD = 'the password of admin';
const PASSWORD = 'a good password';
const ADMINISTRATOR: AccountCaller = { isAdministrator: true, isSelf: false, byKeyword: false };
const error = (errorCode: string) => expect.objectContaining({ errorCode });

describe('the directory of users and groups', () => {
  let fixture: DirectoryFixture;
  const directory = () => fixture.directory;
  const newUser = (name: string) => ({ name, email: `${name}@example.org`, password: PASSWORD });
  const newGroup = (name: string, discoverable = false) => ({
    name,
    description: '',
    discoverable,
    terms: undefined,
  });

  beforeEach(async () => {
    fixture = await openDirectory();
    await directory().defaultIdentities.ensure(ADMIN_PASSWORD);
  });
  afterEach(() => fixture.database.drop());

  it('adds a new user to the anonymous group and to the requested one', async () => {
    await directory().groups.create(newGroup('rangers'));
    const bob = await directory().users.create({ ...newUser('bob'), groupName: 'rangers' });
    expect(await directory().memberships.groupNamesOf(bob)).toEqual(['anonymous', 'rangers']);
    expect(await directory().accounts.findByLogin('BOB@example.org')).toMatchObject({
      name: 'bob',
      passwordHash: `hash of ${PASSWORD}`,
    });
  });

  it('creates no user in a group that does not exist, and commits no revision', async () => {
    const before = await fixture.revision();
    await expect(directory().users.create({ ...newUser('bob'), groupName: 'nowhere' })).rejects.toEqual(
      error('group_not_found'),
    );
    await expect(directory().users.byName('bob')).rejects.toEqual(error('user_not_found'));
    expect(await fixture.revision()).toBe(before);
  });

  it('rejects a taken name or email address, ignoring case, before it hashes the password', async () => {
    await directory().users.create(newUser('bob'));
    fixture.hashed.length = 0;
    await expect(directory().users.create({ ...newUser('ann'), name: 'bob' })).rejects.toEqual(
      error('user_name_taken'),
    );
    await expect(directory().users.create({ ...newUser('ann'), email: 'BOB@Example.org' })).rejects.toEqual(
      error('user_email_taken'),
    );
    expect(fixture.hashed).toEqual([]);
  });

  it('creates one of two users of one name or address that are requested concurrently', async () => {
    const results = await Promise.allSettled([
      directory().users.create(newUser('bob')),
      directory().users.create({ ...newUser('ann'), email: 'bob@example.org' }),
      directory().users.create(newUser('bob')),
    ]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason.errorCode).toMatch(/^user_(name|email)_taken$/);
    }
  });

  it('creates all users of a bulk operation, in their order, or none of them', async () => {
    const { users, memberships } = directory();
    const columns = (name: string) => ({ name, email: `${name}@example.org`, passwordHash: null });
    const ids = await users.createAll(['zoe', 'bob', 'ann'].map(columns));
    for (const [index, name] of ['zoe', 'bob', 'ann'].entries()) {
      const user = await users.byName(name);
      expect(user.id).toBe(ids[index]);
      expect(await memberships.groupNamesOf(user)).toEqual(['anonymous']);
    }
    const before = await fixture.revision();
    await expect(users.createAll([columns('eve'), columns('bob')])).rejects.toEqual(error('user_name_taken'));
    await expect(
      users.createAll([columns('eve'), { ...columns('fay'), email: 'EVE@example.org' }]),
    ).rejects.toEqual(error('user_email_taken'));
    await expect(users.createAll([columns('eve'), columns('current')])).rejects.toEqual(
      error('user_name_reserved'),
    );
    await expect(users.byName('eve')).rejects.toEqual(error('user_not_found'));
    expect(await fixture.revision()).toBe(before);
  });

  it('creates groups and memberships in bulk under the rules of single ones', async () => {
    const { users, groups, memberships } = directory();
    const columns = (name: string) => ({ name, description: `About ${name}`, discoverable: true });
    const groupIds = await groups.createAll([columns('Zebras'), columns('ants')]);
    expect(await groups.byName('Zebras')).toMatchObject({ id: groupIds[0], description: 'About Zebras' });
    await expect(groups.createAll([columns('bees'), columns('ZEBRAS')])).rejects.toEqual(
      error('group_name_taken'),
    );
    await expect(groups.byName('bees')).rejects.toEqual(error('group_not_found'));
    const bob = await users.create(newUser('bob'));
    const pairs = groupIds.map((groupId) => ({ userId: bob.id, groupId }));
    expect(await memberships.createAll(pairs)).toBe(2);
    expect(await memberships.createAll(pairs)).toBe(0);
    const { id } = await users.byName('anonymous');
    await expect(memberships.createAll([{ userId: id, groupId: groupIds[0] ?? 0 }])).rejects.toEqual(
      error('anonymous_user_protected'),
    );
  });

  it('ends all sessions of a user whose password changes but the one that changed it', async () => {
    const bob = await directory().users.create(newUser('bob'));
    fixture.revoked.length = 0;
    const self = { isAdministrator: false, isSelf: true, ownSessionId: 'own', byKeyword: true };
    await directory().users.update(bob, { email: 'bob@elsewhere.org' }, self);
    expect(fixture.revoked).toEqual([]);
    await directory().users.update(bob, { password: 'another password' }, self);
    expect(fixture.revoked).toEqual([[bob.id, 'own']]);
  });

  it('allows only administrators to change names and statuses', async () => {
    const bob = await directory().users.create(newUser('bob'));
    const self = { isAdministrator: false, isSelf: true, byKeyword: true };
    for (const change of [{ name: 'robert' }, { status: 'WebhookError' }])
      await expect(directory().users.update(bob, change, self)).rejects.toEqual(
        error('administrator_required'),
      );
    await directory().users.update(bob, { name: 'robert', status: 'WebhookError' }, ADMINISTRATOR);
    expect(await directory().users.byName('robert')).toMatchObject({ id: bob.id, status: 2 });
  });

  it('does not change or delete a user that was renamed since the request named it', async () => {
    const bob = await directory().users.create(newUser('bob'));
    await directory().users.update(bob, { name: 'robert' }, ADMINISTRATOR);
    await expect(directory().users.update(bob, { email: 'x@example.org' }, ADMINISTRATOR)).rejects.toEqual(
      error('user_not_found'),
    );
    await expect(directory().users.delete(bob, { byKeyword: false })).rejects.toEqual(
      error('user_not_found'),
    );
    await directory().users.delete(bob, { byKeyword: true });
    await expect(directory().users.byId(bob.id)).rejects.toEqual(error('user_not_found'));
  });

  it('protects the anonymous user and the configured administrator', async () => {
    const { users, memberships } = directory();
    const [anonymous, admin] = [await users.byName('anonymous'), await users.byName('admin')];
    await expect(users.update(anonymous, { email: 'x@y.org' }, ADMINISTRATOR)).rejects.toEqual(
      error('anonymous_user_protected'),
    );
    await expect(users.delete(anonymous, { byKeyword: false })).rejects.toEqual(
      error('anonymous_user_protected'),
    );
    await expect(memberships.join(anonymous, 'administrators')).rejects.toEqual(
      error('anonymous_user_protected'),
    );
    await expect(users.delete(admin, { byKeyword: false })).rejects.toEqual(
      error('configured_administrator_protected'),
    );
    await expect(users.update(admin, { password: PASSWORD }, ADMINISTRATOR)).rejects.toEqual(
      error('configured_administrator_password_only'),
    );
    await users.update(admin, { password: PASSWORD }, { ...ADMINISTRATOR, isSelf: true });
  });

  it('rejects group names that differ from another in case only, and changes of nothing', async () => {
    const { groups } = directory();
    const rangers = await groups.create(newGroup('rangers'));
    await groups.create(newGroup('wardens'));
    await expect(groups.create(newGroup('Rangers'))).rejects.toEqual(error('group_name_taken'));
    await expect(groups.update(rangers, { name: 'WARDENS' })).rejects.toEqual(error('group_name_taken'));
    await expect(groups.update(rangers, { name: 'rangers', description: '' })).rejects.toEqual(
      error('group_unchanged'),
    );
    await groups.update(rangers, { name: 'Rangers' });
    await expect(groups.delete(rangers)).rejects.toEqual(error('group_not_found'));
  });

  it('reports a group that is not discoverable as one that does not exist', async () => {
    const { users, groups, discoverableGroups } = directory();
    const [open, closed] = [
      await groups.create(newGroup('open', true)),
      await groups.create(newGroup('closed')),
    ];
    const bob = await users.create(newUser('bob'));
    expect(await discoverableGroups.list({})).toMatchObject([{ name: 'open' }]);
    await expect(discoverableGroups.join(bob.id, closed)).rejects.toEqual(error('group_not_found'));
    expect(await discoverableGroups.join(bob.id, open)).toEqual({
      userName: 'bob',
      state: 'active',
    });
    await expect(discoverableGroups.join(bob.id, open)).rejects.toEqual(error('membership_exists'));
    // Closed after the request read it as open.
    await groups.update(open, { discoverable: false });
    await expect(discoverableGroups.leave(bob.id, open)).rejects.toEqual(error('group_not_found'));
  });

  it('sets the configured password of the administrator once for each value of the setting', async () => {
    const { defaultIdentities, users, accounts } = directory();
    expect(await defaultIdentities.ensure(ADMIN_PASSWORD)).toEqual({ passwordSetFor: undefined });
    const admin = await users.byName('admin');
    await users.update(admin, { password: PASSWORD }, { ...ADMINISTRATOR, isSelf: true });
    await defaultIdentities.ensure(ADMIN_PASSWORD);
    expect(await accounts.findByLogin('admin')).toMatchObject({ passwordHash: `hash of ${PASSWORD}` });
    fixture.revoked.length = 0;
    expect(await defaultIdentities.ensure('another one of admin')).toEqual({ passwordSetFor: admin.id });
    expect(fixture.revoked).toEqual([[admin.id, undefined]]);
  });

  it('corrects special groups at a start, and leaves others as they are', async () => {
    const { defaultIdentities, groups } = directory();
    const users = await groups.byName('users');
    await groups.update(users, { discoverable: true, description: 'Staff' });
    await fixture.database.dataSource.query(
      `SELECT begin_revision('system', NULL, NULL, NULL, NULL); UPDATE groups SET discoverable = true WHERE name = 'anonymous'`,
    );
    await defaultIdentities.ensure(ADMIN_PASSWORD);
    expect(await groups.byName('anonymous')).toMatchObject({ discoverable: false });
    expect(await groups.byName('users')).toMatchObject({ discoverable: true, description: 'Staff' });
  });
});
