import { problem, retryAfter } from '@gatehouse/problems';
import type { Caller } from '../caller';
import type { LargeReplyLimits } from './limits';

/** Seconds after which a refused request may be repeated. */
const RETRY_AFTER_SECONDS = 10;

const ANONYMOUS = 'anonymous';

/** The large replies that are being written, so that neither one caller nor all together take the whole process. */
export class LargeReplyPlaces {
  private readonly taken = new Map<number | typeof ANONYMOUS, number>();
  private size = 0;

  constructor(
    private readonly limits: Pick<LargeReplyLimits, 'maxAtOnce' | 'maxOfUser' | 'maxOfAnonymous'>,
  ) {}

  /** Takes a place, and returns the function that gives it back. Throws `too_many_large_replies`. */
  take(caller: Caller | undefined): () => void {
    const { maxAtOnce, maxOfUser, maxOfAnonymous } = this.limits;
    const key = caller?.kind === 'user' ? caller.userId : ANONYMOUS;
    const own = this.taken.get(key) ?? 0;
    if (this.size >= maxAtOnce || own >= (key === ANONYMOUS ? maxOfAnonymous : maxOfUser))
      throw problem('too_many_large_replies', {}, retryAfter(RETRY_AFTER_SECONDS));
    this.taken.set(key, own + 1);
    this.size += 1;
    return () => {
      const left = (this.taken.get(key) ?? 1) - 1;
      if (left === 0) this.taken.delete(key);
      else this.taken.set(key, left);
      this.size -= 1;
    };
  }
}
