import type { Group, UnitOfWork, User } from '@gatehouse/database';
import type { DirectorySettings, PasswordHasher } from '../dependencies';
import type { GroupRepository } from '../groups/group-repository';
import type { MembershipRepository } from '../memberships/membership-repository';
import type { NewPasswords } from '../users/new-passwords';
import type { UserRepository } from '../users/user-repository';
import type { AppliedSettingRepository } from './applied-setting-repository';
import { type DefaultObjects, defaultObjects } from './default-objects';

const PASSWORD_SETTING = 'SVC_ADMIN_PASSWORD';

interface Repositories {
  readonly users: UserRepository;
  readonly groups: GroupRepository;
  readonly memberships: MembershipRepository;
  readonly appliedSettings: AppliedSettingRepository;
}

/** The users and groups that have to exist. */
export class DefaultIdentities {
  constructor(
    private readonly repositories: Repositories,
    private readonly settings: DirectorySettings,
    private readonly unitOfWork: UnitOfWork,
    private readonly passwords: PasswordHasher,
    private readonly newPasswords: NewPasswords,
  ) {}

  /**
   * Creates the default users and groups that are missing and corrects those that differ from the configuration; writes
   * nothing else. The administrator receives the configured password whenever it differs from the one applied last: a
   * password that was changed since remains. Returns the id of the administrator if its password was set.
   */
  async ensure(adminPassword: string): Promise<{ readonly passwordSetFor: number | undefined }> {
    const wanted = defaultObjects(this.settings);
    const isApplied = await this.isApplied(adminPassword);
    const passwordHash = isApplied ? undefined : await this.passwords.hash(adminPassword);
    // One unit of work: several instances may start concurrently, and the second finds what the first has created.
    return this.unitOfWork.run(async () => {
      const administrators = await this.specialGroup(wanted.administrators);
      const anonymousGroup = await this.specialGroup(wanted.anonymousGroup);
      const { usersGroup } = wanted;
      if (!(await this.repositories.groups.findByName(usersGroup.name))) await this.createGroup(usersGroup);
      const administrator = await this.user(wanted.administrator);
      const anonymous = await this.user(wanted.anonymous);
      await this.repositories.memberships.insert(administrator.id, administrators.id);
      await this.repositories.memberships.insert(anonymous.id, anonymousGroup.id);
      if (passwordHash === undefined) return { passwordSetFor: undefined };
      await this.applyPassword(administrator, passwordHash);
      return { passwordSetFor: administrator.id };
    });
  }

  /** Special groups are never discoverable and keep their description. */
  private async specialGroup({ name, description }: DefaultObjects['administrators']): Promise<Group> {
    const { groups } = this.repositories;
    const found = await groups.findByName(name);
    if (!found) return this.createGroup({ name, description });
    if (found.description !== description || found.discoverable) {
      await groups.update(found.id, { description, discoverable: false });
    }
    return found;
  }

  private async createGroup({ name, description }: DefaultObjects['administrators']): Promise<Group> {
    const created = await this.repositories.groups.insert({ name, description, discoverable: false });
    if (!created)
      throw new Error(`group ${name} cannot be created: its name differs from another only in case`);
    return created;
  }

  private async user({ name, email }: DefaultObjects['administrator']): Promise<User> {
    const { users } = this.repositories;
    const found = await users.findByName(name);
    if (found?.kind === 'service')
      throw new Error(`user ${name} is a service account: the setting must name another user`);
    if (found) return found;
    const id = await users.insert({ name, email, passwordHash: null });
    const created = id === undefined ? null : await users.findById(id);
    if (!created) throw new Error(`user ${name} cannot be created: another user has its email address`);
    return created;
  }

  private async isApplied(password: string): Promise<boolean> {
    const { users, appliedSettings } = this.repositories;
    const fingerprint = await appliedSettings.fingerprintOf(PASSWORD_SETTING);
    const exists = (await users.findByName(this.settings.adminUser)) !== null;
    if (fingerprint === undefined || !exists) return false;
    return this.passwords.verify(password, fingerprint);
  }

  private async applyPassword(administrator: User, passwordHash: string): Promise<void> {
    const { users, appliedSettings } = this.repositories;
    await users.update(administrator.id, { passwordHash });
    await this.newPasswords.apply(administrator);
    await appliedSettings.record(PASSWORD_SETTING, passwordHash);
  }
}
