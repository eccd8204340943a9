import type { Anchor } from './anchor';
import type { ChainHead, ChainName, ChainProblem } from './chain';

/** What the anchors of a chain show about the part that was removed. */
export interface RemovedPart {
  readonly problems: readonly ChainProblem[];
  /** The last positions of removals by earlier versions, whose anchors say nothing about them. */
  readonly unproven: readonly number[];
}

/**
 * Whether the anchors of a chain, the oldest first, are about the whole part before their last position, each about as many
 * links as there were, and each with its event.
 */
export function verifyAnchors(chain: ChainName, anchors: readonly Anchor[]): RemovedPart {
  const problems: ChainProblem[] = [];
  const unproven: number[] = [];
  let through = 0;
  for (const { removedThrough, removal } of anchors) {
    // Earlier versions did not write any after one of this version.
    if (!removal && unproven.at(-1) === (through || undefined)) unproven.push(removedThrough);
    else if (!removal || !isConsistent(removal, through, removedThrough))
      problems.push({ chain, position: removedThrough, problem: 'wrong-anchor' });
    else if (removal.needsEvent && !removal.hasEvent)
      problems.push({ chain, position: removedThrough, problem: 'unrecorded-removal' });
    through = removedThrough;
  }
  return { problems, unproven };
}

function isConsistent(
  { first, number, isAfterLastLink }: NonNullable<Anchor['removal']>,
  through: number,
  last: number,
): boolean {
  return isAfterLastLink && first === through + 1 && last >= first && number === last - first + 1;
}

/** What the anchors show about heads in the part that was removed. */
export function verifyRemovedHeads(
  anchors: readonly Anchor[],
  expected: readonly ChainHead[],
): { readonly problems: readonly ChainProblem[]; readonly unverifiable: readonly ChainHead[] } {
  const hashes = new Map(anchors.map(({ removedThrough, hash }) => [removedThrough, hash.toString('hex')]));
  const unverifiable = expected.filter(({ position }) => !hashes.has(position));
  const problems = expected
    .filter(({ position, hash }) => hashes.has(position) && hashes.get(position) !== hash)
    .map(({ chain, position }) => ({ chain, position, problem: 'unexpected-head' as const }));
  return { problems, unverifiable };
}
