/** Numbers determined by a seed. */
export interface Random {
  /** A whole number from 0 to below `end`. */
  below(end: number): number;
  /** One of a list. */
  of<T>(list: readonly T[]): T;
  /** True with the given probability. */
  chance(share: number): boolean;
}

/** Every list of numbers is the seed of a separate sequence. Source: the mulberry32 generator, which is in the public domain. */
export function randomOf(...seeds: readonly number[]): Random {
  let state = seeds.reduce(
    (sum, seed) => Math.imul(sum ^ (seed + 0x9e3779b9), 0x85ebca6b) ^ (sum >>> 13),
    0x1234567,
  );
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x100000000;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    below,
    of: <T>(list: readonly T[]): T => {
      if (list.length === 0) throw new Error('an empty list');
      // The list may hold `undefined` as one of its values.
      return list[below(list.length)] as T;
    },
    chance: (share) => next() < share,
  };
}
