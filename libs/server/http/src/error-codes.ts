import type { Type } from '@nestjs/common';
import { PARAMTYPES_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import type { ErrorCode } from '@gatehouse/problems';
import { BODY_ERRORS } from './body/body-errors';
import { type DeclaredError, type ErrorsByStatus, errorsByStatus } from './declared-errors';
import type { DeclaredRoute } from './declared-route';
import type { EndpointDeclaration } from './endpoint-declaration';
import type { PathParameterDeclaration } from './path-target.guard';
import { takesBody } from './statuses';
import { fieldErrors } from './validation/field-errors';

/** Statuses that the interface has on every endpoint: clients must expect a limit on the rate of requests. */
const RESERVED_EVERYWHERE: readonly number[] = [429];

/**
 * All errors that an endpoint can return: what follows from its access, method, path, body and query, and the `errors` that it
 * declares. Requests that reach no endpoint, such as those with a path that does not exist, have further errors.
 */
export function errorsOf(
  route: Omit<DeclaredRoute, 'errors'>,
  parameters: ReadonlyMap<string, PathParameterDeclaration>,
): ErrorsByStatus {
  const { declaration, params } = route;
  const errors: DeclaredError[] = [
    'unexpected_error',
    'database_unavailable',
    'misdirected_request',
    'url_too_long',
    'api_token_invalid',
    'sign_in_rate_limited',
    ...accessErrors(declaration),
  ];
  if (!declaration.forRestrictedTokens) errors.push('token_restricted');
  // A raw reply is not negotiated and has no revision.
  if (declaration.raw === undefined) errors.push('not_acceptable', 'malformed_revision', 'future_revision');
  if (isRefusedWhenLarge(route)) errors.push('too_many_large_replies');
  if (isChange(route)) {
    errors.push('outcome_unknown');
    if (isRefusedWhileReadOnly(route)) errors.push('read_only');
    if (!declaration.fromAnySite) errors.push('cross_site_request');
  }
  for (const param of params) errors.push(...(parameters.get(param)?.errors ?? []));
  for (const { param, rule } of declaration.protect ?? []) {
    errors.push(...(parameters.get(param)?.protections?.[rule] ?? []));
  }
  if (takesBody(route)) errors.push(...BODY_ERRORS);
  if (!declaration.catchesViolations) errors.push(...violationsOf(route));
  if (declaration.ifMatch) errors.push('malformed_if_match');
  if (declaration.ifMatch && declaration.ifMatch.length > 0) errors.push('changed_meanwhile');
  errors.push(...(declaration.errors ?? []));
  return errorsByStatus(errors, [...RESERVED_EVERYWHERE, ...(declaration.reservedStatuses ?? [])]);
}

/** Whether an operation can change something. */
export function isChange({ declaration, method }: Pick<DeclaredRoute, 'declaration' | 'method'>): boolean {
  return declaration.changesState === true || method !== 'GET';
}

/** Whether read-only mode refuses an operation. Reference: http#read-only-mode. */
export function isRefusedWhileReadOnly(route: Pick<DeclaredRoute, 'declaration' | 'method'>): boolean {
  return isChange(route) && route.declaration.whileReadOnly === undefined;
}

/**
 * Whether a reply can be large and is refused while too many are sent. Changes have been made when their replies are written, and are
 * not refused.
 */
export function isRefusedWhenLarge(route: Pick<DeclaredRoute, 'declaration' | 'method'>): boolean {
  const { growth, raw } = route.declaration;
  return (growth === 'paged' || growth === 'streamed') && raw === undefined && !isChange(route);
}

function accessErrors({ access }: EndpointDeclaration): readonly ErrorCode[] {
  if (access === 'public') return [];
  return access === 'authenticated'
    ? ['authentication_required']
    : ['authentication_required', 'permission_denied'];
}

/** The errors of the DTOs that a handler takes. */
function violationsOf({
  controller,
  handler,
}: Pick<DeclaredRoute, 'controller' | 'handler'>): DeclaredError[] {
  const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler) ?? {}) as Record<
    string,
    { readonly index: number }
  >;
  const types = (Reflect.getMetadata(PARAMTYPES_METADATA, controller.prototype as object, handler) ??
    []) as readonly Type<object>[];
  return Object.entries(args).flatMap(([key, { index }]) => {
    const kind = Number(key.split(':', 1)[0]);
    const { [index]: dto } = types;
    if (!dto) return [];
    if (kind === (RouteParamtypes.BODY as number)) return fieldErrors(dto, 'body');
    return kind === (RouteParamtypes.QUERY as number) ? fieldErrors(dto, 'query') : [];
  });
}
