import type { SourceUser } from './resolver';
import { byAnswers } from './outcome';

/**
 * Users of a sample: administrators, the anonymous user, those who are denied something by assignments of their own, one of each set of groups
 * in which a group is denied something, and `size` others, which depend on the seed alone.
 */
export function sampleOf(
  users: readonly SourceUser[],
  {
    size,
    seed,
    denyingGroups,
  }: { readonly size: number; readonly seed: number; readonly denyingGroups: ReadonlySet<number> },
): readonly SourceUser[] {
  const chosen = new Set(
    users.filter((user) => user.isAdministrator || user.isAnonymous || user.hasOwnDenials),
  );
  for (const [first] of byAnswers(users))
    if (first?.groups.some((group) => denyingGroups.has(group))) chosen.add(first);
  const others = users.filter((user) => !chosen.has(user));
  const random = generator(seed);
  for (let count = Math.min(size, others.length); count > 0; count--) {
    const index = Math.floor(random() * others.length);
    const [user] = others.splice(index, 1);
    if (user) chosen.add(user);
  }
  return users.filter((user) => chosen.has(user));
}

/** Numbers from 0 to 1 by xorshift. */
function generator(seed: number): () => number {
  let state = (seed ^ 0x9e3779b9) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
