import { type ExecutionContext, createParamDecorator } from '@nestjs/common';
import type { ReadBody } from './read-body';

/** Names of all fields of a body, for handlers that reject unknown ones. A DTO has the declared ones only. */
export const BodyFieldNames = createParamDecorator((_: unknown, context: ExecutionContext): string[] => {
  const { body } = context.switchToHttp().getRequest<{ body?: ReadBody }>();
  return Object.keys(body?.fields ?? {});
});
