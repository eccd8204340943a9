import { randomUUID } from 'node:crypto';
import { type HookedRequest, filters, matchesStatus, readsBody } from '@gatehouse/proxy-options';
import type { SnapshotFollower } from '@gatehouse/access';
import type { PatternEngine } from '@gatehouse/service-types';
import type { Actor } from '@gatehouse/database';
import { type BodyMemory, MemoryReservation } from '../enforcement/body/body-memory';
import type { RequestLimits } from '../enforcement/service-request';
import type { Steps } from '@gatehouse/request-body';
import type { FairScheduler } from '@gatehouse/wire';
import type { Freshness } from '../enforcement/freshness';
import { replyHookFailed } from '../enforcement/refusals';
import type { AccessWriter } from './access-writer';
import { editHeaders, valuesOf as headersNamed } from './header-edits';
import { type HookCall, type MatchedHook, valuesOf } from './hook-call';
import { HookFailed } from './hook-failed';
import type { HookReport } from './hook-report';
import type { Release, ReplyHead, ReplyAction } from './buffered-reply';
import { isJson, readJson } from './json-body';
import { withPrivateCaching } from './private-caching';
import { type JsonBody, type ReplyPlan, planReply } from './reply-plan';

export interface ReplyHooksParts {
  readonly follower: Pick<SnapshotFollower, 'snapshot' | 'waitFor'>;
  readonly freshness: Pick<Freshness, 'refusal'>;
  readonly writer: AccessWriter;
  readonly report: HookReport;
  readonly patterns: PatternEngine;
  readonly memory: BodyMemory;
  readonly scheduler: FairScheduler;
  /** How large documents may be that are read. */
  readonly documents: RequestLimits;
  /** Most bytes of a reply's body that is read whole. */
  readonly bodyLimit: number;
  /** Milliseconds for which a reply waits until this proxy decides by what was written for it. */
  readonly timeoutMs: number;
  readonly cookieName: string;
}

/** The body that hooks get: JSON, none, or a reason why it cannot be had. */
type GivenBody = { readonly json: JsonBody | undefined } | { readonly problem: string };

interface PlannedHook {
  readonly matched: MatchedHook;
  readonly plan: ReplyPlan;
}

/** An id that a front end has given, as the API takes it too. */
const REQUEST_ID = /^[\w.:-]{8,128}$/;
/** Statuses whose replies have no body. RFC 9110, 15. */
const BODILESS = new Set([204, 205, 304]);

/**
 * What the hooks of one request do to its reply. First all of them are worked out, then everything is written in one
 * transaction, and only then the client gets the reply: whoever has made something can read it at once. Reference: proxy#hooks.
 */
export class ReplyHooks {
  /** Whether so many bytes more may be held for the reply. */
  private readonly hold: (bytes: number) => boolean;

  constructor(
    private readonly parts: ReplyHooksParts,
    private readonly call: HookCall,
    private readonly request: HookedRequest,
    private readonly matched: readonly MatchedHook[],
  ) {
    const { response } = call;
    // A reply that goes on without its client is bounded by its own limit.
    const held = new MemoryReservation(parts.memory);
    this.hold = held.take;
    if (response.closed) held.release();
    else response.once('close', held.release);
  }

  actionFor(head: ReplyHead): ReplyAction {
    const fitting = this.matched.filter(({ hook }) => matchesStatus(hook, head.status));
    if (fitting.length === 0) return { kind: 'stream', headers: head.headers };
    const hasBody = this.request.method !== 'HEAD' && !BODILESS.has(head.status);
    if (!hasBody || !fitting.some(({ hook }) => readsBody(hook))) {
      return { kind: 'hold', release: () => this.release(head, fitting, { json: undefined }) };
    }
    const [type] = headersNamed(head.headers, 'content-type');
    const [encoding] = headersNamed(head.headers, 'content-encoding');
    if (!isJson(type, encoding)) {
      return {
        kind: 'hold',
        release: () => this.release(head, fitting, { problem: 'the reply is not plain JSON' }),
      };
    }
    return {
      kind: 'collect',
      admit: this.admission(),
      release: async (bytes) =>
        this.release(
          head,
          fitting,
          bytes ? await this.bodyOf(bytes) : { problem: 'the reply is too large to be read whole' },
        ),
    };
  }

  /** Counts the bytes that are held, by one reply and by all. */
  private admission(): (bytes: number) => boolean {
    let held = 0;
    return (bytes) => {
      if (held + bytes > this.parts.bodyLimit) return false;
      if (!this.hold(bytes)) return false;
      held += bytes;
      return true;
    };
  }

  private async release(head: ReplyHead, fitting: readonly MatchedHook[], body: GivenBody): Promise<Release> {
    try {
      const planned = await this.plan(fitting, body);
      const { revision, applied } = await this.write(planned);
      if (revision !== undefined) await this.parts.follower.waitFor(revision, this.parts.timeoutMs);
      for (const { matched } of applied) this.parts.report.applied(matched.hook);
      return this.released(head, applied, revision);
    } catch (error) {
      this.parts.report.refused('response', this.call, error);
      this.call.refuse(replyHookFailed);
      return 'refused';
    }
  }

  /** What each hook is going to do; those that may fail and do are left out. */
  private async plan(fitting: readonly MatchedHook[], body: GivenBody): Promise<readonly PlannedHook[]> {
    const planned: PlannedHook[] = [];
    let json = 'json' in body ? body.json : undefined;
    for (const matched of fitting) {
      try {
        const plan = await this.inTurns(this.planOne(matched, body, json));
        // INVARIANT: what filters may not fail, so that the next hook finds the list as it will be.
        if (json && plan.text !== undefined) json = { ...json, text: plan.text };
        planned.push({ matched, plan });
      } catch (error) {
        this.passOver(matched, error);
      }
    }
    return planned;
  }

  private *planOne(
    { hook, match }: MatchedHook,
    body: GivenBody,
    json: JsonBody | undefined,
  ): Steps<ReplyPlan> {
    const { follower, freshness, patterns } = this.parts;
    if (match === 'too long') throw new HookFailed('the path or query is too long to be matched');
    if ('problem' in body && readsBody(hook)) throw new HookFailed(body.problem);
    if (filters(hook) && freshness.refusal()) throw new HookFailed('access cannot be decided now');
    const reply = {
      service: this.call.service,
      callerId: this.request.caller?.id,
      snapshot: follower.snapshot(),
      patterns,
      isHead: this.request.method === 'HEAD',
    };
    return yield* planReply(hook, reply, valuesOf(match, this.request), json);
  }

  private async bodyOf(bytes: Buffer): Promise<GivenBody> {
    try {
      const read = await this.inTurns(readJson(bytes, this.parts.documents.jsonValues));
      return read && 'problem' in read ? read : { json: read };
    } catch (error) {
      return { problem: error instanceof HookFailed ? error.message : 'the reply cannot be read' };
    }
  }

  /** Runs a long task in turns with those of all other bodies. */
  private async inTurns<Result>(steps: Steps<Result>): Promise<Result> {
    const result = await this.parts.scheduler.run(this.call.address, steps, this.hold);
    if (result === 'too much' || result === 'over') throw new HookFailed('too much memory is in use');
    return result as Result;
  }

  private async write(
    planned: readonly PlannedHook[],
  ): Promise<{ readonly revision: number | undefined; readonly applied: readonly PlannedHook[] }> {
    const writing = planned.filter(({ plan }) => plan.writes.length > 0);
    if (writing.length === 0) return { revision: undefined, applied: planned };
    const failed = new Set<PlannedHook>();
    const passOver = (one: PlannedHook, error: unknown): void => {
      this.passOver(one.matched, error);
      failed.add(one);
    };
    let revision: number | undefined;
    try {
      const groups = writing.map(({ matched, plan }) => ({
        writes: plan.writes,
        mayFail: matched.hook.onFailure === 'pass',
      }));
      const result = await this.parts.writer.write(this.actor(), this.call.service, groups);
      revision = result.revision;
      for (const [index, error] of result.failures) {
        const one = writing[index];
        if (one) passOver(one, error);
      }
    } catch (error) {
      for (const one of writing) passOver(one, error);
    }
    return { revision, applied: planned.filter((one) => !failed.has(one)) };
  }

  /** Goes on without a hook, or fails where it may not. */
  private passOver({ hook }: MatchedHook, error: unknown): void {
    if (hook.onFailure === 'refuse') throw error;
    this.parts.report.passed(hook, this.call, error);
  }

  private released(head: ReplyHead, applied: readonly PlannedHook[], revision: number | undefined): Release {
    const edits = applied.flatMap(({ plan }) => plan.edits);
    const isOurCookie = (name: string, value: string): boolean =>
      name === 'set-cookie' && value.startsWith(`${this.parts.cookieName}=`);
    let headers = editHeaders(head.headers, edits, isOurCookie);
    if (applied.some(({ matched }) => filters(matched.hook))) headers = withPrivateCaching(headers);
    if (revision !== undefined) headers.push('X-Access-Revision', String(revision));
    const text = applied.findLast(({ plan }) => plan.text !== undefined)?.plan.text;
    if (text === undefined) return { headers };
    const body = Buffer.from(text);
    return { headers: [...headers, 'Content-Length', String(body.length)], body };
  }

  private actor(): Actor {
    const { caller } = this.request;
    const { address, request } = this.call;
    const given = request.headers['x-request-id'];
    const requestId = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    return caller
      ? { kind: 'user', id: caller.id, name: caller.name, address, requestId }
      : { kind: 'anonymous', address, requestId };
  }
}
