import { Inject, Injectable } from '@nestjs/common';
import { type Actor, currentActor } from '@gatehouse/database';
import type { PasswordHasher } from '@gatehouse/directory';
import { SETTINGS } from '@gatehouse/http';
import { HashQueueFull, type HashSource, Passwords } from '@gatehouse/identity';
import { problem, retryAfter } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';
import { networkOf } from '@gatehouse/wire';

/** Hashes of passwords on behalf of requests: in their turn, and 503 where too many wait. Reference: sessions#sign-in-limits. */
@Injectable()
export class PasswordWork implements PasswordHasher {
  constructor(
    @Inject(Passwords) private readonly passwords: Passwords,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** The stored form of a new password, for whoever sends the request. Throws 503. */
  hash(password: string): Promise<string> {
    return this.refusing(this.passwords.hash(password, sourceOf(currentActor())));
  }

  /** Whether a password belongs to a stored form. Throws 503. */
  verify(
    password: string,
    stored: string | null | undefined,
    source: HashSource = sourceOf(currentActor()),
  ): Promise<boolean> {
    return this.refusing(this.passwords.verify(password, stored, source));
  }

  /** A stored form to replace one that is outdated; undefined where there is none to make, or no time for it. */
  async renewed(password: string, stored: string, source: HashSource): Promise<string | undefined> {
    if (!this.passwords.needsRehash(stored)) return undefined;
    try {
      return await this.passwords.hash(password, source);
    } catch (error) {
      // The next sign-in will do.
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
