import type { IncomingMessage } from 'node:http';
import { type ExecutionContext, createParamDecorator } from '@nestjs/common';
import { ANONYMOUS, type Caller, type Reader, readerOf, scopeOf } from '@gatehouse/http';
import type { Locale } from '@gatehouse/problems';
import { localeOf } from '@gatehouse/wire';

/** A request for a one-time link. */
export interface LinkVisit {
  readonly token: string;
  readonly isHead: boolean;
  readonly reader: Reader;
  readonly locale: Locale;
  readonly caller: Caller;
}

export const FromLinkVisit = createParamDecorator((_: unknown, context: ExecutionContext): LinkVisit => {
  const request = context.switchToHttp().getRequest<IncomingMessage>();
  const { params, rawQuery, caller = ANONYMOUS } = scopeOf(request);
  return {
    token: params['token'] ?? '',
    isHead: request.method === 'HEAD',
    reader: readerOf(request, rawQuery),
    locale: localeOf(request.headers['accept-language']),
    caller,
  };
});
