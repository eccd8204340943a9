import { createHmac, randomBytes } from 'node:crypto';
import type { SessionDirectory } from '@gatehouse/access';
import type { IssuedToken, LiveSession } from '@gatehouse/identity';
import type { Logger } from '@gatehouse/logging';
import { type MaybePromise, andThen } from '../maybe-promise';

/**
 * Signs somebody in with credentials that a request carries itself, at the provider that it names. `refused`: the provider
 * does not take them, or there is none of that name; `unavailable`: it cannot be told now. The session it starts is an
 * ordinary one. Reference: proxy#identification.
 */
export interface InlineSignIn {
  /** `authorization` is the value of the header, scheme included. */
  signIn(provider: string, authorization: string): Promise<IssuedToken | 'refused' | 'unavailable'>;
}

export interface InlineLimits {
  /** Milliseconds that a sign-in may take. */
  readonly timeout: number;
  /** Most sign-ins at a time; further ones are `unavailable`, so that invented credentials cannot pile up. */
  readonly most: number;
  /** Milliseconds for which credentials open the same session without being checked again. */
  readonly keptFor: number;
  /** Milliseconds for which refused credentials are not tried again. */
  readonly refusedFor: number;
  /** Most credentials that are remembered. */
  readonly remembered: number;
}

/** A session that credentials have opened, with the token that its cookie carries. */
export interface InlineSession {
  readonly session: LiveSession;
  readonly issued: IssuedToken;
}

export type InlineResult = InlineSession | 'refused' | 'unavailable';

type Outcome = IssuedToken | 'refused' | 'unavailable';

interface Entry {
  readonly outcome: Promise<Outcome>;
  /** Known once the sign-in is over. */
  issued?: IssuedToken;
  /** When it is forgotten, by the clock of `performance`. */
  until: number;
}

const UNAVAILABLE = 'inline sign-in failed';

const LIMITS: InlineLimits = {
  timeout: 5_000,
  most: 32,
  keptFor: 60_000,
  refusedFor: 5_000,
  remembered: 10_000,
};

/**
 * The sessions that credentials of requests have opened. Clients without a place for cookies send their credentials with
 * every request; a short memory keeps each from being a sign-in, and a session that was ended is not opened by memory:
 * it is looked up like any other. Credentials themselves are not kept, only digests of them under a key of this process.
 */
export class InlineSessions {
  private readonly limits: InlineLimits;
  private readonly key = randomBytes(32);
  private readonly entries = new Map<string, Entry>();
  private running = 0;

  constructor(
    private readonly port: InlineSignIn,
    private readonly sessions: Pick<SessionDirectory, 'find'>,
    private readonly logger: Logger,
    limits: Partial<InlineLimits> = {},
  ) {
    this.limits = { ...LIMITS, ...limits };
  }

  /** At once where the session is known; fails with `SessionsUnavailable`. */
  open(provider: string, authorization: string): MaybePromise<InlineResult> {
    const key = createHmac('sha256', this.key).update(`${provider}\n${authorization}`).digest('base64');
    const issued = this.liveEntry(key)?.issued;
    if (!issued) return this.openLater(key, provider, authorization);
    return andThen(
      this.sessions.find(issued.token),
      (session) => (session ? { session, issued } : this.openLater(key, provider, authorization)),
      undefined,
    );
  }

  private async openLater(key: string, provider: string, authorization: string): Promise<InlineResult> {
    const entry = this.liveEntry(key) ?? this.begin(key, provider, authorization);
    const result = await this.resultOf(entry);
    if (result !== 'ended') return result;
    // Whether the credentials still count is for their provider to say.
    this.forget(key, entry);
    const again = await this.resultOf(this.liveEntry(key) ?? this.begin(key, provider, authorization));
    return again === 'ended' ? 'refused' : again;
  }

  private async resultOf({ outcome }: Entry): Promise<InlineResult | 'ended'> {
    const issued = await outcome;
    if (typeof issued === 'string') return issued;
    const session = await this.sessions.find(issued.token);
    return session ? { session, issued } : 'ended';
  }

  private liveEntry(key: string): Entry | undefined {
    const entry = this.entries.get(key);
    return entry && entry.until > performance.now() ? entry : undefined;
  }

  private begin(key: string, provider: string, authorization: string): Entry {
    if (this.running >= this.limits.most) return { outcome: Promise.resolve('unavailable'), until: 0 };
    this.running++;
    const entry: Entry = { outcome: this.signIn(provider, authorization), until: Infinity };
    this.remember(key, entry);
    void entry.outcome.then((outcome) => {
      const now = performance.now();
      if (typeof outcome !== 'string') {
        entry.issued = outcome;
        entry.until = now + this.limits.keptFor;
      } else if (outcome === 'refused') entry.until = now + this.limits.refusedFor;
      else this.forget(key, entry);
    });
    return entry;
  }

  /** Never fails: what goes wrong is `unavailable`. */
  private async signIn(provider: string, authorization: string): Promise<Outcome> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'unavailable'>((resolve) => {
      timer = setTimeout(() => resolve('unavailable'), this.limits.timeout);
    });
    // INVARIANT: the place is taken until the provider has answered, or its slowness would let any number wait for it.
    const answer = this.ask(provider, authorization).finally(() => this.running--);
    try {
      const outcome = await Promise.race([answer, late]);
      if (outcome === 'unavailable') this.logger.warn({ reason: 'no answer' }, UNAVAILABLE);
      return outcome;
    } catch (error) {
      this.logger.warn({ error }, UNAVAILABLE);
      return 'unavailable';
    } finally {
      clearTimeout(timer);
    }
  }

  private async ask(provider: string, authorization: string): Promise<Outcome> {
    return this.port.signIn(provider, authorization);
  }

  private remember(key: string, entry: Entry): void {
    // The oldest first; a Map keeps the order in which its entries came.
    for (const oldest of this.entries.keys()) {
      if (this.entries.size < this.limits.remembered) break;
      this.entries.delete(oldest);
    }
    this.entries.set(key, entry);
  }

  private forget(key: string, entry: Entry): void {
    if (this.entries.get(key) === entry) this.entries.delete(key);
  }
}
