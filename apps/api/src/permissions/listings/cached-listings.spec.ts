import type { AccessSnapshot } from '@gatehouse/access-engine';
import { CachedListings } from './cached-listings';

const at = (revision: number) => ({ revision }) as AccessSnapshot;

describe('cached listings', () => {
  it('are computed once for each key at a revision', () => {
    const listings = new CachedListings<object>();
    const access = at(1);
    const first = listings.at(access, 'ada', () => ({ maps: [1] }));
    expect(listings.at(access, 'ada', () => ({ maps: [2] }))).toBe(first);
    expect(listings.at(access, 'bo', () => ({ maps: [3] }))).toEqual({ maps: [3] });
  });

  it('are computed again at another revision, and from another snapshot of the same revision', () => {
    const listings = new CachedListings<object>();
    const access = { revision: 1 };
    const of = (snapshot: object, value: number) =>
      listings.at(snapshot as AccessSnapshot, 'ada', () => ({ value }));
    expect(of(access, 1)).toEqual({ value: 1 });
    access.revision = 2;
    expect(of(access, 2)).toEqual({ value: 2 });
    expect(of({ revision: 2 }, 3)).toEqual({ value: 3 });
    expect(of(access, 4)).toEqual({ value: 4 });
  });

  it('are not cached if they are too large to be written in one step', () => {
    const listings = new CachedListings<object>();
    const access = at(1);
    const large = () => ({ list: Array.from({ length: 3_000 }, () => 0) });
    expect(listings.at(access, 'ada', large)).not.toBe(listings.at(access, 'ada', large));
  });

  it('make room for each other', () => {
    const listings = new CachedListings<object>();
    const access = at(1);
    const make = () => ({ text: 'x'.repeat(1_000_000) });
    const first = listings.at(access, 'ada', make);
    for (let number = 0; number < 4; number += 1) listings.at(access, String(number), make);
    expect(listings.at(access, 'ada', make)).not.toBe(first);
  });
});
