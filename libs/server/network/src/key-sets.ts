import { type JsonWebKey, type KeyObject, createPublicKey } from 'node:crypto';
import type { OutgoingHttp } from '@gatehouse/outgoing';

/** The public keys of a node, as its `jwks_url` answers. */
export interface KeySet {
  readonly keys: ReadonlyMap<string, KeyObject>;
  /** Name that a Gatehouse instance announces with its keys; undefined for other software. */
  readonly gatehouseName: string | undefined;
  /** Milliseconds that the clock of the node is ahead of ours, to a second; undefined if the reply has no date. */
  readonly clockAhead: number | undefined;
}

/** Why a key set cannot be read. */
export class KeySetUnavailable extends Error {
  override readonly name = 'KeySetUnavailable';
  constructor(
    readonly reason: 'unreachable' | 'target_not_allowed' | 'wrong_jwks_url',
    message: string,
  ) {
    super(message);
  }
}

export interface KeySource {
  readonly id: number;
  readonly jwksUrl: string;
}

interface Cached {
  readonly url: string;
  readonly fetchedAt: number;
  readonly set: KeySet;
}

/** Milliseconds. */
const KEPT_FOR_MS = 300_000;
/** Fetches for unknown keys that a node causes in a row, and the milliseconds after which it may cause another one. */
const MAX_FETCHES = 10;
const FETCH_AGAIN_AFTER_MS = 6_000;
const MAX_KEYS = 32;
const MAX_BITS = 8192;

/**
 * The key sets of nodes, fetched only from the stored `jwks_url` and cached for five minutes. An unknown key causes a
 * fetch, so that rotated keys are used immediately; invented ones cause a limited number.
 */
export class KeySets {
  private readonly cached = new Map<number, Cached>();
  private readonly fetching = new Map<string, Promise<KeySet>>();
  private readonly allowance = new Map<number, { left: number; since: number }>();

  constructor(private readonly http: Pick<OutgoingHttp, 'send'>) {}

  /** The set that has a key, or else the newest one. Throws {@link KeySetUnavailable}. */
  async withKey(source: KeySource, kid: string): Promise<KeySet> {
    const cached = this.cachedOf(source);
    if (cached?.keys.has(kid)) return cached;
    if (!cached) return this.fetch(source);
    const running = this.fetching.get(keyOf(source));
    if (running) {
      // It may have begun before the key was published.
      const set = await running;
      if (set.keys.has(kid)) return set;
    }
    return this.mayFetch(source.id) ? this.fetch(source) : cached;
  }

  /** The set as it is now. Throws {@link KeySetUnavailable}. */
  async fetch(source: KeySource): Promise<KeySet> {
    const key = keyOf(source);
    const running = this.fetching.get(key);
    if (running) return running;
    const fetched = this.request(source).finally(() => this.fetching.delete(key));
    this.fetching.set(key, fetched);
    const set = await fetched;
    this.cached.set(source.id, { url: source.jwksUrl, fetchedAt: Date.now(), set });
    return set;
  }

  private cachedOf({ id, jwksUrl }: KeySource): KeySet | undefined {
    const cached = this.cached.get(id);
    const isFresh = cached?.url === jwksUrl && Date.now() - cached.fetchedAt < KEPT_FOR_MS;
    return isFresh ? cached.set : undefined;
  }

  private mayFetch(id: number): boolean {
    const now = Date.now();
    const { left, since } = this.allowance.get(id) ?? { left: MAX_FETCHES, since: now };
    const regained = Math.floor((now - since) / FETCH_AGAIN_AFTER_MS);
    const available = Math.min(MAX_FETCHES, left + regained);
    const counted = available === MAX_FETCHES ? now : since + regained * FETCH_AGAIN_AFTER_MS;
    this.allowance.set(id, { left: Math.max(0, available - 1), since: counted });
    return available > 0;
  }

  private async request({ jwksUrl }: KeySource): Promise<KeySet> {
    const sentAt = Date.now();
    const reply = await this.http
      .send({ method: 'GET', url: jwksUrl, headers: { accept: 'application/json' } })
      .catch((error: unknown) => {
        throw unavailable(error);
      });
    if (reply.status !== 200) {
      throw new KeySetUnavailable('wrong_jwks_url', `the reply has status ${reply.status}`);
    }
    if (reply.isTruncated) throw new KeySetUnavailable('wrong_jwks_url', 'the reply is too long');
    return parseKeySet(reply.body, clockAhead(reply.headers['date'], (sentAt + Date.now()) / 2));
  }
}

function keyOf({ id, jwksUrl }: KeySource): string {
  return `${id} ${jwksUrl}`;
}

function unavailable(error: unknown): KeySetUnavailable {
  if (error instanceof Error && error.name === 'TargetRefused') {
    return new KeySetUnavailable('target_not_allowed', error.message);
  }
  return new KeySetUnavailable('unreachable', 'no reply');
}

function clockAhead(date: string | undefined, now: number): number | undefined {
  const theirs = Date.parse(date ?? '');
  // The header has whole seconds: on average half a second is cut off.
  return Number.isNaN(theirs) ? undefined : Math.round((theirs + 500 - now) / 1000) * 1000;
}

/** Throws {@link KeySetUnavailable} for a text that is not a key set with a usable key. */
function parseKeySet(text: string, ahead: number | undefined): KeySet {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new KeySetUnavailable('wrong_jwks_url', 'the reply is not JSON');
  }
  const { keys: listed, instance } = (value ?? {}) as { keys?: unknown; instance?: unknown };
  if (!Array.isArray(listed)) throw new KeySetUnavailable('wrong_jwks_url', 'the reply is not a key set');
  const keys = new Map<string, KeyObject>();
  for (const entry of listed.slice(0, MAX_KEYS) as unknown[]) {
    const found = usableKey(entry);
    if (found && !keys.has(found.kid)) keys.set(found.kid, found.key);
  }
  if (keys.size === 0) throw new KeySetUnavailable('wrong_jwks_url', 'the key set has no usable key');
  return { keys, gatehouseName: announcedName(instance), clockAhead: ahead };
}

function announcedName(instance: unknown): string | undefined {
  const { software, name } = (instance ?? {}) as { software?: unknown; name?: unknown };
  return software === 'gatehouse' && typeof name === 'string' ? name : undefined;
}

function usableKey(entry: unknown): { kid: string; key: KeyObject } | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined;
  const { kty, kid, n, e, use, alg } = entry as Record<string, unknown>;
  const isForUs = (use === undefined || use === 'sig') && (alg === undefined || alg === 'RS256');
  if (kty !== 'RSA' || typeof kid !== 'string' || kid === '' || !isForUs) return undefined;
  try {
    const key = createPublicKey({ key: { kty: 'RSA', n, e } as JsonWebKey, format: 'jwk' });
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
    return bits >= 2048 && bits <= MAX_BITS ? { kid, key } : undefined;
  } catch {
    return undefined;
  }
}
