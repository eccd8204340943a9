import type { IncomingMessage } from 'node:http';
import type { LiveSession } from '@gatehouse/identity';

/** Who is behind a request: nobody, or a user with the session that says so. */
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

/** Finds out who calls. A bad credential is not an error: the caller is nobody. Reference: sessions#cookie. */
export interface Identification {
  identify(request: IncomingMessage): Caller | Promise<Caller>;
}

export const IDENTIFICATION = Symbol('identification');
