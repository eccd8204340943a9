import type { LiveSession } from '@gatehouse/identity';

interface Entry {
  session: LiveSession;
  /** Set by use and cleared when room is needed: what was not used in between goes first. */
  used: boolean;
}

/** Sessions by the digest of their tokens, and digests that open none; both bounded. */
export class SessionCache {
  private readonly known = new Map<string, Entry>();
  private readonly keysOfSession = new Map<string, Set<string>>();
  /** Milliseconds since the epoch until which a digest counts as unknown. */
  private readonly unknown = new Map<string, number>();

  constructor(
    private readonly maxKnown: number,
    private readonly maxUnknown: number,
  ) {}

  /** The session of a digest, undefined for one that opens none now, `unseen` for one that nothing is known of. */
  get(key: string, now: number): LiveSession | undefined | 'unseen' {
    const entry = this.known.get(key);
    if (entry) {
      entry.used = true;
      if (entry.session.expiresAt.getTime() > now) return entry.session;
      this.forget(key, entry);
      return undefined;
    }
    const until = this.unknown.get(key);
    if (until === undefined) return 'unseen';
    if (until > now) return undefined;
    this.unknown.delete(key);
    return 'unseen';
  }

  remember(key: string, session: LiveSession): void {
    this.makeRoom();
    this.known.set(key, { session, used: true });
    const keys = this.keysOfSession.get(session.sessionId);
    if (keys) keys.add(key);
    else this.keysOfSession.set(session.sessionId, new Set([key]));
  }

  rememberUnknown(key: string, until: number): void {
    if (this.unknown.size >= this.maxUnknown) {
      for (const oldest of this.unknown.keys()) {
        this.unknown.delete(oldest);
        break;
      }
    }
    this.unknown.set(key, until);
  }

  /** A session has got a further token: nobody needs to give it another one soon. */
  noteToken(sessionId: string, issuedAt: Date): void {
    for (const key of this.keysOfSession.get(sessionId) ?? []) {
      const entry = this.known.get(key);
      if (entry && entry.session.newestIssuedAt < issuedAt) {
        entry.session = { ...entry.session, newestIssuedAt: issuedAt };
      }
    }
  }

  forgetSession(sessionId: string): void {
    for (const key of this.keysOfSession.get(sessionId) ?? []) this.known.delete(key);
    this.keysOfSession.delete(sessionId);
  }

  forgetUnknown(): void {
    this.unknown.clear();
  }

  clear(): void {
    this.known.clear();
    this.keysOfSession.clear();
    this.unknown.clear();
  }

  private makeRoom(): void {
    if (this.known.size < this.maxKnown) return;
    for (const [key, entry] of this.known) {
      if (!entry.used) return this.forget(key, entry);
      entry.used = false;
      // To the end of the order; the loop meets it again when all others were used as well.
      this.known.delete(key);
      this.known.set(key, entry);
    }
  }

  private forget(key: string, { session }: Entry): void {
    this.known.delete(key);
    const keys = this.keysOfSession.get(session.sessionId);
    keys?.delete(key);
    if (keys?.size === 0) this.keysOfSession.delete(session.sessionId);
  }
}
