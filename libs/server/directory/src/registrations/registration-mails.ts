import type { PendingUser, User } from '@gatehouse/database';

/** Sends the mails about registrations, inside the unit of work that causes them. Links are named by their ids. */
export interface RegistrationMails {
  /** To the registrant: the link that confirms the email address. */
  confirmation(pending: PendingUser, linkId: string): Promise<void>;
  /** To the owner of an account: someone has tried to register with its email address. */
  emailTaken(owner: User): Promise<void>;
  /** To the recipient of approvals: the links of both decisions. */
  approvalRequest(pending: PendingUser, links: ReviewLinkIds): Promise<void>;
  /** To the user: the account was created. */
  ready(user: User, wasApproved: boolean): Promise<void>;
  /** To the recipient of notifications, if there is one: an account was created. */
  notification(user: User): Promise<void>;
  /** To the registrant: the registration was declined. */
  declined(pending: PendingUser): Promise<void>;
}

/** Ids of the links with which administrators decide about a registration. */
export interface ReviewLinkIds {
  readonly approve: string;
  readonly decline: string;
}
