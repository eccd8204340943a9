import { hash } from 'node:crypto';
import type { LiveSession, SessionStore } from '@gatehouse/identity';
import { SessionCache } from './session-cache';
import type { SnapshotFollower } from './snapshot-follower';

/** It cannot be told now whether a token is good: the database does not answer. Nobody is let in on such a token. */
export class SessionsUnavailable extends Error {
  constructor(options?: ErrorOptions) {
    super('sessions cannot be looked up', options);
  }
}

export interface SessionDirectoryOptions {
  /** Most tokens whose session is remembered. */
  readonly maxKnown?: number;
  /** Most tokens that are remembered to open none. */
  readonly maxUnknown?: number;
  /** Milliseconds for which a token stays unknown without being looked up again. */
  readonly unknownFor?: number;
  /** Most lookups at a time; further ones are refused, so that invented tokens cannot pile up. */
  readonly maxLookups?: number;
  /** Milliseconds that each step of a lookup may take. */
  readonly lookupTimeout?: number;
}

/** A lookup on its way, and what the feed has said since it began. */
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
};

/**
 * Which session a token opens, without asking the database twice: an unknown token is looked up once, and the change
 * feed takes back what ends. While the database is away the sessions that are known go on (for how long a snapshot may be
 * relied on is the caller's assignment), others cannot be told. Tokens themselves are not kept, only their digests.
 * Reference: sessions#sessions.
 */
export class SessionDirectory {
  private readonly options: Required<SessionDirectoryOptions>;
  private readonly cache: SessionCache;
  private readonly lookups = new Map<string, Lookup>();

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
      historyLost: () => this.historyLost(),
    });
  }

  /**
   * The live session of a token, undefined when it opens none: at once where that is known, else after a lookup, which
   * fails with {@link SessionsUnavailable}. A session that was looked up is told only when the snapshot has caught up with
   * the database, so that the snapshot knows its user.
   */
  find(token: string, now = Date.now()): LiveSession | undefined | Promise<LiveSession | undefined> {
    // Tokens are 512 random bits: no key is needed to keep anybody from guessing them out of their digests.
    const key = hash('sha256', token, 'base64');
    const known = this.cache.get(key, now);
    return known === 'unseen' ? this.lookUp(token, key) : known;
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
    lookup.result = this.ask(token, key, lookup).finally(() => this.lookups.delete(key));
    return lookup.result;
  }

  private async ask(token: string, key: string, lookup: Lookup): Promise<LiveSession | undefined> {
    let session: LiveSession | undefined;
    do {
      lookup.historyLost = false;
      session = await this.findInTime(token);
      const newest = session && (await this.feed.confirmNewest(this.options.lookupTimeout));
      if (session && newest === undefined) throw new SessionsUnavailable();
    } while (lookup.historyLost);
    // INVARIANT: nothing is awaited from here on, so that the feed takes back whatever ends after this point.
    if (session && !lookup.changed.has(session.sessionId)) {
      this.cache.remember(key, session);
      return session;
    }
    // While tokens were handed out, this one may have become good after it was looked for.
    if (!session && !lookup.issued) this.cache.rememberUnknown(key, Date.now() + this.options.unknownFor);
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
      throw new SessionsUnavailable({ cause });
    } finally {
      clearTimeout(timer);
    }
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

  private historyLost(): void {
    this.cache.clear();
    for (const lookup of this.lookups.values()) lookup.historyLost = true;
  }
}
