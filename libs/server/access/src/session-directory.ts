import { hash } from 'node:crypto';
import type { LiveSession, SessionStore } from '@gatehouse/identity';
import { type Logger, silentLogger } from '@gatehouse/logging';
import { SessionCache } from './session-cache';
import { type EndedTogether, isOneOf } from './session-events';
import type { SnapshotFollower } from './snapshot-follower';

/** The database does not answer, so that a token cannot be checked. The token must not be accepted. */
export class SessionsUnavailable extends Error {
  constructor(options?: ErrorOptions) {
    super('sessions cannot be looked up', options);
  }
}

export interface SessionDirectoryOptions {
  /** Maximum number of tokens whose session is cached. */
  readonly maxKnown?: number;
  /** Maximum number of tokens that are cached as invalid. */
  readonly maxUnknown?: number;
  /** Milliseconds for which an invalid token is not looked up again. */
  readonly unknownFor?: number;
  /** Maximum number of concurrent lookups; further ones are rejected, so that invented tokens cannot accumulate. */
  readonly maxLookups?: number;
  /** Timeout of each step of a lookup, in milliseconds. */
  readonly lookupTimeout?: number;
  readonly logger?: Logger;
}

/** The digest of a token, by which its session is cached. Tokens are 512 random bits: no key is needed against guessing. */
export function digestOf(token: string): string {
  return hash('sha256', token, 'base64');
}

/** A running lookup, and the events of the feed since it started. */
interface Lookup {
  result: Promise<LiveSession | undefined>;
  readonly changed: Set<string>;
  issued: boolean;
  historyLost: boolean;
}

const DEFAULTS: Required<SessionDirectoryOptions> = {
  maxKnown: 100_000,
  maxUnknown: 10_000,
  unknownFor: 30_000,
  maxLookups: 256,
  lookupTimeout: 3_000,
  logger: silentLogger,
};

/** Milliseconds between two reports that sessions cannot be looked up. */
const REPORT_INTERVAL_MS = 5_000;

/**
 * The session of a token. A token is looked up in the database once; the change feed then removes sessions that end. While
 * the database is unavailable, cached sessions remain valid (the caller limits how old a snapshot may be) and other tokens
 * cannot be checked. Only digests of tokens are kept. Reference: sessions#sessions.
 */
export class SessionDirectory {
  private readonly options: Required<SessionDirectoryOptions>;
  private readonly cache: SessionCache;
  private readonly lookups = new Map<string, Lookup>();
  private reportedAt = -Infinity;

  constructor(
    private readonly sessions: Pick<SessionStore, 'find'>,
    private readonly feed: Pick<SnapshotFollower, 'listen' | 'confirmNewest'>,
    options: SessionDirectoryOptions = {},
  ) {
    this.options = { ...DEFAULTS, ...options };
    this.cache = new SessionCache(this.options.maxKnown, this.options.maxUnknown);
    feed.listen({
      tokenIssued: (sessionId, issuedAt) => this.tokenIssued(sessionId, issuedAt),
      sessionChanged: (sessionId) => this.sessionChanged(sessionId),
      sessionsEnded: (ended) => this.sessionsEnded(ended),
      historyLost: () => this.historyLost(),
    });
  }

  /**
   * The live session of a token, undefined if there is none: from the cache, otherwise after a lookup, which
   * can fail with {@link SessionsUnavailable}. A session that was looked up is returned only when the snapshot has caught up with
   * the database, so that the snapshot contains its user. `key` is the digest of the token, for callers that have it already.
   */
  find(
    token: string,
    now = Date.now(),
    key = digestOf(token),
  ): LiveSession | undefined | Promise<LiveSession | undefined> {
    const cached = this.cache.get(key, now);
    return cached === 'unseen' ? this.lookUp(token, key) : cached;
  }

  /** The session of a digest from the cache; `unseen` if it would have to be looked up. */
  known(key: string, now: number): LiveSession | undefined | 'unseen' {
    return this.cache.get(key, now);
  }

  private lookUp(token: string, key: string): Promise<LiveSession | undefined> {
    const running = this.lookups.get(key);
    if (running) return running.result;
    if (this.lookups.size >= this.options.maxLookups) return Promise.reject(new SessionsUnavailable());
    const lookup: Lookup = {
      result: Promise.resolve(undefined),
      changed: new Set(),
      issued: false,
      historyLost: false,
    };
    this.lookups.set(key, lookup);
    lookup.result = this.findCurrent(token, key, lookup).finally(() => this.lookups.delete(key));
    return lookup.result;
  }

  private async findCurrent(token: string, key: string, lookup: Lookup): Promise<LiveSession | undefined> {
    let session: LiveSession | undefined;
    do {
      lookup.historyLost = false;
      session = await this.findInTime(token);
      const newest = session && (await this.feed.confirmNewest(this.options.lookupTimeout));
      if (session && newest === undefined) throw new SessionsUnavailable();
    } while (lookup.historyLost);
    // INVARIANT: nothing is awaited from here on, so that the feed removes sessions that end after this point.
    if (session && !lookup.changed.has(session.sessionId)) {
      this.cache.add(key, session);
      return session;
    }
    // If tokens were issued meanwhile, this one may have become valid after the lookup.
    if (!session && !lookup.issued) this.cache.addUnknown(key, Date.now() + this.options.unknownFor);
    return undefined;
  }

  private async findInTime(token: string): Promise<LiveSession | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new SessionsUnavailable()), this.options.lookupTimeout);
    });
    try {
      return await Promise.race([this.sessions.find(token), late]);
    } catch (cause) {
      this.report(cause);
      throw new SessionsUnavailable({ cause });
    } finally {
      clearTimeout(timer);
    }
  }

  /** At most once in a time: each request with an unknown session fails. */
  private report(error: unknown): void {
    const now = performance.now();
    if (now - this.reportedAt < REPORT_INTERVAL_MS) return;
    this.reportedAt = now;
    const cause = error instanceof SessionsUnavailable ? { reason: 'no answer' } : { error };
    this.options.logger.warn(cause, 'sessions cannot be looked up: requests with unknown ones are refused');
  }

  private tokenIssued(sessionId: string, issuedAt: Date): void {
    this.cache.forgetUnknown();
    this.cache.noteToken(sessionId, issuedAt);
    for (const lookup of this.lookups.values()) lookup.issued = true;
  }

  private sessionChanged(sessionId: string): void {
    this.cache.forgetSession(sessionId);
    for (const lookup of this.lookups.values()) lookup.changed.add(sessionId);
  }

  private sessionsEnded(ended: EndedTogether): void {
    this.cache.forgetWhere((session) => isOneOf(ended, session));
    // What a running lookup has found may be one of them.
    for (const lookup of this.lookups.values()) lookup.historyLost = true;
  }

  private historyLost(): void {
    this.cache.clear();
    for (const lookup of this.lookups.values()) lookup.historyLost = true;
  }
}
