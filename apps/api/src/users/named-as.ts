import type { IncomingMessage } from 'node:http';
import { type ExecutionContext, createParamDecorator } from '@nestjs/common';
import { scopeOf } from '@gatehouse/http';

/** What the path says where the user is named: the name in whatever case, or the keyword of `SVC_LOGGED_USER`. */
export const NamedAs = createParamDecorator(
  (_: unknown, context: ExecutionContext): string =>
    scopeOf(context.switchToHttp().getRequest<IncomingMessage>()).params['user_name'] ?? '',
);
