import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleDestroy, Optional } from '@nestjs/common';
import type { Logger } from '@gatehouse/logging';
import { FairScheduler } from '@gatehouse/scheduling';
import type { TextWriter } from '@gatehouse/wire';
import { isRefusedWhenLarge } from '../error-codes';
import { scopeOf } from '../request-scope';
import { REVISIONS, type Revisions } from '../revision.guard';
import { LOGGER } from '../tokens';
import { breakOff } from './break-off';
import { CALLER_WATCH, type CallerWatch } from './caller-watch';
import { ChunkFiller } from './chunk-filler';
import { ClientSink } from './client-sink';
import { collectedText } from './collected-text';
import { LARGE_REPLY_LIMITS, type LargeReplyLimits } from './limits';
import { LargeReplyPlaces } from './places';

/** Milliseconds of a turn in which chunks are filled. */
const TURN_MS = 5;

export interface WrittenReply {
  readonly contentType: string;
  /** Begins to write the body again with each call. */
  readonly begin: () => TextWriter;
}

/** Why a reply ends before its last chunk, for the log. */
const REASONS = {
  stalled: 'the client has accepted nothing for too long',
  refused: 'the caller may not receive it any more',
  stopped: 'the process stops',
  failed: 'its content cannot be made',
} as const;
type Reason = keyof typeof REASONS;

/**
 * Sends replies that are not written in one step. Up to a limit they are collected: they have a length, and show one revision. A
 * larger one is written again while it is sent, in chunks that wait for the client; it is cut off without the last chunk
 * when it cannot be completed. Reference: http#large-replies.
 */
@Injectable()
export class LargeReplies implements OnModuleDestroy {
  private readonly places: LargeReplyPlaces;
  private collecting = 0;
  private readonly cuts = new Set<(reason: Reason) => void>();

  constructor(
    @Inject(FairScheduler) private readonly scheduler: FairScheduler,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(LARGE_REPLY_LIMITS) private readonly limits: LargeReplyLimits,
    @Inject(REVISIONS) private readonly revisions: Revisions,
    @Optional() @Inject(CALLER_WATCH) private readonly callers: CallerWatch | undefined,
  ) {
    this.places = new LargeReplyPlaces(limits);
  }

  /** Whether a reply of this text has a length. */
  isCollected(text: string): boolean {
    const { collectedBytes } = this.limits;
    // A UTF-16 code unit has at most three bytes in UTF-8.
    return text.length * 3 <= collectedBytes || Buffer.byteLength(text) <= collectedBytes;
  }

  /** Throws `too_many_large_replies` before anything is sent. */
  async send(request: IncomingMessage, response: ServerResponse, reply: WrittenReply): Promise<void> {
    const { address, caller, route } = scopeOf(request);
    const text = await this.collect(address, response, reply.begin);
    if (response.destroyed) return;
    if (text === undefined && request.method !== 'HEAD') {
      const giveBack = route && isRefusedWhenLarge(route) ? this.places.take(caller) : () => undefined;
      response.setHeader('Content-Type', reply.contentType);
      await this.stream(request, response, reply.begin()).finally(giveBack);
      return;
    }
    response.setHeader('Content-Type', reply.contentType);
    if (text !== undefined) response.setHeader('Content-Length', Buffer.byteLength(text));
    // Node leaves the body out of the reply to a HEAD.
    response.end(text);
  }

  async onModuleDestroy(): Promise<void> {
    for (
      const end = performance.now() + this.limits.stopGraceMs;
      this.cuts.size > 0 && performance.now() < end;
    )
      await sleep(50);
    for (const cut of this.cuts) cut('stopped');
  }

  private async collect(
    address: string,
    response: ServerResponse,
    begin: () => TextWriter,
  ): Promise<string | undefined> {
    const isQueued = this.collecting > 0;
    this.collecting += 1;
    try {
      return await collectedText({
        begin,
        maxBytes: this.limits.collectedBytes,
        revision: () => this.revisions.current,
        isQueued,
        isOver: () => response.destroyed,
        turn: () => this.scheduler.turn(address),
      });
    } finally {
      this.collecting -= 1;
    }
  }

  private async stream(
    request: IncomingMessage,
    response: ServerResponse,
    writer: TextWriter,
  ): Promise<void> {
    const sink = new ClientSink(response, this.limits);
    let reason: Reason | undefined;
    const cut = (why: Reason, error?: unknown): void => {
      if (reason !== undefined || response.destroyed || response.writableEnded) return;
      reason = why;
      this.cutOff(request, response, why, error);
    };
    this.cuts.add(cut);
    const unwatch = this.callers?.watch(request, () => cut('refused'));
    try {
      const isComplete = await this.fill(sink, new ChunkFiller(writer), scopeOf(request).address);
      if (isComplete) response.end();
      else if (sink.outcome === 'stalled') cut('stalled');
    } catch (error) {
      cut('failed', error);
    } finally {
      unwatch?.();
      this.cuts.delete(cut);
      sink.close();
    }
  }

  /** True when the client has received everything but the last, empty chunk. */
  private async fill(sink: ClientSink, filler: ChunkFiller, address: string): Promise<boolean> {
    while (!filler.isDone) {
      if (!(await sink.hasRoom())) return false;
      await this.scheduler.turn(address);
      const until = performance.now() + TURN_MS;
      const isTimeOver = () => performance.now() >= until;
      for (let chunk = sink.take(); chunk; chunk = isTimeOver() ? undefined : sink.take()) {
        const length = filler.fill(chunk, isTimeOver);
        sink.send(chunk, length);
        if (length < chunk.length) break;
      }
      await filler.takeWait()?.();
    }
    return sink.isFlushed();
  }

  private cutOff(request: IncomingMessage, response: ServerResponse, reason: Reason, error?: unknown): void {
    const { id, route } = scopeOf(request);
    const fields = {
      requestId: id,
      ...(route ? { route: route.template } : {}),
      reason: REASONS[reason],
    };
    if (error === undefined) this.logger.warn(fields, 'a reply is incomplete');
    else this.logger.error({ ...fields, error }, 'a reply is incomplete');
    breakOff(request, response);
  }
}
