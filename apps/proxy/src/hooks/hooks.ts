import {
  type HookedRequest,
  filters,
  hookPath,
  matchRequest,
  readsBody,
  writesAccess,
} from '@gatehouse/proxy-options';
import { STEP, finished } from '@gatehouse/request-body';
import { type ServiceView } from '@gatehouse/access-engine';
import { type AuthorizationRequest, hookFailed, type ServiceRoute } from '@gatehouse/enforcement';
import type { ReplySink } from '../forwarding/reply-sink';
import { type HeaderEdit, editHeaders } from './header-edits';
import { BufferedReply } from './buffered-reply';
import { type HookCall, type MatchedHook, hookedRequest, hooksFor, valuesOf } from './hook-call';
import { HookFailed } from './hook-failed';
import type { HookSource } from './hook-source';
import { isJson, readJson } from './json-body';
import { ReplyHooks, type ReplyHooksParts } from './reply-hooks';
import { type RequestChange, changeRequest } from './request-hooks';
import { asksForTheSame } from './same-target';

/** How a request continues after its hooks. */
export interface HookedForwarding {
  readonly route: ServiceRoute;
  readonly adaptHeaders: (headers: readonly string[]) => string[];
  /** Undefined: the reply is not changed. */
  readonly sink: ReplySink | undefined;
}

export interface HooksParts extends ReplyHooksParts {
  readonly source: HookSource;
}

/** Requests an uncompressed reply. */
const PLAIN: HeaderEdit = { kind: 'set', name: 'Accept-Encoding', value: 'identity' };
/** Headers that would reduce the reply to a part of the list, or to `304 Not Modified`. */
const PARTIAL: readonly HeaderEdit[] = ['if-modified-since', 'if-none-match', 'if-range', 'range'].map(
  (name) => ({ kind: 'remove', name }),
);
const SOMEBODY = { id: 0, name: '' };

/** Runs the hooks of services, for allowed requests only. Reference: enforcement#hooks. */
export class Hooks {
  constructor(private readonly parts: HooksParts) {}

  /** Whether the body of an allowed request must be buffered, because a hook uses it. */
  wantsBody(service: ServiceView, { method, route }: AuthorizationRequest): boolean {
    const hooks = this.parts.source.hooksOf(service);
    if (hooks === 'unreadable' || hooks.length === 0) return false;
    const reading = hooks.filter((hook) => hook.on === 'request' && readsBody(hook));
    if (reading.length === 0) return false;
    const request = { method, path: hookPath(route.segments), query: route.query.slice(1) };
    return reading.some((hook) => {
      // The caller is checked again when the body has arrived.
      const caller = hook.when.caller === 'anonymous' ? undefined : SOMEBODY;
      return typeof matchRequest(hook, { ...request, caller }) === 'object';
    });
  }

  /** Whether requests for a service continue as they are, because it has no hooks. */
  hasNone(service: ServiceView): boolean {
    const hooks = this.parts.source.hooksOf(service);
    return hooks !== 'unreadable' && hooks.length === 0;
  }

  /** How a request continues; undefined: unchanged; `refused`: the client has received an error. */
  apply(call: HookCall): HookedForwarding | 'refused' | undefined {
    const hooks = this.parts.source.hooksOf(call.service);
    if (hooks !== 'unreadable' && hooks.length === 0) return undefined;
    try {
      if (hooks === 'unreadable')
        throw new HookFailed('the hooks of the service are not supported by this version');
      const request = hookedRequest(call, this.parts.follower.snapshot());
      const onReply = hooksFor(hooks, 'response', request).filter((matched) => this.canFit(matched, call));
      const { route, edits } = this.changed(call, request, hooksFor(hooks, 'request', request));
      return {
        route,
        adaptHeaders: (headers) => editHeaders(headers, [...edits, ...demandsOf(onReply)]),
        sink: onReply.length === 0 ? undefined : this.sinkFor(call, request, onReply),
      };
    } catch (error) {
      this.parts.report.refused('request', call, error);
      call.refuse(hookFailed);
      return 'refused';
    }
  }

  /** Reply hooks that cannot be matched are handled before the service receives the request. */
  private canFit({ hook, match }: MatchedHook, call: HookCall): boolean {
    if (match !== 'too long') return true;
    const error = tooLong();
    if (hook.onFailure === 'refuse') throw error;
    this.parts.report.passed(hook, call, error);
    return false;
  }

  private changed(
    call: HookCall,
    request: HookedRequest,
    matched: readonly MatchedHook[],
  ): { readonly route: ServiceRoute; readonly edits: readonly HeaderEdit[] } {
    let { route } = call;
    const edits: HeaderEdit[] = [];
    for (const one of matched) {
      try {
        const change = this.changeOf(call, request, one, route);
        if (change.query !== route.query) route = { ...route, query: change.query };
        edits.push(...change.edits);
        this.parts.report.applied(one.hook);
      } catch (error) {
        if (one.hook.onFailure === 'refuse') throw error;
        this.parts.report.passed(one.hook, call, error);
      }
    }
    return { route, edits };
  }

  private changeOf(
    call: HookCall,
    request: HookedRequest,
    { hook, match }: MatchedHook,
    route: ServiceRoute,
  ): RequestChange {
    if (match === 'too long') throw tooLong();
    const body = readsBody(hook) ? bodyOf(call) : undefined;
    const change = changeRequest(hook, { ...valuesOf(match, request), body }, route.query);
    if (change.query === route.query) return change;
    const decided = { service: call.service, method: request.method, body: call.body?.read };
    const after = { ...route, query: change.query };
    const { follower, documents, patterns } = this.parts;
    // INVARIANT: the service receives the request that was authorized.
    if (!asksForTheSame(follower.snapshot(), decided, call.route, after, documents, patterns)) {
      throw new HookFailed('with the added parameter the request would need other permissions');
    }
    return change;
  }

  private sinkFor(call: HookCall, request: HookedRequest, matched: readonly MatchedHook[]): ReplySink {
    const hooks = new ReplyHooks(this.parts, call, request, matched);
    return new BufferedReply({
      response: call.response,
      actionFor: (head) => hooks.actionFor(head),
      outlivesClient: matched.some(({ hook }) => writesAccess(hook)),
    });
  }
}

/** Changes of the forwarded request that hooks on the reply need. */
function demandsOf(matched: readonly MatchedHook[]): readonly HeaderEdit[] {
  if (!matched.some(({ hook }) => readsBody(hook))) return [];
  return matched.some(({ hook }) => filters(hook)) ? [PLAIN, ...PARTIAL] : [PLAIN];
}

/** The JSON of a request's body. Fails with `HookFailed`. */
function bodyOf({ request, body }: HookCall): unknown {
  const { 'content-type': type, 'content-encoding': encoding } = request.headers;
  if (!body || !isJson(type, encoding)) throw new HookFailed('the body of the request is not plain JSON');
  if (body.read.kind === 'json') {
    const names = body.read.members.map(([name]) => name);
    if (new Set(names).size < names.length) throw new HookFailed('a member of the body is repeated');
  }
  if (body.json) return body.json.value;
  if (body.bytes.length > STEP) {
    const { read } = body;
    throw new HookFailed(
      read.kind === 'unreadable'
        ? `the body of the request cannot be read: ${read.problem}`
        : 'the body is not JSON',
    );
  }
  const read = finished(readJson(body.bytes, Infinity));
  if (read && 'problem' in read) throw new HookFailed(read.problem);
  return read?.value;
}

function tooLong(): HookFailed {
  return new HookFailed('the path or query is too long to be matched');
}
