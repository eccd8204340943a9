import type { IncomingMessage } from 'node:http';
import { type ExecutionContext, createParamDecorator } from '@nestjs/common';
import { scopeOf } from '@gatehouse/http';

/** The user as named in the path: the name, in any case, or the keyword of `SVC_LOGGED_USER`. */
export const NamedAs = createParamDecorator(
  (_: unknown, context: ExecutionContext): string =>
    scopeOf(context.switchToHttp().getRequest<IncomingMessage>()).params['user_name'] ?? '',
);
