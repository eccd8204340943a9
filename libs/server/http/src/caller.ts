import type { IncomingMessage } from 'node:http';
import type { LiveSession } from '@gatehouse/identity';
import { type ExecutionContext, createParamDecorator } from '@nestjs/common';
import { scopeOf } from './request-scope';

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

/** Finds out who calls. A bad credential is not an error: the caller is nobody. Spec: http-api 6.2. */
export interface Identification {
  identify(request: IncomingMessage): Promise<Caller>;
}

export const IDENTIFICATION = Symbol('identification');

/** The caller, for handlers whose answer depends on it. */
export const FromCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext): Caller =>
    scopeOf(context.switchToHttp().getRequest<IncomingMessage>()).caller ?? ANONYMOUS,
);

/** Address and user agent of the client, kept with a session so that its owner recognises it. */
export interface Origin {
  readonly address: string;
  readonly userAgent: string | undefined;
}

export const FromOrigin = createParamDecorator((_: unknown, context: ExecutionContext): Origin => {
  const request = context.switchToHttp().getRequest<IncomingMessage>();
  return { address: scopeOf(request).address, userAgent: request.headers['user-agent'] };
});
