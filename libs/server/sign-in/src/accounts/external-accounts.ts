import type { ExternalIdentity, UnitOfWork, User } from '@gatehouse/database';
import type { Memberships, Users } from '@gatehouse/directory';
import { EMAIL, MAX_EMAIL_LENGTH } from '@gatehouse/names';
import { Problem, conflictParam, problem, readOnlyProblem } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';
import { claimOf } from '../claims';
import type { ProviderDefinition } from '../definition';
import type { VerifiedIdentity } from '../identity-provider';
import { IdentityRepository } from './identity-repository';
import { userNamesFor } from './user-name';

export interface AccountDependencies {
  readonly unitOfWork: UnitOfWork;
  readonly users: Pick<Users, 'byId' | 'createExternal' | 'takenBy' | 'rules'>;
  readonly memberships: Pick<Memberships, 'addIfPossible' | 'leave'>;
  readonly settings: Pick<Settings, 'usersGroup' | 'userNameMaxLength' | 'readOnly'>;
}

/** The accounts of identities at providers. Reference: identity-providers#accounts. */
export class ExternalAccounts {
  private readonly identities: IdentityRepository;

  constructor(private readonly dependencies: AccountDependencies) {
    this.identities = new IdentityRepository(dependencies.unitOfWork);
  }

  /**
   * Inside a unit of work: the account of an identity, which is created if the provider may create accounts, and its groups
   * according to the claims; in read-only mode, neither is changed (`read_only`). Throws `external_account_missing`, `external_email_taken`, or the error of a name.
   */
  async accountOf(identity: VerifiedIdentity, definition: ProviderDefinition): Promise<User> {
    const user = (await this.find(identity)) ?? (await this.create(identity, definition));
    await this.applyGroups(user, identity, definition);
    return user;
  }

  /** The user of an identity; undefined if it is not linked. */
  async find({
    provider,
    subject,
  }: Pick<VerifiedIdentity, 'provider' | 'subject'>): Promise<User | undefined> {
    const existing = await this.identities.find(provider, subject);
    return existing ? this.dependencies.users.byId(existing.userId) : undefined;
  }

  /**
   * Inside a unit of work: adds an identity to the account of its signed-in owner; false if it had it. Throws
   * `external_identity_exists`, `anonymous_user_protected` for an account that several people share, `service_account_not_allowed`.
   */
  async link(user: User, identity: VerifiedIdentity, definition: ProviderDefinition): Promise<boolean> {
    if (this.dependencies.settings.readOnly) throw readOnlyProblem();
    const refusal = this.dependencies.users.rules.ownError(user);
    if (refusal) throw refusal;
    const existing = await this.identities.find(identity.provider, identity.subject);
    if (existing) {
      if (existing.userId === user.id) return false;
      throw problem('external_identity_exists', {}, conflictParam('provider_name', identity.provider));
    }
    await this.insert(user, identity);
    await this.applyGroups(user, identity, definition);
    return true;
  }

  /** The identities of a user, the oldest first. */
  identitiesOf({ id }: Pick<User, 'id'>): Promise<ExternalIdentity[]> {
    return this.identities.ofUser(id);
  }

  /** Whether a user can sign in with a password. */
  hasPassword({ id }: Pick<User, 'id'>): Promise<boolean> {
    return this.identities.hasPassword(id);
  }

  /**
   * Removes an identity of a user, with the memberships that its claims have brought about. Throws
   * `external_identity_last` if the user could sign in in no other way; `isUsable` returns whether a provider is configured.
   */
  unlink(identity: ExternalIdentity, isUsable: (provider: string) => boolean): Promise<void> {
    const { userId, provider } = identity;
    return this.dependencies.unitOfWork.run(async () => {
      const all = await this.identities.ofUser(userId);
      const others = all.filter(({ id }) => id !== identity.id);
      const hasOther = others.some((one) => isUsable(one.provider));
      if (!hasOther && !(await this.identities.hasPassword(userId))) throw problem('external_identity_last');
      await this.identities.delete(identity.id);
      if (others.some((one) => one.provider === provider)) return;
      const user = await this.dependencies.users.byId(userId);
      for (const group of await this.identities.claimedGroups(userId, provider)) {
        await this.dependencies.memberships.leave(user, group);
      }
    });
  }

  private async create(identity: VerifiedIdentity, { provisions }: ProviderDefinition): Promise<User> {
    const { provider, subject, userName } = identity;
    const extras = { provider_name: provider, external_user_name: userName ?? null, external_id: subject };
    if (!provisions) throw problem('external_account_missing', {}, { extras });
    const { users, memberships, settings } = this.dependencies;
    if (settings.readOnly) throw readOnlyProblem();
    const email = this.addressOf(identity);
    for (const name of userNamesFor(identity, provider, settings.userNameMaxLength)) {
      const taken = await users.takenBy(name, email);
      if (taken === 'user_name') continue;
      // Only its owner may link the identity with the account.
      if (taken)
        throw problem('external_email_taken', {}, { extras: { ...extras, internal_user_name: name } });
      const user = await users.createExternal({ name, email });
      await this.insert(user, identity);
      await memberships.addIfPossible(user, settings.usersGroup);
      return user;
    }
    throw problem('user_name_taken', {}, { extras });
  }

  /** An address that the provider has verified, if an account can have it; else none. */
  private addressOf({ email = '', emailVerified }: VerifiedIdentity): string {
    if (!emailVerified || !EMAIL.test(email) || email.length > MAX_EMAIL_LENGTH) return '';
    try {
      this.dependencies.users.rules.checkNewEmail(email);
      return email;
    } catch (error) {
      if (error instanceof Problem) return '';
      throw error;
    }
  }

  private async insert({ id }: User, { provider, subject, userName }: VerifiedIdentity): Promise<void> {
    await this.identities.insert({ userId: id, provider, subject, userName: userName ?? null });
  }

  /** Adds the groups of the claims, and removes those that earlier claims had added. */
  private async applyGroups(
    user: User,
    { provider, claims }: VerifiedIdentity,
    { groupMapping }: ProviderDefinition,
  ): Promise<void> {
    if (this.dependencies.settings.readOnly) return;
    const wanted = new Set(groupMapping ? groupsOf(claims, groupMapping) : []);
    const { memberships } = this.dependencies;
    for (const group of await this.identities.claimedGroups(user.id, provider)) {
      if (!wanted.delete(group.name)) await memberships.leave(user, group);
    }
    for (const name of wanted) {
      const added = await memberships.addIfPossible(user, name);
      if (added) await this.identities.claim(user.id, added.id, provider);
    }
  }
}

function groupsOf(
  claims: VerifiedIdentity['claims'],
  { claim, groups }: NonNullable<ProviderDefinition['groupMapping']>,
): string[] {
  const value = claimOf(claims, claim);
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.flatMap((one) => {
    const group = typeof one === 'string' && Object.hasOwn(groups, one) ? groups[one] : undefined;
    return group === undefined ? [] : [group];
  });
}

/** What opened a session of an identity, for logouts at its provider. */
export function sessionOriginOf({ provider, subject, sessionId }: VerifiedIdentity): string {
  return `provider:${provider}:${sessionId ?? subject}`;
}
