import { nameKey } from '@gatehouse/names';
import { IntColumn } from './int-column';

const NONE = 0;
const INITIAL_BUCKETS = 64;

/**
 * Finds a resource by its parent and its name, ignoring case. It is a hash table with linear hashing: each
 * addition splits at most one bucket, so that no change pays for rehashing a million names.
 *
 * Only hashes are stored; the caller compares the names of the returned slots.
 */
export class NameIndex {
  private readonly buckets = new IntColumn();
  private readonly hashes = new IntColumn();
  /** The next slot of the same bucket, plus one. */
  private readonly nexts = new IntColumn();
  private round = INITIAL_BUCKETS;
  private split = 0;
  private count = 0;

  constructor() {
    this.buckets.grow(INITIAL_BUCKETS);
  }

  /** Prepares an empty index for a number of names. */
  expect(count: number): void {
    while (this.round < count) this.round *= 2;
    this.buckets.grow(this.round);
  }

  add(slot: number, parent: number, name: string): void {
    this.hashes.grow(slot + 1);
    this.nexts.grow(slot + 1);
    const hash = hashOf(parent, nameKey(name));
    this.hashes.set(slot, hash);
    this.link(slot, this.bucketOf(hash));
    this.count++;
    if (this.count > this.round + this.split) this.splitNext();
  }

  delete(slot: number): void {
    const bucket = this.bucketOf(this.hashes.get(slot));
    const next = this.nexts.get(slot);
    this.count--;
    let at = this.buckets.get(bucket);
    if (at === slot + 1) {
      this.buckets.set(bucket, next);
      return;
    }
    while (this.nexts.get(at - 1) !== slot + 1) at = this.nexts.get(at - 1);
    this.nexts.set(at - 1, next);
  }

  /** Calls `visit` with each slot that may be the child of that name; there can be false positives. */
  candidates(parent: number, lowerCaseName: string, visit: (slot: number) => void): void {
    const hash = hashOf(parent, lowerCaseName);
    for (let at = this.buckets.get(this.bucketOf(hash)); at !== NONE; at = this.nexts.get(at - 1)) {
      if (this.hashes.get(at - 1) === hash) visit(at - 1);
    }
  }

  private bucketOf(hash: number): number {
    const bucket = hash & (this.round - 1);
    return bucket < this.split ? hash & (2 * this.round - 1) : bucket;
  }

  private link(slot: number, bucket: number): void {
    this.nexts.set(slot, this.buckets.get(bucket));
    this.buckets.set(bucket, slot + 1);
  }

  private splitNext(): void {
    const from = this.split;
    this.buckets.grow(this.round + this.split + 1);
    this.split++;
    let at = this.buckets.get(from);
    this.buckets.set(from, NONE);
    while (at !== NONE) {
      const next = this.nexts.get(at - 1);
      this.link(at - 1, this.bucketOf(this.hashes.get(at - 1)));
      at = next;
    }
    if (this.split === this.round) {
      this.round *= 2;
      this.split = 0;
    }
  }
}

/** FNV-1a over the name, seeded with the parent, and mixed, because the lowest bits select the bucket. */
function hashOf(parent: number, name: string): number {
  let hash = 0x811c9dc5 ^ Math.imul(parent + 1, 0x9e3779b1);
  for (let index = 0; index < name.length; index++) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  }
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}
