import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork, type User, type UserStatus } from '@gatehouse/database';
import { type Problem, badRequest, conflict, forbidden, notFound } from '@gatehouse/http';
import { SessionStore } from '@gatehouse/identity';
import { GroupsService } from '../groups/groups.service';
import { PasswordWork } from './password-work';
import { parseStatus } from './user-status';
import { type Page, type TakenBy, type UserRow, UsersRepository } from './users.repository';
import { UserRules } from './users.rules';

export interface UserRequest {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly groupName?: string | undefined;
}

export interface UserChange {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly password?: string | undefined;
  readonly status?: unknown;
}

/** Who asks for a change of an account, as far as the rules care. */
export interface Requester {
  readonly isAdministrator: boolean;
  /** Whether the account is the requester's own. */
  readonly isSelf: boolean;
  /** Session that lives on when the requester changes its own password. */
  readonly ownSessionId?: string | undefined;
  /** Whether the path says `{logged}`: the account is then the requester's, whatever its name. */
  readonly asKeyword: boolean;
}

/** The fields of an account that are to get another value. */
interface Differences {
  readonly name: string | undefined;
  readonly email: string | undefined;
  readonly password: string | undefined;
  readonly status: UserStatus | undefined;
}

@Injectable()
export class UsersService {
  constructor(
    private readonly users: UsersRepository,
    private readonly groups: GroupsService,
    private readonly rules: UserRules,
    private readonly passwords: PasswordWork,
    @Inject(UnitOfWork) private readonly unitOfWork: UnitOfWork,
    @Inject(SessionStore) private readonly sessions: SessionStore,
  ) {}

  list(statuses: readonly UserStatus[] | undefined, page: Page): Promise<UserRow[]> {
    return this.users.list(statuses, page);
  }

  names(statuses: readonly UserStatus[] | undefined, page: Page): Promise<string[]> {
    return this.users.names(statuses, page);
  }

  async byName(name: string): Promise<User> {
    const user = await this.users.findByName(name);
    if (!user) throw noSuchUser();
    return user;
  }

  /** Finds some users in one query; the finder throws the 404 of {@link byName} for a name that nobody has. */
  async finderOf(names: readonly string[]): Promise<(name: string) => Pick<User, 'id' | 'name'>> {
    const found = new Map((await this.users.findNamed(names)).map((user) => [user.asked, user]));
    return (name) => {
      const user = found.get(name);
      if (!user) throw noSuchUser();
      return user;
    };
  }

  async byId(id: number): Promise<User> {
    const user = await this.users.findById(id);
    if (!user) throw noSuchUser();
    return user;
  }

  /** The user that a person means who types a name or email, with the stored form of the password. */
  findForSignIn(login: string): Promise<User | null> {
    return this.users.findForSignIn(login);
  }

  /** Inside a unit of work: whether the user is still there, with the password that it was found with for a sign-in. */
  hasPasswordOf({ id, passwordHash }: User): Promise<boolean> {
    return this.users.hasHash(id, passwordHash ?? null);
  }

  /** Inside a unit of work: stores a password that was checked in a current form, unless it has been changed since. */
  rehash({ id, passwordHash }: User, freshHash: string): Promise<void> {
    return this.users.replaceHash(id, passwordHash ?? null, freshHash);
  }

  groupNamesOf(user: User): Promise<string[]> {
    return this.users.groupNamesOf(user.id);
  }

  /** Spec: http-api 4.3 and 8.2. */
  async create(request: UserRequest): Promise<User> {
    this.rules.refuseBadName(request.name);
    this.rules.refuseBadEmail(request.email);
    this.rules.refuseBadPassword(request.password);
    // Told before the hash is made, which costs; the index decides again below.
    await this.refuseTaken(request.name, request.email);
    const passwordHash = await this.passwords.hash(request.password);
    return this.unitOfWork.run(async () => {
      const asked =
        request.groupName === undefined ? [] : [await this.groups.byNameInBody(request.groupName)];
      const id = await this.users.insert({ name: request.name, email: request.email, passwordHash });
      if (id === undefined) throw taken('user_name', request.name);
      const anonymous = await this.groups.anonymous();
      for (const group of new Set([anonymous.id, ...asked.map((one) => one.id)]))
        await this.users.join(id, group);
      return this.byId(id);
    });
  }

  /** Spec: http-api 8.4. */
  async update(user: User, change: UserChange, requester: Requester): Promise<void> {
    if (this.rules.isAdministrator(user.name)) refuseUnlessOwnPassword(user, change, requester);
    // Refused before the hash is made, which costs; what is stored by then decides again below.
    const { password } = this.allowed(user, change, requester);
    const passwordHash = password === undefined ? undefined : await this.passwords.hash(password);
    await this.unitOfWork.run(async () => {
      const stored = await this.current(user, requester.asKeyword);
      const { name, email, status } = this.allowed(stored, change, requester);
      const by = await this.users.takenBy(name ?? stored.name, email ?? stored.email, stored.id);
      if (by) throw conflict('Another user has this name or email.');
      await this.users.update(user.id, {
        ...(name === undefined ? {} : { name }),
        ...(email === undefined ? {} : { email }),
        ...(status === undefined ? {} : { status }),
        ...(passwordHash === undefined ? {} : { passwordHash }),
      });
      // Whoever had the old password may hold a session.
      if (passwordHash !== undefined) await this.sessions.endAllOf(user.id, requester.ownSessionId);
    });
  }

  async delete(user: User, { asKeyword }: Pick<Requester, 'asKeyword'>): Promise<void> {
    await this.unitOfWork.run(async () => {
      const stored = await this.current(user, asKeyword);
      await this.users.delete(stored.id);
    });
  }

  /** Spec: http-api 8.7. */
  async join(user: User, groupName: string): Promise<void> {
    await this.unitOfWork.run(async () => {
      const group = await this.groups.byNameInBody(groupName);
      if (!(await this.users.existsBy(user.id))) throw noSuchUser();
      if (!(await this.users.join(user.id, group.id))) {
        throw conflict('The user is in this group already.', {
          param: { name: 'group_name', value: groupName, conditions: { not_in: false } },
          extras: { user_name: user.name, group_name: group.name },
        });
      }
    });
  }

  /** Spec: http-api 4.2 and 8.8. */
  async leave(user: User, groupName: string, groupId: number): Promise<void> {
    this.groups.refuseLeaving(groupName, this.rules.isAdministrator(user.name));
    await this.unitOfWork.run(async () => {
      if (await this.users.leave(user.id, groupId)) return;
      throw notFound('The user is not in this group.', {
        param: { name: 'group_name', value: groupName, conditions: { is_in: false } },
        extras: { user_name: user.name, group_name: groupName },
      });
    });
  }

  private async refuseTaken(name: string, email: string): Promise<void> {
    const by = await this.users.takenBy(name, email);
    if (by) throw taken(by, by === 'user_name' ? name : email);
  }

  /** Inside a unit of work: the user as stored now; 404 when the name in the path is no longer its name. */
  private async current({ id, name }: User, asKeyword: boolean): Promise<User> {
    const stored = await this.byId(id);
    if (!asKeyword && stored.name !== name) throw noSuchUser();
    return stored;
  }

  /** What a change would change of the user, unless the rules refuse it. */
  private allowed(user: User, change: UserChange, requester: Requester): Differences {
    const wanted = this.differences(user, change);
    const { name, email, password, status } = wanted;
    if ((name !== undefined || status !== undefined) && !requester.isAdministrator) {
      throw forbidden('Only an administrator may change this.');
    }
    if (name !== undefined) this.rules.refuseReservedRename(user.name, name);
    if (name !== undefined) this.rules.refuseBadName(name);
    if (email !== undefined) this.rules.refuseBadEmail(email);
    if (password !== undefined) this.rules.refuseBadPassword(password);
    return wanted;
  }

  /** What of a change is one; nothing at all is 400. Any password is a change: it cannot be compared. */
  private differences(user: User, change: UserChange): Differences {
    const status = parseStatus(change.status);
    const wanted = {
      name: differing(change.name, user.name),
      email: differing(change.email, user.email),
      password: change.password ?? undefined,
      status: status === user.status ? undefined : status,
    };
    if (Object.values(wanted).every((value) => value === undefined)) {
      throw badRequest('Nothing of the user would change.', { extras: { user_name: user.name } });
    }
    if (wanted.status === PENDING) {
      throw badRequest('An account cannot become pending.', {
        param: { name: 'status', value: 'Pending', conditions: { not_in: false } },
      });
    }
    return wanted;
  }
}

const PENDING = parseStatus('Pending');

function differing(given: string | null | undefined, stored: string): string | undefined {
  return given === undefined || given === null || given === stored ? undefined : given;
}

/** The rest of the configured administrator is a matter of the configuration. Spec: decisions 19. */
function refuseUnlessOwnPassword(user: User, change: UserChange, { isSelf }: Requester): void {
  const others =
    differing(change.name, user.name) ?? differing(change.email, user.email) ?? change.status ?? undefined;
  if (others === undefined && isSelf) return;
  throw forbidden('Of the configured administrator the password alone is changed here, and by itself.');
}

function noSuchUser(): Problem {
  return notFound('No such user.', { param: { value: null, conditions: { not_none: false } } });
}

function taken(by: TakenBy, value: string): Problem {
  return conflict('Another user has this name or email.', {
    param: { name: by, value, conditions: [{ unique: false }] },
  });
}
