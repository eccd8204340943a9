import type { Steps } from '@gatehouse/request-body';
import type { Difference } from './difference';

/** Differences between two steps. */
const DIFFERENCES_OF_STEP = 500;

/**
 * Pairs what has vanished with what has appeared beside it under the same title, unless the title is one that siblings of the source have,
 * too (`shared`): it was probably renamed. The resource keeps its assignments only if somebody accepts it, because a hostile source may
 * rename `secret` to `public`.
 */
export function* withRenames(
  differences: readonly Difference[],
  shared: ReadonlySet<Difference>,
): Steps<readonly Difference[]> {
  const vanished = yield* unique(differences, ({ kind }) => kind === 'vanished');
  if (vanished.size === 0) return differences;
  const appeared = yield* unique(
    differences,
    (one) => one.kind === 'appeared' && one.displayName !== one.path.at(-1) && !shared.has(one),
  );
  const renames = new Map<Difference, Difference | undefined>();
  for (const [key, gone] of vanished) {
    const found = gone && appeared.get(key);
    if (!found) continue;
    renames.set(gone, { ...gone, kind: 'renamed', newName: found.path.at(-1), below: undefined });
    // What is below the new name stays: it is created when the resource has been renamed.
    renames.set(found, undefined);
  }
  if (renames.size === 0) return differences;
  return differences.flatMap((one) => (renames.has(one) ? (renames.get(one) ?? []) : one));
}

/** By place, type and title; undefined where several have the same. */
function* unique(
  differences: readonly Difference[],
  isMeant: (difference: Difference) => boolean,
): Steps<ReadonlyMap<string, Difference | undefined>> {
  const found = new Map<string, Difference | undefined>();
  for (const [index, one] of differences.entries()) {
    if (index % DIFFERENCES_OF_STEP === 0) yield DIFFERENCES_OF_STEP * 100;
    if (!isMeant(one)) continue;
    const key = JSON.stringify([one.aboveId, one.path.slice(0, -1), one.type, one.displayName]);
    found.set(key, found.has(key) ? undefined : one);
  }
  return found;
}
