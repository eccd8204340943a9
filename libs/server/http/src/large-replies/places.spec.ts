import type { Caller } from '../caller';
import { LargeReplyPlaces } from './places';

const user = (userId: number) => ({ kind: 'user', userId }) as Caller;

/** Whether a place is free, without keeping it. */
function isFree(places: LargeReplyPlaces, caller: Caller | undefined): boolean {
  try {
    places.take(caller)();
    return true;
  } catch (error) {
    expect(error).toMatchObject({
      errorCode: 'too_many_large_replies',
      status: 429,
      details: { headers: { 'Retry-After': expect.stringMatching(/^\d+$/) } },
    });
    return false;
  }
}

describe('the places for large replies', () => {
  it('are bounded for each user and for all callers without session, and free again when given back', () => {
    const places = new LargeReplyPlaces({ maxAtOnce: 10, maxOfUser: 2, maxOfAnonymous: 1 });
    const first = places.take(user(1));
    places.take(user(1));
    expect(isFree(places, user(1))).toBe(false);
    expect(isFree(places, user(2))).toBe(true);
    places.take(undefined);
    expect(isFree(places, { kind: 'anonymous' })).toBe(false);
    first();
    expect(isFree(places, user(1))).toBe(true);
  });

  it('are bounded in all', () => {
    const places = new LargeReplyPlaces({ maxAtOnce: 3, maxOfUser: 2, maxOfAnonymous: 1 });
    const giveBack = [1, 1, 2].map((id) => places.take(user(id)));
    expect(isFree(places, user(3))).toBe(false);
    giveBack[0]?.();
    expect(isFree(places, user(3))).toBe(true);
  });
});
