import type { LiveSession } from '@gatehouse/identity';
import { LRUCache } from 'lru-cache';

/** Sessions by the digest of their tokens, and digests of invalid tokens. Both are bounded. */
export class SessionCache {
  private readonly sessions: LRUCache<string, LiveSession>;
  private readonly keysOfSession = new Map<string, Set<string>>();
  /** Milliseconds since the epoch until which a digest counts as unknown. */
  private readonly unknown: LRUCache<string, number>;

  constructor(maxKnown: number, maxUnknown: number) {
    this.sessions = new LRUCache({
      max: maxKnown,
      noDisposeOnSet: true,
      dispose: ({ sessionId }, key) => this.dropKey(sessionId, key),
    });
    this.unknown = new LRUCache({ max: maxUnknown });
  }

  /** The session of a digest, undefined if it is not valid at `now`, `unseen` if the digest is not in the cache. */
  get(key: string, now: number): LiveSession | undefined | 'unseen' {
    const session = this.sessions.get(key);
    if (session) {
      if (session.expiresAt.getTime() > now) return session;
      this.sessions.delete(key);
      return undefined;
    }
    const until = this.unknown.get(key);
    if (until === undefined) return 'unseen';
    if (until > now) return undefined;
    this.unknown.delete(key);
    return 'unseen';
  }

  add(key: string, session: LiveSession): void {
    this.sessions.set(key, session);
    const keys = this.keysOfSession.get(session.sessionId);
    if (keys) keys.add(key);
    else this.keysOfSession.set(session.sessionId, new Set([key]));
  }

  addUnknown(key: string, until: number): void {
    this.unknown.set(key, until);
  }

  /** Records that a further token was issued for a session, so that the next reissue is not due soon. */
  noteToken(sessionId: string, issuedAt: Date): void {
    for (const key of this.keysOfSession.get(sessionId) ?? []) {
      const session = this.sessions.peek(key);
      if (session && session.newestIssuedAt < issuedAt) {
        this.sessions.set(key, { ...session, newestIssuedAt: issuedAt });
      }
    }
  }

  forgetSession(sessionId: string): void {
    for (const key of this.keysOfSession.get(sessionId) ?? []) this.sessions.delete(key);
  }

  forgetWhere(isOver: (session: LiveSession) => boolean): void {
    for (const [key, session] of this.sessions.entries()) if (isOver(session)) this.sessions.delete(key);
  }

  forgetUnknown(): void {
    this.unknown.clear();
  }

  clear(): void {
    this.sessions.clear();
    this.unknown.clear();
  }

  /** A digest was deleted, or evicted in favour of a more recent one. */
  private dropKey(sessionId: string, key: string): void {
    const keys = this.keysOfSession.get(sessionId);
    keys?.delete(key);
    if (keys?.size === 0) this.keysOfSession.delete(sessionId);
  }
}
