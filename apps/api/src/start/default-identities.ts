import { Inject, Injectable } from '@nestjs/common';
import { AppliedSetting, Group, UnitOfWork, User } from '@gatehouse/database';
import { LOGGER, SETTINGS } from '@gatehouse/http';
import { Passwords, SessionStore } from '@gatehouse/identity';
import type { Logger } from '@gatehouse/logging';
import type { Settings } from '@gatehouse/settings';
import { UsersRepository } from '../users/users.repository';

const ADMINISTRATORS = 'Members may do everything.';
const EVERYBODY = 'Everybody is a member: what this group may do is public.';
const PASSWORD_SETTING = 'SVC_ADMIN_PASSWORD';

/**
 * The users and groups that have to exist, made or mended at every start: nothing happens when all is as it has to be.
 * Spec: http-api 4.1, permissions 6.1 (bootstrap), decisions 19.
 */
@Injectable()
export class DefaultIdentities {
  constructor(
    private readonly users: UsersRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(UnitOfWork) private readonly unitOfWork: UnitOfWork,
    @Inject(Passwords) private readonly passwords: Passwords,
    @Inject(SessionStore) private readonly sessions: SessionStore,
  ) {}

  async ensure(): Promise<void> {
    const { adminUser, adminEmail, adminGroup, adminPassword, anonymousUser, usersGroup } = this.settings;
    const isApplied = await this.isApplied(adminPassword);
    const passwordHash = isApplied ? undefined : await this.passwords.hash(adminPassword);
    // One unit of work: several instances may start at once, and the second finds what the first has made.
    await this.unitOfWork.run(async () => {
      const administrators = await this.group(adminGroup, ADMINISTRATORS);
      const everybody = await this.group(anonymousUser, EVERYBODY);
      if (!(await this.findGroup(usersGroup)))
        await this.unitOfWork.manager.insert(Group, { name: usersGroup });
      const administrator = await this.user(adminUser, adminEmail);
      const anonymous = await this.user(anonymousUser, `${anonymousUser}@mail.com`);
      await this.users.join(administrator.id, administrators.id);
      await this.users.join(anonymous.id, everybody.id);
      if (passwordHash !== undefined) await this.applyPassword(administrator, passwordHash);
    });
  }

  /** Special groups are never discoverable and keep their description. */
  private async group(name: string, description: string): Promise<Group> {
    const { manager } = this.unitOfWork;
    const found = await this.findGroup(name);
    if (!found)
      return manager.save(manager.create(Group, { name, description, discoverable: false, terms: null }));
    if (found.description !== description || found.discoverable) {
      await manager.update(Group, { id: found.id }, { description, discoverable: false });
    }
    return found;
  }

  private findGroup(name: string): Promise<Group | null> {
    return this.unitOfWork.manager.findOneBy(Group, { name });
  }

  private async user(name: string, email: string): Promise<User> {
    const found = await this.users.findByName(name);
    if (found) return found;
    const id = await this.users.insert({ name, email, passwordHash: null });
    const made = id === undefined ? null : await this.users.findById(id);
    if (!made) throw new Error(`the account ${name} cannot be made: its email belongs to another account`);
    return made;
  }

  private async isApplied(password: string): Promise<boolean> {
    const applied = await this.unitOfWork.manager.findOneBy(AppliedSetting, { name: PASSWORD_SETTING });
    const user = await this.users.findByName(this.settings.adminUser);
    if (!applied || !user) return false;
    return this.passwords.verify(password, applied.fingerprint);
  }

  private async applyPassword(administrator: User, passwordHash: string): Promise<void> {
    await this.users.update(administrator.id, { passwordHash });
    await this.sessions.endAllOf(administrator.id);
    await this.unitOfWork.manager.upsert(
      AppliedSetting,
      { name: PASSWORD_SETTING, fingerprint: passwordHash },
      ['name'],
    );
    this.logger.info(
      { userId: administrator.id },
      'the password of the administrator was set from the configuration',
    );
  }
}
