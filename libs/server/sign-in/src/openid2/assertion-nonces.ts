import { createHash } from 'node:crypto';
import type { RequestCounts } from '@gatehouse/identity';
import { CLOCK_TOLERANCE_SECONDS, MAX_NONCE_AGE_SECONDS } from './assertion';

/** Longer than any nonce is accepted, in seconds. */
const ONCE = {
  action: 'openid_assertion',
  most: 1,
  window: 2 * (MAX_NONCE_AGE_SECONDS + CLOCK_TOLERANCE_SECONDS),
};

/** The nonces of assertions that were used. */
export interface AssertionNonces {
  /** Whether the nonce is new; it is used from then on. */
  take(endpoint: string, nonce: string): Promise<boolean>;
}

/** Nonces in the database, so that an assertion counts once for all replicas. */
export class CountedNonces implements AssertionNonces {
  constructor(private readonly counts: Pick<RequestCounts, 'take'>) {}

  async take(endpoint: string, nonce: string): Promise<boolean> {
    const subject = createHash('sha256').update(`${endpoint}\n${nonce}`).digest('hex');
    return (await this.counts.take(ONCE, subject)) === undefined;
  }
}
