import type { ServiceTree, TargetResource } from '@gatehouse/access-engine';
import { MAX_RESOURCE_NAME_LENGTH } from '@gatehouse/names';
import type { Interpreted } from '../grammar/interpreted';
import type { Touched } from './touched';

/** A letter has two UTF-16 code units at most, also in lower case. */
const MAX_NAME_LENGTH = 2 * MAX_RESOURCE_NAME_LENGTH;

/**
 * Follows path segments down from the service as far as resources of those names exist. At the first that does not, the
 * walk ends: the resource reached represents the requested one, not exactly. Reference: request-mapping#parameters,
 * request-mapping#api.
 */
export function walk(tree: ServiceTree, segments: readonly string[]): TargetResource {
  let resourceId = tree.serviceId;
  for (const segment of segments) {
    const child = tree.childByName(resourceId, segment);
    if (child === undefined) return { resourceId, exact: false };
    resourceId = child;
  }
  return { resourceId, exact: true };
}

/**
 * As {@link walk}, for servers that may ignore the end of a segment: `/private.json` touches what {@link walk} finds, and in
 * addition the child `private`, below which it continues. The permission is needed everywhere if there are too many
 * possibilities to look up. Reference: request-mapping#suffixes.
 */
export function addWithoutSuffixes(
  touched: Touched,
  tree: ServiceTree,
  segments: readonly string[],
  interpreted: Interpreted,
): void {
  let reached = [tree.serviceId];
  for (const segment of segments) {
    const below: number[] = [];
    for (const parentId of reached) {
      const child = tree.childByName(parentId, segment);
      const others = child === undefined ? namesWithoutSuffix(segment) : [];
      if (!interpreted.mayLookUp(1 + others.length)) {
        touched.addEverything();
        return;
      }
      if (child === undefined) touched.add({ resourceId: parentId, exact: false });
      else below.push(child);
      for (const name of others) {
        const namesake = tree.childByName(parentId, name);
        if (namesake !== undefined) below.push(namesake);
      }
    }
    if (below.length === 0) return;
    reached = below;
  }
  for (const resourceId of reached) touched.add({ resourceId, exact: true });
}

/**
 * The names that a segment has up to each of its dots, with and without dots and blanks at their end, and itself without
 * these. Texts that are longer than any name are left out.
 */
function namesWithoutSuffix(segment: string): readonly string[] {
  // Most segments have neither.
  if (!segment.includes('.') && !isBlank(segment.at(-1))) return [];
  const names = new Set<string>();
  const add = (end: number) => {
    if (end > 0 && end <= MAX_NAME_LENGTH) names.add(segment.slice(0, end));
  };
  /** Where the text so far ends without dots and blanks. */
  let end = 0;
  for (let at = 0; at < segment.length && end <= MAX_NAME_LENGTH; at++) {
    if (segment[at] === '.') {
      add(end);
      add(at);
    } else if (!isBlank(segment[at])) end = at + 1;
  }
  if (end < segment.length) add(end);
  return [...names];
}

function isBlank(character: string | undefined): boolean {
  return character !== undefined && character.trim() === '';
}
