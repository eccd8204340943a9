import { Inject, Injectable } from '@nestjs/common';
import { type PendingUser, UnitOfWork, type User, type UserLocale } from '@gatehouse/database';
import { Accounts, PendingUsers, Users } from '@gatehouse/directory';
import { Problem, problem } from '@gatehouse/problems';
import { RegistrationLimits } from './registration-limits';
import { RegistrationMails } from './registration-mails';
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

/**
 * Registrations of users by themselves: applies the table of transitions. Each event runs in one unit of work with its
 * effects, mails included. Reference: registration#states.
 */
@Injectable()
export class Registrations {
  constructor(
    @Inject(UnitOfWork) private readonly unitOfWork: UnitOfWork,
    private readonly pendingUsers: PendingUsers,
    private readonly users: Users,
    private readonly accounts: Accounts,
    private readonly mails: RegistrationMails,
    private readonly limits: RegistrationLimits,
  ) {}

  /** Throws `registration_conflict`, or the error of a value that an account cannot be given. */
  async submit(submission: Submission): Promise<PendingUser> {
    const { name, email, password, locale } = submission;
    const { rules } = this.users;
    rules.checkNewName(name);
    rules.checkRegisteredEmail(email);
    await rules.checkSelfChosenPassword(password, { name, email });
    // Checked before the password is hashed, which is expensive; the names of the stored rows decide below.
    if (await this.isNameTaken(name)) throw problem('registration_conflict');
    // Registrations with a taken address are hashed and counted like others: the reply takes the same time.
    const passwordHash = await this.users.hashNewPassword(password);
    const isMailed = await this.limits.mayMail(email);
    return this.unitOfWork.run(async () => {
      const occasion = { isMailed, submission: { name, email, locale, passwordHash } };
      const { pending } = await this.apply('submit', undefined, occasion);
      if (!pending) throw new Error('a submitted registration was not stored');
      return pending;
    });
  }

  /** Sends the mail of a registration again; does nothing if there is no such registration. */
  async resend({ name, email, isAdministrator }: ResendRequest): Promise<void> {
    const isWanted = (pending: PendingUser | null): pending is PendingUser =>
      pending !== null && (isAdministrator || pending.email.toLowerCase() === email?.toLowerCase());
    const found = await this.pendingUsers.findByName(name);
    const isMailed = isWanted(found) && (await this.limits.mayMail(found.email));
    // Takes a revision in any case: the reply states it, and must not disclose whether there is a registration.
    await this.unitOfWork.run(async () => {
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
    await this.unitOfWork.run(() => this.handle('delete', id));
  }

  /** Removes registrations whose time is over. Returns their number. */
  async removeExpired(): Promise<number> {
    let removed = 0;
    for (;;) {
      if ((await this.pendingUsers.expired()).length === 0) return removed;
      removed += await this.unitOfWork.run(async () => {
        // Read again: one may have been completed or extended meanwhile.
        const expired = await this.pendingUsers.expired();
        for (const { id } of expired) await this.handle('expire', id);
        return expired.length;
      });
    }
  }

  private async apply(event: Event, pending: PendingUser | undefined, occasion: Occasion): Promise<Subject> {
    const { name, email } = occasion.submission ?? pending ?? { name: '', email: '' };
    const owner = await this.accounts.findByLogin(email);
    const conditions: Conditions = {
      approval: this.limits.isApprovalRequired,
      nameTaken:
        event === 'submit' ? await this.isNameTaken(name) : (await this.accounts.findByLogin(name)) !== null,
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
      const row = { ...submission, state: 'awaiting_confirmation' } as const;
      subject.pending = await this.pendingUsers.insert(row, this.limits.lifetime);
      if (!subject.pending) throw problem('registration_conflict');
    },
    extend_registration: async (subject) => {
      const { next } = subject;
      if (next !== 'awaiting_confirmation' && next !== 'awaiting_approval') return;
      await this.pendingUsers.update(pendingOf(subject), next, this.limits.lifetime);
    },
    remove_links: (subject) => this.mails.removeLinks(pendingOf(subject)),
    mail_confirmation: (subject) => this.mails.confirmation(pendingOf(subject), subject.isMailed),
    mail_email_taken: (subject) => this.mails.emailTaken(pendingOf(subject), subject.owner, subject.isMailed),
    mail_approval_request: (subject) => this.mails.approvalRequest(pendingOf(subject)),
    create_user: async (subject) => {
      const pending = pendingOf(subject);
      const passwordHash = await this.pendingUsers.passwordHashOf(pending);
      const { name, email, locale } = pending;
      try {
        subject.user = await this.users.createRegistered({ name, email, locale, passwordHash });
      } catch (error) {
        // The configuration may have reserved the name or the address since.
        throw error instanceof Problem ? problem('registration_conflict') : error;
      }
    },
    remove_registration: (subject) => this.pendingUsers.delete(pendingOf(subject)),
    mail_ready: (subject) => this.mails.ready(userOf(subject), subject.state === 'awaiting_approval'),
    mail_notification: (subject) => this.mails.notification(userOf(subject)),
    mail_declined: (subject) => this.mails.declined(pendingOf(subject)),
  };

  /** Whether a user or a registration has the name. */
  private async isNameTaken(name: string): Promise<boolean> {
    const [user, pending] = [await this.accounts.findByLogin(name), await this.pendingUsers.findByName(name)];
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
