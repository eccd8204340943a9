import { setTimeout as after } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { EventJournal } from '@gatehouse/audit';
import { currentActor, withinTime } from '@gatehouse/database';
import type { Configurations, RunSteps } from '@gatehouse/desired-state';
import {
  LARGE_REPLY_LIMITS,
  type LargeReplyLimits,
  LOGGER,
  breakOff,
  drainedOrClosed,
  scopeOf,
} from '@gatehouse/http';
import type { Logger } from '@gatehouse/logging';
import { problem, retryAfter } from '@gatehouse/problems';
import type { Response } from 'express';
import { CONFIGURATIONS } from './configurations';

/** Exports that are sent at the same time; each has a connection of the pool. */
const MAX_EXPORTS = 2;
/** Seconds after which a client that was refused tries again. */
const RETRY_AFTER_SECONDS = 10;
/** The first rows of a service with a million resources come after they are sorted. */
const STATEMENT_MS = 120_000;

/** Why an export ends before its last line, for the log. */
const REASONS = {
  stalled: 'the client has accepted nothing for too long',
  slow: 'the client has not received it in time',
  stopped: 'the process stops',
  failed: 'its content cannot be made',
} as const;

/** Exports of any size: each part is sent before the next one is read. Reference: configuration-files#export. */
@Injectable()
export class ConfigurationExports implements OnModuleDestroy {
  private readonly running = new Set<ExportReply>();

  constructor(
    @Inject(CONFIGURATIONS) private readonly configurations: Configurations,
    @Inject(EventJournal) private readonly journal: EventJournal,
    @Inject(LARGE_REPLY_LIMITS) private readonly limits: LargeReplyLimits,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Throws `too_many_large_replies` before anything is sent. */
  async send(response: Response, run: RunSteps): Promise<void> {
    if (this.running.size === MAX_EXPORTS)
      throw problem('too_many_large_replies', {}, retryAfter(RETRY_AFTER_SECONDS));
    response.setHeader('Content-Type', 'application/jsonl; charset=UTF-8');
    response.setHeader('Content-Disposition', 'attachment; filename="configuration.jsonl"');
    if (response.req.method === 'HEAD') {
      response.end();
      return;
    }
    this.journal.note({ kind: 'configuration.exported', actor: currentActor(), details: {} });
    const reply = new ExportReply(response, this.limits, this.logger);
    this.running.add(reply);
    // Until it ends, the database keeps what others have changed or deleted since, and the connection is not free.
    const timer = setTimeout(() => reply.cut('slow'), this.limits.transactionMs);
    try {
      await withinTime(STATEMENT_MS, () =>
        this.configurations.export.write((text) => reply.write(text), { run }),
      );
      response.end();
    } catch (error) {
      if (error instanceof Gone) return;
      if (!response.headersSent) throw error;
      reply.cut('failed', error);
    } finally {
      clearTimeout(timer);
      this.running.delete(reply);
    }
  }

  async onModuleDestroy(): Promise<void> {
    const end = performance.now() + this.limits.stopGraceMs;
    while (this.running.size > 0 && performance.now() < end) await after(50);
    for (const reply of this.running) reply.cut('stopped');
  }
}

/** The client receives no more. Rolls the transaction back. */
class Gone extends Error {}

/** The reply to one export. */
class ExportReply {
  constructor(
    private readonly response: Response,
    private readonly limits: Pick<LargeReplyLimits, 'stallMs'>,
    private readonly logger: Logger,
  ) {}

  /** Resolves when the response has room for more. */
  async write(text: string): Promise<void> {
    const { response } = this;
    if (response.destroyed) throw new Gone();
    if (response.write(text)) return;
    const stop = new AbortController();
    const stalled = after(this.limits.stallMs, undefined, { ref: false, signal: stop.signal }).then(
      () => this.cut('stalled'),
      () => undefined,
    );
    await Promise.race([drainedOrClosed(response), stalled]);
    stop.abort();
    if (response.destroyed) throw new Gone();
  }

  /** Ends the reply: an incomplete export must not look like a complete one. */
  cut(reason: keyof typeof REASONS, error?: unknown): void {
    const { response } = this;
    if (response.destroyed || response.writableEnded) return;
    const { id, route } = scopeOf(response.req);
    const fields = {
      requestId: id,
      ...(route ? { route: route.template } : {}),
      reason: REASONS[reason],
    };
    if (error === undefined) this.logger.warn(fields, 'a reply is incomplete');
    else this.logger.error({ ...fields, error }, 'a reply is incomplete');
    breakOff(response.req, response);
  }
}
