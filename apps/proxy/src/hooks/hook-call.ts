import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AccessSnapshot, type ServiceView } from '@gatehouse/access-engine';
import {
  type Hook,
  type HookMatch,
  type HookedRequest,
  type TemplateValues,
  hookPath,
  matchRequest,
} from '@gatehouse/proxy-options';
import type { Problem } from '@gatehouse/problems';
import type { BufferedBody } from '../enforcement/body/buffered-body';
import type { ServiceRoute } from '../enforcement/routes';
import type { Caller } from '../sign-in/caller';

/** A request that was let through, on its way to its service. */
export interface HookCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly route: ServiceRoute;
  readonly service: ServiceView;
  readonly caller: Caller | undefined;
  /** The body, where it was read whole. */
  readonly body: BufferedBody | undefined;
  /** Address of the client. */
  readonly address: string;
  /** ResponseWriter the client with a refusal. */
  readonly refuse: (refusal: Problem) => void;
}

/** A hook that fits a request, with what its patterns have found. */
export interface MatchedHook {
  readonly hook: Hook;
  readonly match: HookMatch | 'too long';
}

/** The request as hooks see it. */
export function hookedRequest(
  { request, route, caller }: Pick<HookCall, 'request' | 'route' | 'caller'>,
  snapshot: AccessSnapshot,
): HookedRequest {
  const user = caller?.kind === 'session' ? snapshot.user(caller.session.userId) : undefined;
  return {
    method: request.method ?? '',
    path: hookPath(route.segments),
    query: route.query.slice(1),
    caller: user,
  };
}

/** The hooks on one side that fit a request. */
export function hooksFor(
  hooks: readonly Hook[],
  on: Hook['on'],
  request: HookedRequest,
): readonly MatchedHook[] {
  return hooks.flatMap((hook) => {
    const match = hook.on === on ? matchRequest(hook, request) : undefined;
    return match ? [{ hook, match }] : [];
  });
}

/** What templates can ask for beside a body. */
export function valuesOf(match: HookMatch, { caller }: HookedRequest): TemplateValues {
  return { ...match, caller };
}
