import { type Actor, currentActor } from '@gatehouse/database';
import { problem, retryAfter } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';
import { networkOf } from '@gatehouse/wire';
import { HashQueueFull, type HashSource } from './hash-queue';
import type { Passwords } from './passwords';

/** Hashes passwords for requests through the hash queue; 503 if it is full. Reference: sessions#sign-in-limits. */
export class PasswordWork {
  constructor(
    private readonly passwords: Passwords,
    private readonly settings: Pick<Settings, 'passwordQueue' | 'passwordQueuePerAddress'>,
  ) {}

  /** The hash of a new password. Throws 503. */
  hash(password: string): Promise<string> {
    return this.refusing(this.passwords.hash(password, sourceOf(currentActor())));
  }

  /** Whether a password matches a stored hash. Throws 503. */
  verify(
    password: string,
    stored: string | null | undefined,
    source: HashSource = sourceOf(currentActor()),
  ): Promise<boolean> {
    return this.refusing(this.passwords.verify(password, stored, source));
  }

  /** A new hash to replace an outdated one; undefined if the hash is current or the queue is full. */
  async renewed(password: string, stored: string, source: HashSource): Promise<string | undefined> {
    if (!this.passwords.needsRehash(stored, password)) return undefined;
    try {
      return await this.passwords.hash(password, source);
    } catch (error) {
      // The next sign-in renews it.
      if (error instanceof HashQueueFull) return undefined;
      throw error;
    }
  }

  private async refusing<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof HashQueueFull)) throw error;
      const { passwordQueue, passwordQueuePerAddress } = this.settings;
      const limits = { queue: passwordQueue, perAddress: passwordQueuePerAddress };
      throw problem('password_queue_full', limits, retryAfter(error.retryAfter));
    }
  }
}

function sourceOf({ kind, id, address }: Actor): HashSource {
  return kind === 'anonymous'
    ? { isKnown: false, key: networkOf(address ?? '') }
    : { isKnown: true, key: `${kind} ${id ?? ''}` };
}
