import type { Group, User } from '@gatehouse/database';
import type { ShownUser } from '../users/user';

/** One version of the terms of a group. */
export interface TermsVersion {
  /** From 1. */
  readonly version: number;
  readonly text: string;
  readonly createdAt: Date;
}

/** Who accepted which version when. */
export interface Acceptance {
  readonly id: number;
  readonly userName: string;
  readonly version: number;
  readonly acceptedAt: Date;
}

/** What a link for the acceptance of terms is about. */
export interface TermsRequest {
  readonly user: ShownUser;
  readonly group: Group;
  readonly terms: TermsVersion;
}

/** Sends the mails about terms, inside the unit of work that causes them. */
export interface TermsMails {
  /** Whether a mail can be sent to a user; otherwise the user cannot accept terms. */
  canReach(user: Pick<User, 'email'>): boolean;
  /** The request to accept terms by a link, with the id of the link. */
  submitted(request: TermsRequest, linkId: string): Promise<void>;
  approved(request: TermsRequest): Promise<void>;
  /** After the commit, `GroupTerms.resend` is called for the group. */
  resendLater(groupId: number): Promise<void>;
}
