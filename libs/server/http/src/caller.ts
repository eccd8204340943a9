import type { IncomingMessage } from 'node:http';
import type { LiveSession } from '@gatehouse/identity';

/** The caller of a request: anonymous, or a user with a session. */
export type Caller = AnonymousCaller | SignedInCaller;

export interface AnonymousCaller {
  readonly kind: 'anonymous';
}

export interface SignedInCaller {
  readonly kind: 'user';
  readonly userId: number;
  readonly userName: string;
  readonly isAdministrator: boolean;
  readonly session: LiveSession;
}

export const ANONYMOUS: AnonymousCaller = { kind: 'anonymous' };

/** Identifies the caller. An invalid credential is not an error: the caller is anonymous. Reference: sessions#cookie. */
export interface Identification {
  identify(request: IncomingMessage): Caller | Promise<Caller>;
}

export const IDENTIFICATION = Symbol('identification');
