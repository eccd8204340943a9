import { OPERATIONS_PER_STEP, type Steps } from '../../steps';
import { isRecursive, principalOf } from '../assignment-code';
import { NONE } from '../compiled-decision';
import type { CompiledStore } from '../compiled-store';
import { IntStack } from '../int-stack';
import { NO_SLOT } from '../resource-table';
import { type AssignmentOverlay, type CompiledEdit, assignmentsOn } from './assignment-overlay';

/**
 * Resources with the same decision for any affected user: a resource with relevant assignments or edits
 * itself (`exact`), or those below it without any, for which it decides as for an unregistered target.
 */
interface Zone {
  readonly node: number;
  readonly exact: boolean;
}

/** The resources on which edits of one permission can change a decision, and the principals whose assignments matter there. */
export interface Region {
  readonly zones: readonly Zone[];
  /** The resources, and the index of the zone of each. */
  readonly nodes: IntStack;
  readonly zoneOf: IntStack;
  /** The groups with relevant assignments, on these resources or above them. */
  readonly groups: ReadonlySet<number>;
  /** The affected users with own relevant assignments. */
  readonly users: ReadonlySet<number>;
  /** Whether there are more resources than were visited. */
  readonly truncated: boolean;
}

/** The affected users, as flags by slot, and the groups that any of them is in. */
export interface Affected {
  readonly users: Uint8Array;
  readonly groups: ReadonlySet<number>;
}

/** Visits the resources below edits, each once. `most` is their maximum number. */
export function* regionOf(
  store: CompiledStore,
  {
    overlay,
    edits,
    permission,
  }: { overlay: AssignmentOverlay; edits: readonly CompiledEdit[]; permission: number },
  affected: Affected,
  most: number,
): Steps<Region> {
  const { resources } = store;
  const zones: Zone[] = [];
  const [nodes, zoneOf] = [new IntStack(), new IntStack()];
  const groups = new Set<number>();
  const users = new Set<number>();
  const visited = new Uint8Array(resources.slots);

  /** Collects the principals with relevant assignments on a resource; whether there are any. */
  const collect = (node: number): boolean => {
    let found = overlay.on(node).length > 0;
    for (const { kind, principal } of overlay.on(node)) (kind === 'user' ? users : groups).add(principal);
    if (((resources.groupMask(node) >>> permission) & 1) !== 0) {
      for (const held of assignmentsOn(store, 'group', node, permission)) {
        if (!affected.groups.has(principalOf(held))) continue;
        groups.add(principalOf(held));
        found = true;
      }
    }
    for (const held of assignmentsOn(store, 'user', node, permission)) {
      if (affected.users[principalOf(held)] !== 1) continue;
      users.add(principalOf(held));
      found = true;
    }
    return found;
  };

  let operations = 0;
  for (const { node: root, below } of rootsOf(store, edits)) {
    if (visited[root] === 1 && !below) continue;
    for (let above = resources.parent(root); above !== NO_SLOT; above = resources.parent(above))
      collect(above);
    /** Pairs of a resource and the resource whose zone it is in without relevant assignments. */
    const pending = [root, NO_SLOT];
    const inheriting = new Map<number, number>();
    for (;;) {
      const above = pending.pop();
      const node = pending.pop();
      if (above === undefined || node === undefined) break;
      if (++operations % OPERATIONS_PER_STEP === 0) yield 0;
      if (visited[node] === 1) continue;
      if (nodes.length >= most) return { zones, nodes, zoneOf, groups, users, truncated: true };
      visited[node] = 1;
      const isOwn = collect(node) || above === NO_SLOT;
      let zone = isOwn ? undefined : inheriting.get(above);
      if (zone === undefined) {
        zone = zones.push(isOwn ? { node, exact: true } : { node: above, exact: false }) - 1;
        if (!isOwn) inheriting.set(above, zone);
      }
      nodes.push(node);
      zoneOf.push(zone);
      if (!below) continue;
      const children = resources.childSlots(node);
      for (let index = children.length - 1; index >= 0; index--) {
        if (++operations % OPERATIONS_PER_STEP === 0) yield 0;
        const child = children[index];
        if (child !== undefined) pending.push(child, isOwn ? node : above);
      }
    }
  }
  return { zones, nodes, zoneOf, groups, users, truncated: false };
}

/** The edited resources, those closer to the service first, and whether an edit of each concerns what is below it. */
function rootsOf(
  { resources }: CompiledStore,
  edits: readonly CompiledEdit[],
): { readonly node: number; readonly below: boolean }[] {
  const roots = new Map<number, boolean>();
  for (const { node, before, after } of edits) {
    const below = [before, after].some((strength) => strength !== NONE && isRecursive(strength));
    roots.set(node, below || (roots.get(node) ?? false));
  }
  const levelOf = (node: number): number => {
    let level = 0;
    for (let at = resources.parent(node); at !== NO_SLOT; at = resources.parent(at)) level++;
    return level;
  };
  return (
    [...roots]
      .map(([node, below]) => ({ node, below, level: levelOf(node) }))
      // Those with everything below first: what they visit includes the others.
      .sort(
        (a, b) =>
          Number(b.below) - Number(a.below) ||
          a.level - b.level ||
          resources.id(a.node) - resources.id(b.node),
      )
  );
}
