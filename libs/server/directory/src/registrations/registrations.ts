import {
  type Due,
  type PendingUser,
  type UnitOfWork,
  type User,
  type UserLocale,
  repeatInSteps,
} from '@gatehouse/database';
import { nameKey } from '@gatehouse/names';
import { Problem, problem } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';
import type { LinkOperation } from '../links/one-time-link';
import type { OneTimeLinks } from '../links/one-time-links';
import type { Accounts } from '../users/accounts';
import type { Users } from '../users/users';
import { MAX_EXPIRED, PendingUserRepository } from './pending-user-repository';
import type { RegistrationLimits } from './registration-limits';
import type { RegistrationMails } from './registration-mails';
import { type Conditions, type Effect, type Event, type State, transitionOf } from './registration-states';

/** A submitted registration. */
export interface Submission {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly locale: UserLocale;
}

/** Who requests a mail again. */
export interface ResendRequest {
  readonly name: string;
  /** Email address that the registration must have; not needed from administrators. */
  readonly email: string | undefined;
  readonly isAdministrator: boolean;
}

/** What the effects of a transition work on. */
interface Subject {
  pending: PendingUser | undefined;
  user: User | undefined;
  readonly state: State;
  readonly next: State;
  /** The account that has the email address, if any. */
  readonly owner: User | null;
  /** Whether a mail to the address of the registrant is within the limit. */
  readonly isMailed: boolean;
  readonly submission: (Omit<Submission, 'password'> & { readonly passwordHash: string }) | undefined;
}

/** Data of an event. */
interface Occasion {
  readonly administrator?: boolean;
  readonly isMailed?: boolean;
  readonly submission?: Subject['submission'];
}

export interface RegistrationDependencies {
  readonly unitOfWork: UnitOfWork;
  readonly users: Users;
  readonly accounts: Accounts;
  readonly links: OneTimeLinks;
  readonly mails: RegistrationMails;
  readonly limits: RegistrationLimits;
  readonly settings: Pick<Settings, 'registrationApprovalEnabled' | 'registrationExpire'>;
}

/**
 * Registrations of users by themselves: applies the table of transitions. Each event runs in one unit of work with its
 * effects, mails included. Reference: registration-and-links#states.
 */
export class Registrations {
  private readonly pendingUsers: PendingUserRepository;

  constructor(private readonly dependencies: RegistrationDependencies) {
    this.pendingUsers = new PendingUserRepository(dependencies.unitOfWork);
  }

  /** Throws `registration_conflict`, or the error of a value that an account cannot be given. */
  async submit(submission: Submission): Promise<PendingUser> {
    const { name, email, password, locale } = submission;
    const { unitOfWork, users, limits } = this.dependencies;
    const { rules } = users;
    rules.checkNewName(name);
    rules.checkRegisteredEmail(email);
    await rules.checkSelfChosenPassword(password, { name, email });
    // Checked before the password is hashed, which is expensive; the names of the stored rows decide below.
    if (await this.isNameTaken(name)) throw problem('registration_conflict');
    // Registrations with a taken address are hashed and counted like others: the reply takes the same time.
    const passwordHash = await users.hashNewPassword(password);
    const isMailed = await limits.mayMail(email);
    return unitOfWork.run(async () => {
      const occasion = { isMailed, submission: { name, email, locale, passwordHash } };
      const { pending } = await this.apply('submit', undefined, occasion);
      if (!pending) throw new Error('a submitted registration was not stored');
      return pending;
    });
  }

  /** Sends the mail of a registration again; does nothing if there is no such registration. */
  async resend({ name, email, isAdministrator }: ResendRequest): Promise<void> {
    const { unitOfWork, limits } = this.dependencies;
    const isOwn = (pending: PendingUser): boolean =>
      email !== undefined && nameKey(pending.email) === nameKey(email);
    const isWanted = (pending: PendingUser | null): pending is PendingUser =>
      pending !== null && (isAdministrator || isOwn(pending));
    const found = await this.pendingUsers.findByName(name);
    const isMailed = isWanted(found) && (await limits.mayMail(found.email));
    // Takes a revision in any case: the reply states it, and must not disclose whether there is a registration.
    await unitOfWork.run(async () => {
      const pending = await this.pendingUsers.findByName(name);
      if (!isMailed || !isWanted(pending)) return;
      await this.apply('resend', pending, { administrator: isAdministrator, isMailed });
    });
  }

  /** Inside a unit of work: an event of a stored registration. Throws `link_not_found` where it does not apply. */
  async handle(event: Exclude<Event, 'submit' | 'resend'>, pendingId: number): Promise<State> {
    const pending = await this.pendingUsers.findById(pendingId);
    if (!pending) throw problem('link_not_found');
    const { next } = await this.apply(event, pending, {});
    return next;
  }

  async delete({ id }: PendingUser): Promise<void> {
    await this.dependencies.unitOfWork.run(() => this.handle('delete', id));
  }

  /** Removes registrations whose time is over. Returns their number. */
  async removeExpired(): Promise<number> {
    const { unitOfWork } = this.dependencies;
    let removed = 0;
    await repeatInSteps(async () => {
      if ((await this.pendingUsers.expired()).length === 0) return 0;
      const count = await unitOfWork.run(async () => {
        // Read again: one may have been completed or extended meanwhile.
        const expired = await this.pendingUsers.expired();
        for (const { id } of expired) await this.handle('expire', id);
        return expired.length;
      });
      removed += count;
      return count;
    }, MAX_EXPIRED);
    return removed;
  }

  /** What `removeExpired` removes. */
  get due(): Due {
    return this.pendingUsers.due;
  }

  private async apply(event: Event, pending: PendingUser | undefined, occasion: Occasion): Promise<Subject> {
    const { name, email } = occasion.submission ?? pending ?? { name: '', email: '' };
    const { accounts, settings } = this.dependencies;
    const owner = await accounts.findByLogin(email);
    const conditions: Conditions = {
      approval: settings.registrationApprovalEnabled,
      nameTaken:
        event === 'submit' ? await this.isNameTaken(name) : (await accounts.findByLogin(name)) !== null,
      emailTaken: owner !== null,
      administrator: occasion.administrator ?? false,
    };
    const state = pending?.state ?? 'none';
    const transition = transitionOf(state, event, conditions);
    if (transition?.rejected) throw conflictOf(event, conditions);
    const { isMailed = false, submission } = occasion;
    const next = transition?.to ?? state;
    const subject: Subject = { pending, user: undefined, state, next, owner, isMailed, submission };
    if (!transition && event !== 'resend') throw problem('link_not_found');
    for (const effect of transition?.effects ?? []) await this.effects[effect](subject);
    return subject;
  }

  private readonly effects: Readonly<Record<Effect, (subject: Subject) => Promise<void>>> = {
    store_registration: async (subject) => {
      const { submission } = subject;
      if (!submission) throw new Error('nothing was submitted');
      const { settings } = this.dependencies;
      const row = { ...submission, state: 'awaiting_confirmation' } as const;
      subject.pending = await this.pendingUsers.insert(row, settings.registrationExpire);
      if (!subject.pending) throw problem('registration_conflict');
    },
    extend_registration: async (subject) => {
      const { next } = subject;
      if (next !== 'awaiting_confirmation' && next !== 'awaiting_approval') return;
      const { settings } = this.dependencies;
      await this.pendingUsers.update(pendingOf(subject), next, settings.registrationExpire);
    },
    remove_links: (subject) => this.dependencies.links.remove({ pendingUserId: pendingOf(subject).id }),
    mail_confirmation: async (subject) => {
      const link = await this.newLink(subject, 'user-registration-confirm-email');
      if (subject.isMailed) await this.dependencies.mails.confirmation(pendingOf(subject), link);
    },
    // The link is created, so that the work is the same as for any registration; it is not mailed.
    mail_email_taken: async (subject) => {
      await this.newLink(subject, 'user-registration-confirm-email');
      const { isMailed, owner } = subject;
      if (isMailed && owner?.kind === 'person') await this.dependencies.mails.emailTaken(owner);
    },
    mail_approval_request: async (subject) => {
      const approve = await this.newLink(subject, 'user-registration-admin-approve');
      const decline = await this.newLink(subject, 'user-registration-admin-decline');
      await this.dependencies.mails.approvalRequest(pendingOf(subject), { approve, decline });
    },
    create_user: async (subject) => {
      const { users } = this.dependencies;
      const pending = pendingOf(subject);
      const passwordHash = await this.pendingUsers.passwordHashOf(pending);
      if (passwordHash === undefined) throw problem('registration_not_found');
      const { name, email, locale } = pending;
      try {
        subject.user = await users.createRegistered({ name, email, locale, passwordHash });
      } catch (error) {
        // The configuration may have reserved the name or the address since.
        throw error instanceof Problem ? problem('registration_conflict') : error;
      }
    },
    remove_registration: (subject) => this.pendingUsers.delete(pendingOf(subject)),
    mail_ready: (subject) =>
      this.dependencies.mails.ready(userOf(subject), subject.state === 'awaiting_approval'),
    mail_notification: (subject) => this.dependencies.mails.notification(userOf(subject)),
    mail_declined: (subject) => this.dependencies.mails.declined(pendingOf(subject)),
  };

  private newLink(subject: Subject, operation: LinkOperation): Promise<string> {
    return this.dependencies.links.create({ operation, pendingUserId: pendingOf(subject).id });
  }

  /** Whether a user or a registration has the name. */
  private async isNameTaken(name: string): Promise<boolean> {
    const { accounts } = this.dependencies;
    const [user, pending] = [await accounts.findByLogin(name), await this.pendingUsers.findByName(name)];
    return user !== null || pending !== null;
  }
}

function pendingOf({ pending }: Subject): PendingUser {
  if (!pending) throw new Error('there is no registration');
  return pending;
}

function userOf({ user }: Subject): User {
  if (!user) throw new Error('no account was created');
  return user;
}

/** The public is not informed which value is taken; an administrator who approves is. */
function conflictOf(event: Event, { nameTaken }: Conditions): Problem {
  if (event !== 'approve') return problem('registration_conflict');
  return problem(nameTaken ? 'user_name_taken' : 'user_email_taken');
}
