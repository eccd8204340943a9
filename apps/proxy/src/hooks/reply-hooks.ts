import { type HookedRequest, filters, matchesStatus, readsBody } from '@gatehouse/proxy-options';
import type { SnapshotFollower } from '@gatehouse/access';
import type { PatternEngine } from '@gatehouse/service-types';
import type { Actor } from '@gatehouse/database';
import { type BodyMemory, MemoryReservation } from '../received/body/body-memory';
import { type RequestLimits, type Freshness, replyHookFailed } from '@gatehouse/enforcement';
import type { Steps } from '@gatehouse/request-body';
import type { FairScheduler } from '@gatehouse/scheduling';
import { finalHeaders } from '../forwarding/final-headers';
import type { DirectoryWriter } from './directory-writer';
import { editHeaders, valuesOf as headersNamed } from './header-edits';
import { type HookCall, type MatchedHook, valuesOf } from './hook-call';
import { HookFailed } from './hook-failed';
import type { HookReport } from './hook-report';
import type { Release, ReplyHead, ReplyAction } from './buffered-reply';
import { isJson, readJson } from './json-body';
import { type JsonBody, type ReplyPlan, planReply } from './reply-plan';

export interface ReplyHooksParts {
  readonly follower: Pick<SnapshotFollower, 'snapshot' | 'waitFor'>;
  readonly freshness: Pick<Freshness, 'refusal'>;
  readonly writer: DirectoryWriter;
  readonly report: HookReport;
  readonly patterns: PatternEngine;
  readonly memory: BodyMemory;
  readonly scheduler: FairScheduler;
  /** Limits for documents that are parsed. */
  readonly documents: RequestLimits;
  /** Maximum number of bytes of a reply body that is buffered. */
  readonly bodyLimit: number;
  /** Milliseconds for which a reply waits until the snapshot contains what was written for it. */
  readonly timeoutMs: number;
  readonly cookieName: string;
}

/** The body for hooks: JSON, none, or the reason why it is not available. */
type ReadBody = { readonly json: JsonBody | undefined } | { readonly problem: string };

interface PlannedHook {
  readonly matched: MatchedHook;
  readonly plan: ReplyPlan;
}

/** Statuses whose replies have no body. RFC 9110, 15. */
const BODILESS = new Set([204, 205, 304]);

/**
 * Applies the hooks of one request to its reply. First all of them are planned, then everything is written in one transaction,
 * and only then the client receives the reply: it can read what it has created immediately. Reference: enforcement#hooks.
 */
export class ReplyHooks {
  /** Whether that many more bytes may be buffered for the reply. */
  private readonly hold: (bytes: number) => boolean;

  constructor(
    private readonly parts: ReplyHooksParts,
    private readonly call: HookCall,
    private readonly request: HookedRequest,
    private readonly matched: readonly MatchedHook[],
  ) {
    const { response } = call;
    // A reply that continues without its client is bounded by its own limit.
    const held = new MemoryReservation(parts.memory);
    this.hold = held.take;
    if (response.closed) held.release();
    else response.once('close', held.release);
  }

  actionFor(head: ReplyHead): ReplyAction {
    const fitting = this.matched.filter(({ hook }) => matchesStatus(hook, head.status));
    if (fitting.length === 0) {
      return { kind: 'stream', headers: finalHeaders([...head.headers], this.call.terms, head.status) };
    }
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
          bytes ? await this.bodyOf(bytes) : { problem: 'the reply is too large to be read completely' },
        ),
    };
  }

  /** Counts the buffered bytes, of one reply and of all. */
  private admission(): (bytes: number) => boolean {
    let held = 0;
    return (bytes) => {
      if (held + bytes > this.parts.bodyLimit) return false;
      if (!this.hold(bytes)) return false;
      held += bytes;
      return true;
    };
  }

  private async release(head: ReplyHead, fitting: readonly MatchedHook[], body: ReadBody): Promise<Release> {
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

  /** The plan of each hook; hooks that may fail and do so are omitted. */
  private async plan(fitting: readonly MatchedHook[], body: ReadBody): Promise<readonly PlannedHook[]> {
    const planned: PlannedHook[] = [];
    let json = 'json' in body ? body.json : undefined;
    for (const matched of fitting) {
      try {
        const plan = await this.inTurns(this.planOne(matched, body, json));
        // INVARIANT: hooks that filter may not fail, so that the next hook sees the final list.
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
    body: ReadBody,
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

  private async bodyOf(bytes: Buffer): Promise<ReadBody> {
    try {
      const read = await this.inTurns(readJson(bytes, this.parts.documents.jsonValues));
      return read && 'problem' in read ? read : { json: read };
    } catch (error) {
      return { problem: error instanceof HookFailed ? error.message : 'the reply cannot be read' };
    }
  }

  /** Runs a long task, scheduled fairly with those of all other bodies. */
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

  /** Continues without the hook, or fails if the hook is required. */
  private passOver({ hook }: MatchedHook, error: unknown): void {
    if (hook.onFailure === 'refuse') throw error;
    this.parts.report.passed(hook, this.call, error);
  }

  private released(head: ReplyHead, applied: readonly PlannedHook[], revision: number | undefined): Release {
    const edits = applied.flatMap(({ plan }) => plan.edits);
    const isOurCookie = (name: string, value: string): boolean =>
      name === 'set-cookie' && value.startsWith(`${this.parts.cookieName}=`);
    // INVARIANT: what a hook has filtered for one caller is private, also if that caller is anonymous.
    const isFiltered = applied.some(({ matched }) => filters(matched.hook));
    const { terms } = this.call;
    const headers = finalHeaders(
      editHeaders(head.headers, edits, isOurCookie),
      isFiltered ? { ...terms, isPrivate: true } : terms,
      head.status,
    );
    if (revision !== undefined) headers.push('X-Access-Revision', String(revision));
    const text = applied.findLast(({ plan }) => plan.text !== undefined)?.plan.text;
    if (text === undefined) return { headers };
    const body = Buffer.from(text);
    return { headers: [...headers, 'Content-Length', String(body.length)], body };
  }

  private actor(): Actor {
    const { caller } = this.request;
    const { address, requestId } = this.call;
    const role = `hook:${this.call.service.name}`;
    return caller
      ? { kind: 'user', id: caller.id, name: caller.name, role, address, requestId }
      : { kind: 'anonymous', role, address, requestId };
  }
}
