import type { AccessSnapshot } from '@gatehouse/access-engine';
import { shareSmallText } from '@gatehouse/wire';
import { LRUCache } from 'lru-cache';

interface CachedListing<Listing> {
  readonly access: AccessSnapshot;
  readonly revision: number;
  readonly listing: Listing;
}

/** Maximum number of characters of all texts together. */
const MAX_TEXT = 4_000_000;

/**
 * Listings and their texts, by what selects them; each is used at the revision at which it was made only. Those that are too
 * large to be written in one step are not kept.
 */
export class CachedListings<Listing extends object> {
  private readonly cache = new LRUCache<string, CachedListing<Listing>>({ maxSize: MAX_TEXT });

  /** The listing that `key` selects; `compute` derives it only from the key and the records at the revision of `access`. */
  at(access: AccessSnapshot, key: string, compute: () => Listing): Listing {
    const { revision } = access;
    const cached = this.cache.get(key);
    if (cached?.access === access && cached.revision === revision) return cached.listing;
    const listing = compute();
    const text = shareSmallText(listing);
    if (text === undefined) this.cache.delete(key);
    else this.cache.set(key, { access, revision, listing }, { size: key.length + text.length });
    return listing;
  }
}
