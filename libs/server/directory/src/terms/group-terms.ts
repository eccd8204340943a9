import { type Group, type UnitOfWork, type User, repeatInSteps } from '@gatehouse/database';
import { type Problem, problem } from '@gatehouse/problems';
import type { ShownUser } from '../users/user';
import type { GroupRepository } from '../groups/group-repository';
import { groupNotFound } from '../groups/group-errors';
import type { OneTimeLink } from '../links/one-time-link';
import type { OneTimeLinks } from '../links/one-time-links';
import type { Page } from '../page';
import type { MembershipRepository } from '../memberships/membership-repository';
import { throwIfAny } from '../throw-if-any';
import type { UserRepository } from '../users/user-repository';
import { membershipExists } from '../memberships/membership-errors';
import type { Acceptance, TermsMails, TermsRequest, TermsVersion } from './terms';
import type { TermsRepository } from './terms-repository';

const OPERATION = 'group-accept-terms';

/** Users who are sent a new version in one unit of work. */
const MAX_RESENT = 100;

/** Valid links of one user and group. Otherwise a user could have any number of mails sent to an address. */
const MAX_LINKS = 5;

/** What sends requests to accept terms; absent in processes that add no members. */
export interface TermsPorts {
  readonly links: OneTimeLinks;
  readonly mails: TermsMails;
}

/** Who cannot accept terms. */
interface TermsRules {
  ownError(user: Pick<User, 'name' | 'kind'>): Problem | undefined;
  personError(user: Pick<User, 'kind'>): Problem | undefined;
}

export interface TermsRepositories {
  readonly terms: TermsRepository;
  readonly groups: GroupRepository;
  readonly users: UserRepository;
  readonly memberships: MembershipRepository;
}

/**
 * Terms of groups. A user becomes a member of a group with terms by accepting them with a link that is sent by mail; until
 * then the membership is pending. Reference: groups#terms.
 */
export class GroupTerms {
  constructor(
    private readonly repositories: TermsRepositories,
    private readonly unitOfWork: UnitOfWork,
    private readonly ports: TermsPorts | undefined,
    private readonly userRules: TermsRules,
  ) {}

  /** Inside a unit of work: the first version of a new group. */
  async setFirst(groupId: number, text: string): Promise<void> {
    await this.repositories.terms.insert(groupId, 1, text);
  }

  /**
   * Publishes a new version. Members remain members; users whose membership is pending are sent the new text, many of them
   * after the commit, and their former links no longer work. Throws `group_terms_absent` or `group_terms_unchanged`.
   */
  async publish(group: Group, text: string): Promise<TermsVersion> {
    return this.unitOfWork.run(async () => {
      const { terms, groups } = this.repositories;
      const stored = await groups.findById(group.id);
      if (stored?.name !== group.name) throw groupNotFound(group.name);
      const newest = await terms.newestOf(group.id);
      // Otherwise users would be members without having accepted anything.
      if (!newest) throw problem('group_terms_absent');
      if (newest.text === text) throw problem('group_terms_unchanged');
      await terms.insert(group.id, newest.version + 1, text);
      const published = await this.newest(group.id);
      if ((await this.sendAgain(stored, published)) === MAX_RESENT)
        await this.ports?.mails.resendLater(group.id);
      return published;
    });
  }

  /** Sends the newest version to users whose membership is pending and who have only older ones, in steps. */
  async resend(groupId: number): Promise<void> {
    const { terms, groups } = this.repositories;
    await repeatInSteps(
      () =>
        this.unitOfWork.run(async () => {
          const group = await groups.findById(groupId);
          const newest = group && (await terms.newestOf(groupId));
          return newest ? this.sendAgain(group, newest) : 0;
        }),
      MAX_RESENT,
    );
  }

  /** The newest first; empty for a group without terms. */
  versionsOf({ id }: Pick<Group, 'id'>): Promise<TermsVersion[]> {
    return this.repositories.terms.versionsOf(id);
  }

  /** The newest first, up to `limit` that are older than `before`. */
  acceptancesOf({ id }: Pick<Group, 'id'>, limit: number, before?: number): Promise<Acceptance[]> {
    return this.repositories.terms.acceptancesOf(id, limit, before);
  }

  /**
   * Inside a unit of work: asks a user to accept the terms of a group. Each request sends another link, up to 5 valid ones;
   * further requests send nothing. Throws `membership_exists`, `service_account_not_allowed` for one that could not accept
   * them, or `group_terms_mail_unavailable` if no mail can be sent: no user becomes a member without having accepted the terms.
   */
  async request(user: ShownUser, group: Group): Promise<void> {
    throwIfAny(this.userRules.personError(user));
    if (await this.repositories.memberships.exists(user.id, group.id)) throw membershipExists(user, group);
    const filter = { operation: OPERATION, userId: user.id, groupId: group.id } as const;
    const valid = (await this.ports?.links.validLinks(filter)) ?? [];
    if (valid.length >= MAX_LINKS) return;
    await this.send({ user, group, terms: await this.newest(group.id) });
  }

  /** Inside a unit of work: asks a user to accept the terms of a group, unless that is pending, done or impossible. */
  async requestOnce(user: ShownUser, group: Group): Promise<void> {
    if (await this.repositories.memberships.exists(user.id, group.id)) return;
    const filter = { operation: OPERATION, userId: user.id, groupId: group.id } as const;
    const valid = (await this.ports?.links.validLinks(filter)) ?? [];
    if (valid.length > 0 || !this.ports?.mails.canReach(user)) return;
    await this.send({ user, group, terms: await this.newest(group.id) });
  }

  /** What a link is about. Throws `link_not_found` if the terms are no longer those that were sent. */
  async requestOf({ userId, groupId, data }: OneTimeLink): Promise<TermsRequest> {
    const { users, groups, terms } = this.repositories;
    const user = userId === null ? null : await users.findById(userId);
    const group = groupId === null ? null : await groups.findById(groupId);
    const newest = group && (await terms.newestOf(group.id));
    if (!user || !group || !newest || newest.version !== data['version']) throw problem('link_not_found');
    return { user, group, terms: newest };
  }

  /** Inside a unit of work: makes the user of a link a member. Throws what {@link requestOf} throws,
   * `membership_exists`, or `anonymous_user_protected` for an account that several people share. */
  async accept(link: OneTimeLink): Promise<TermsRequest> {
    const request = await this.requestOf(link);
    const { user, group, terms } = request;
    throwIfAny(this.userRules.ownError(user));
    if (!(await this.repositories.memberships.insert(user.id, group.id))) throw membershipExists(user, group);
    await this.repositories.terms.accept(user.id, group.id, terms.version);
    await this.ports?.links.remove({ operation: OPERATION, userId: user.id, groupId: group.id });
    await this.ports?.mails.approved(request);
    return request;
  }

  /** Inside a unit of work: withdraws the requests to a user to accept the terms of a group. Returns whether there was one. */
  async withdraw(userId: number, groupId: number): Promise<boolean> {
    const filter = { operation: OPERATION, userId, groupId } as const;
    const valid = (await this.ports?.links.validLinks(filter)) ?? [];
    await this.ports?.links.remove(filter);
    return valid.length > 0;
  }

  hasPending(userId: number): Promise<boolean> {
    return this.repositories.terms.hasPending(userId);
  }

  /** Names of the groups whose terms a user has been asked to accept, sorted. */
  pendingGroupNames({ id }: Pick<User, 'id'>): Promise<string[]> {
    return this.repositories.terms.pendingGroupNames(id);
  }

  /** Names of the users who have been asked to accept the terms of a group, sorted. */
  pendingUserNames({ id }: Pick<Group, 'id'>, page: Page): Promise<string[]> {
    return this.repositories.terms.pendingUserNames(id, page);
  }

  /** Inside a unit of work; returns to how many users. Those who can no longer be reached have to request it again. */
  private async sendAgain(group: Group, terms: TermsVersion): Promise<number> {
    const users = await this.repositories.terms.outdatedUsers(group.id, terms.version, MAX_RESENT);
    for (const user of users) {
      await this.ports?.links.remove({ operation: OPERATION, userId: user.id, groupId: group.id });
      if (this.ports?.mails.canReach(user)) await this.send({ user, group, terms });
    }
    return users.length;
  }

  private async send(request: TermsRequest): Promise<void> {
    const { user, group, terms } = request;
    if (!this.ports?.mails.canReach(user)) throw problem('group_terms_mail_unavailable');
    const linkId = await this.ports.links.create({
      operation: OPERATION,
      userId: user.id,
      groupId: group.id,
      data: { version: terms.version },
    });
    await this.ports.mails.submitted(request, linkId);
  }

  private async newest(groupId: number): Promise<TermsVersion> {
    const newest = await this.repositories.terms.newestOf(groupId);
    if (!newest) throw problem('group_terms_absent');
    return newest;
  }
}
