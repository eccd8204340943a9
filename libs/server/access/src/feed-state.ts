import type { Logger } from '@gatehouse/logging';

/** How far a snapshot is behind the database. */
export interface Lag {
  /** The revision of the snapshot, -1 before there is one, and the newest one that is known. */
  readonly revision: number;
  readonly newest: number;
  /** Milliseconds since the snapshot was known not to be the newest, or since the change feed was lost; 0 if it follows. */
  readonly sinceMs: number;
  /** Whether the change feed is lost: then it is not known how far the snapshot is behind. */
  readonly isInterrupted: boolean;
}

/** Milliseconds that a snapshot may be behind without a line in the log, and between two such lines. */
const REPORT_MS = 10_000;
/** Milliseconds between two lines about attempts to connect that have failed. */
const LOST_REPORT_MS = 5_000;

const LOST = 'lost the change feed: until it is back, the last snapshot is used, for a limited time';

/** Whether a snapshot follows the database, since when it does not, and what the log says about it. */
export class FeedState {
  private newest = -1;
  private lostAt: number | undefined;
  private lostReportedAt: number | undefined;
  private behindAt: number | undefined;
  private reportedAt: number | undefined;

  constructor(private readonly logger: Logger) {}

  lag(revision: number): Lag {
    const begun = [this.lostAt, this.behindAt].filter((time) => time !== undefined);
    return {
      revision,
      newest: Math.max(this.newest, revision),
      sinceMs: begun.length === 0 ? 0 : performance.now() - Math.min(...begun),
      isInterrupted: this.lostAt !== undefined,
    };
  }

  /** Whether the feed has been lost for longer than `forMs`. */
  isLostSince(forMs: number): boolean {
    return this.lostAt !== undefined && performance.now() - this.lostAt > forMs;
  }

  /** The connection was lost, or could not be opened. */
  lost(error: unknown, revision: number): void {
    const now = performance.now();
    this.lostAt ??= now;
    if (now - (this.lostReportedAt ?? -Infinity) < LOST_REPORT_MS) return;
    this.lostReportedAt = now;
    this.logger.warn({ error, ...this.fields(revision) }, LOST);
  }

  /** The log was read at a time; `revision` is that of the snapshot before the changes that were read are applied. */
  read(newest: number, at: number, revision: number): void {
    this.newest = newest;
    this.connected();
    if (newest > revision) this.behindAt ??= at;
    if (this.behindAt === undefined || at - (this.reportedAt ?? this.behindAt) < REPORT_MS) return;
    this.reportedAt = at;
    this.logger.warn(this.fields(revision), 'the snapshot is behind the database');
  }

  /** The snapshot is the newest. */
  caughtUp(revision: number): void {
    if (this.reportedAt !== undefined)
      this.logger.info(this.fields(revision), 'the snapshot is the newest again');
    this.connected();
    this.behindAt = undefined;
    this.reportedAt = undefined;
  }

  private connected(): void {
    this.lostAt = undefined;
    this.lostReportedAt = undefined;
  }

  private fields(of: number): { revision: number; newest: number; behindMs: number } {
    const { revision, newest, sinceMs } = this.lag(of);
    return { revision, newest, behindMs: Math.round(sinceMs) };
  }
}
