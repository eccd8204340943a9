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
import type { ReplyTerms } from '../forwarding/final-headers';
import type { BufferedBody } from '@gatehouse/enforcement';
import type { ServiceRoute, Caller } from '@gatehouse/enforcement';

/** An allowed request that is about to be forwarded to its service. */
export interface HookCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly route: ServiceRoute;
  readonly service: ServiceView;
  readonly caller: Caller | undefined;
  /** The body, if it was buffered. */
  readonly body: BufferedBody | undefined;
  /** Address of the client. */
  readonly address: string;
  /** Id of the request in the log and the change log. */
  readonly requestId: string;
  /** What is added to the reply after its hooks. */
  readonly terms: ReplyTerms;
  /** Sends a refusal to the client. */
  readonly refuse: (refusal: Problem) => void;
}

/** A hook that matches a request, with the captures of its patterns. */
export interface MatchedHook {
  readonly hook: Hook;
  readonly match: HookMatch | 'too long';
}

/** The request as seen by hooks. */
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
    headers: request.headers,
  };
}

/** The hooks of one phase that match a request. */
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

/** The values available to templates besides the body. */
export function valuesOf(match: HookMatch, { caller }: HookedRequest): TemplateValues {
  return { ...match, caller };
}
