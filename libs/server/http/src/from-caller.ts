import type { IncomingMessage } from 'node:http';
import { type ExecutionContext, createParamDecorator } from '@nestjs/common';
import type { Locale } from '@gatehouse/problems';
import { localeOf } from '@gatehouse/wire';
import type { ReadBody } from './body/read-body';
import { ANONYMOUS, type Caller } from './caller';
import { type Reader, readerOf } from './negotiation';
import { scopeOf } from './request-scope';

/** The caller, for handlers whose reply depends on it. */
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

/** The language of texts that the client prefers. */
export const FromLocale = createParamDecorator((_: unknown, context: ExecutionContext): Locale =>
  localeOf(context.switchToHttp().getRequest<IncomingMessage>().headers['accept-language']),
);

/** Whether a user or a program reads the reply. */
export const FromReader = createParamDecorator((_: unknown, context: ExecutionContext): Reader => {
  const request = context.switchToHttp().getRequest<IncomingMessage>();
  return readerOf(request, scopeOf(request).rawQuery);
});

/** Names of all fields of a body, for handlers that reject unknown ones. A DTO has the declared ones only. */
export const BodyFieldNames = createParamDecorator((_: unknown, context: ExecutionContext): string[] => {
  const { body } = context.switchToHttp().getRequest<{ body?: ReadBody }>();
  return Object.keys(body?.fields ?? {});
});
