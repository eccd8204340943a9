import type { DataSource } from 'typeorm';
import type { Actor } from '@gatehouse/database';
import type { Logger } from '@gatehouse/logging';
import { networkOf } from '@gatehouse/wire';

/** All kinds of events. Filters select from this list. */
export const AUDIT_EVENT_KINDS = [
  'sign_in.failed',
  'access.refused',
  'audit.exported',
  'audit.purged',
  'configuration.exported',
] as const;
export type AuditEventKind = (typeof AUDIT_EVENT_KINDS)[number];

/** Something that happened and changed nothing. It contains no secret, and no text that a client chose. */
export interface AuditEvent {
  readonly kind: AuditEventKind;
  readonly actor: Actor;
  /** The user whom it is about. */
  readonly userId?: number | undefined;
  /** The resource or service that it is about. */
  readonly resourceId?: number | undefined;
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
}

/** A row to be written; columns of `audit_events`. */
interface Row {
  readonly occurred_at: string;
  readonly occurrences: number;
  readonly [column: string]: unknown;
}

/** The repetitions of an event within a window, after its first occurrence. */
interface Repetition {
  readonly event: AuditEvent;
  count: number;
  last: number;
}

export interface EventJournalOptions {
  /** Milliseconds for which events are collected before they are written together. */
  readonly collectedMs?: number;
  /** Milliseconds within which repetitions of an event are counted in one row. */
  readonly windowMs?: number;
  /** Most different events within a window; of further ones only the number of each kind is recorded. */
  readonly maxDifferent?: number;
  /** Most rows that wait for the database. */
  readonly maxWaiting?: number;
}

const DEFAULTS: Required<EventJournalOptions> = {
  collectedMs: 1_000,
  windowMs: 60_000,
  maxDifferent: 100,
  maxWaiting: 1_000,
};

/** Rows of one statement. */
const BATCH = 200;

/**
 * Records events without delaying the requests that cause them: they are collected and written together, in the order in
 * which they occurred. The first occurrence of an event is a separate row; those that follow within a minute, from the same
 * network, are one further row. The number of rows is thus limited regardless of what clients send: a process writes at
 * most two for each of 100 different events a minute, and one for each kind of event beyond. Reference: audit-log#events.
 */
export class EventJournal {
  private readonly options: Required<EventJournalOptions>;
  private rows: Row[] = [];
  private dropped = 0;
  private readonly repetitions = new Map<string, Repetition>();
  private timer: NodeJS.Timeout | undefined;
  private window: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Pick<DataSource, 'query'>,
    private readonly logger: Logger,
    options: EventJournalOptions = {},
  ) {
    this.options = { ...DEFAULTS, ...options };
  }

  /** Never fails and never waits. */
  note(event: AuditEvent, now = Date.now()): void {
    const key = keyOf(event);
    const repetition = this.repetitions.get(key);
    if (repetition) {
      repetition.count += 1;
      repetition.last = now;
      return;
    }
    this.window ??= setTimeout(() => this.closeWindow(), this.options.windowMs).unref();
    if (this.repetitions.size >= this.options.maxDifferent) this.countFurther(event.kind, now);
    else {
      this.repetitions.set(key, { event, count: 0, last: now });
      this.add(rowOf(event, now, 1));
    }
  }

  /** Writes what was noted. Never rejects: what could not be written is kept for the next time. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.writing = this.writing.then(() => this.write());
    return this.writing;
  }

  /** Writes everything, repetitions included, before the process ends. */
  async stop(): Promise<void> {
    clearTimeout(this.window);
    this.closeWindow();
    await this.flush();
  }

  private countFurther(kind: AuditEventKind, now: number): void {
    const further = this.repetitions.get(kind);
    if (further) {
      further.count += 1;
      further.last = now;
      return;
    }
    const event: AuditEvent = { kind, actor: { kind: 'system' }, details: { reason: 'too_many_events' } };
    this.repetitions.set(kind, { event, count: 1, last: now });
  }

  private closeWindow(): void {
    this.window = undefined;
    for (const { event, count, last } of this.repetitions.values()) {
      if (count > 0) this.add(rowOf(event, last, count));
    }
    this.repetitions.clear();
  }

  private add(row: Row): void {
    if (this.rows.length >= this.options.maxWaiting) {
      this.rows.shift();
      this.dropped += 1;
    }
    this.rows.push(row);
    this.timer ??= setTimeout(() => void this.flush(), this.options.collectedMs).unref();
  }

  private async write(): Promise<void> {
    while (this.rows.length > 0) {
      const batch = this.rows.slice(0, BATCH);
      try {
        await this.database.query('SELECT append_audit_events($1)', [JSON.stringify(batch)]);
      } catch (error) {
        this.logger.warn({ error, count: this.rows.length }, 'events of the audit log wait for the database');
        this.timer ??= setTimeout(() => void this.flush(), this.options.windowMs).unref();
        return;
      }
      const written = new Set(batch);
      this.rows = this.rows.filter((row) => !written.has(row));
    }
    if (this.dropped === 0) return;
    this.logger.error(
      { count: this.dropped },
      'events of the audit log were lost while the database was away',
    );
    this.dropped = 0;
  }
}

/** Events that are counted together: request ids differ, and so do the addresses of one network. */
function keyOf({ kind, actor, userId, resourceId, details }: AuditEvent): string {
  const network = actor.address === undefined ? null : networkOf(actor.address);
  return JSON.stringify([kind, actor.kind, actor.id, network, userId, resourceId, details]);
}

function rowOf(
  { kind, actor, userId, resourceId, details }: AuditEvent,
  at: number,
  occurrences: number,
): Row {
  return {
    occurred_at: new Date(at).toISOString(),
    kind,
    actor_kind: actor.kind,
    actor_id: actor.id ?? null,
    actor_name: actor.name ?? null,
    actor_role: actor.role ?? null,
    address: actor.address ?? null,
    request_id: actor.requestId ?? null,
    user_id: userId ?? null,
    resource_id: resourceId ?? null,
    occurrences,
    details,
  };
}
