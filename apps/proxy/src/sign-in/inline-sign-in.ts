import { createHmac, randomBytes } from 'node:crypto';
import type { SessionDirectory } from '@gatehouse/access';
import type { IssuedToken, LiveSession, SignInClient } from '@gatehouse/identity';
import type { Logger } from '@gatehouse/logging';
import type { Problem } from '@gatehouse/problems';
import { LRUCache } from 'lru-cache';
import { type MaybePromise, andThen } from '@gatehouse/enforcement';
import { networkOf } from '@gatehouse/wire';

/** The credentials of a request, and the client that has sent them. */
export interface InlineCredentials {
  readonly provider: string;
  /** The value of the header, including the scheme. */
  readonly authorization: string;
  readonly client: SignInClient;
  /** Whether they were accepted from this network shortly before. */
  readonly wereAccepted?: boolean;
}

/** Too many credentials of this network were refused. */
interface LimitedSignIn {
  readonly refusal: Problem;
}

/** `refused`: the provider rejects the credentials, or there is none of that name; `unavailable`: they cannot be checked now. */
type Failure = 'refused' | 'unavailable';
export type SignInOutcome = IssuedToken | LimitedSignIn | Failure;

/**
 * Signs a user in with the credentials of a request, at the provider that it names. The session that it starts is an ordinary
 * one. Reference: enforcement#identification.
 */
export interface InlineSignIn {
  signIn(credentials: InlineCredentials): Promise<SignInOutcome>;
}

export interface InlineLimits {
  /** Milliseconds that a sign-in may take. */
  readonly timeout: number;
  /** Maximum number of concurrent sign-ins; further ones are `unavailable`, so that invented credentials cannot accumulate. */
  readonly most: number;
  /** Milliseconds for which credentials map to the same session without being checked again. */
  readonly keptFor: number;
  /** Milliseconds for which refused credentials are not tried again. */
  readonly refusedFor: number;
  /** The same for credentials that were not checked, because too many of the network were refused. */
  readonly limitedFor: number;
  /** Maximum number of cached credentials. */
  readonly cached: number;
}

/** A session that credentials have started, with the token for its cookie. */
interface InlineSession {
  readonly session: LiveSession;
  readonly issued: IssuedToken;
}

export type InlineResult = InlineSession | LimitedSignIn | Failure;

interface Entry {
  readonly outcome: Promise<SignInOutcome>;
  /** Set when the sign-in has succeeded. */
  issued?: IssuedToken;
  /** When it expires, by the clock of `performance`. */
  until: number;
}

const UNAVAILABLE = 'inline sign-in failed';

const LIMITS: InlineLimits = {
  timeout: 5_000,
  most: 32,
  keptFor: 60_000,
  refusedFor: 5_000,
  limitedFor: 1_000,
  cached: 10_000,
};

/**
 * The sessions that credentials of requests have started. Clients that store no cookies send their credentials with every
 * request; a short-lived cache saves a sign-in for each of them. Sessions are looked up like any other, so that ended ones are
 * not used again. A client in another network is signed in anew, so that its sign-in is announced. The cache has no credentials,
 * only keyed digests of them, with a key of this process.
 */
export class InlineSessions {
  private readonly limits: InlineLimits;
  private readonly key = randomBytes(32);
  private readonly entries: LRUCache<string, Entry>;
  /** Credentials that were accepted and not refused since. Apart from the others, so that invented ones do not displace them. */
  private readonly accepted: LRUCache<string, true>;
  private running = 0;

  constructor(
    private readonly port: InlineSignIn,
    private readonly sessions: Pick<SessionDirectory, 'find'>,
    private readonly logger: Logger,
    limits: Partial<InlineLimits> = {},
  ) {
    this.limits = { ...LIMITS, ...limits };
    this.entries = new LRUCache({ max: this.limits.cached });
    this.accepted = new LRUCache({ max: this.limits.cached });
  }

  /** Synchronous if the session is in memory; fails with `SessionsUnavailable`. */
  open(credentials: InlineCredentials): MaybePromise<InlineResult> {
    const { provider, authorization, client } = credentials;
    const text = `${provider}\n${networkOf(client.address)}\n${authorization}`;
    const key = createHmac('sha256', this.key).update(text).digest('base64');
    const issued = this.liveEntry(key)?.issued;
    if (!issued) return this.openLater(key, credentials);
    return andThen(
      this.sessions.find(issued.token),
      (session) => (session ? { session, issued } : this.openLater(key, credentials)),
      undefined,
    );
  }

  private async openLater(key: string, credentials: InlineCredentials): Promise<InlineResult> {
    const entry = this.liveEntry(key) ?? this.begin(key, credentials);
    const result = await this.resultOf(entry);
    if (result !== 'ended') return result;
    // The provider has to check the credentials again.
    this.forget(key, entry);
    const again = await this.resultOf(this.liveEntry(key) ?? this.begin(key, credentials));
    return again === 'ended' ? 'refused' : again;
  }

  private async resultOf({ outcome }: Entry): Promise<InlineResult | 'ended'> {
    const issued = await outcome;
    if (typeof issued === 'string' || 'refusal' in issued) return issued;
    const session = await this.sessions.find(issued.token);
    return session ? { session, issued } : 'ended';
  }

  private liveEntry(key: string): Entry | undefined {
    const entry = this.entries.get(key);
    return entry && entry.until > performance.now() ? entry : undefined;
  }

  private begin(key: string, credentials: InlineCredentials): Entry {
    if (this.running >= this.limits.most) return { outcome: Promise.resolve('unavailable'), until: 0 };
    this.running++;
    const presented = this.accepted.get(key) ? { ...credentials, wereAccepted: true } : credentials;
    const entry: Entry = { outcome: this.signIn(presented), until: Infinity };
    this.entries.set(key, entry);
    void entry.outcome.then((outcome) => {
      const now = performance.now();
      if (outcome === 'refused') {
        this.accepted.delete(key);
        entry.until = now + this.limits.refusedFor;
      } else if (outcome === 'unavailable') this.forget(key, entry);
      else if ('refusal' in outcome) entry.until = now + this.limits.limitedFor;
      else {
        this.accepted.set(key, true);
        entry.issued = outcome;
        entry.until = now + this.limits.keptFor;
      }
    });
    return entry;
  }

  /** Never fails: errors are `unavailable`. */
  private async signIn(credentials: InlineCredentials): Promise<SignInOutcome> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'unavailable'>((resolve) => {
      timer = setTimeout(() => resolve('unavailable'), this.limits.timeout);
    });
    // INVARIANT: the slot is held until the provider has answered, so that a slow provider cannot accumulate requests.
    const answer = this.call(credentials).finally(() => this.running--);
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

  /** Asynchronous even where the sign-in throws at once. */
  private async call(credentials: InlineCredentials): Promise<SignInOutcome> {
    return this.port.signIn(credentials);
  }

  private forget(key: string, entry: Entry): void {
    if (this.entries.get(key) === entry) this.entries.delete(key);
  }
}
