import type { Persona, WorldService } from './world';

/** What a service does when it answers: an operation on what has a path in its tree, names below the service. */
export interface Deed {
  readonly permission: string;
  readonly path: readonly string[];
}

/** Stands for what is not known to the tree, or is not named: only what holds for all above it counts. */
export const UNKNOWN = '?';

/**
 * Whether somebody may have something done, by the rules as they were written: the nearest rule of the user's own, else the
 * nearest for everybody. Spec: permissions 3.3, in the words of a world with one user and one group; no engine has part in it.
 */
export function mayHave(service: WorldService, persona: Persona, { permission, path }: Deed): boolean {
  if (persona === 'administrator') return true;
  const known = ['s'];
  for (const name of path) {
    const child = `${known.at(-1)}/${name.toLowerCase()}`;
    // A slash that a service has opted in to is a letter of a name; no node has such a name.
    if (name.includes('/') || !(child in service.nodes)) break;
    known.push(child);
  }
  const isThere = known.length === path.length + 1;
  const nearest = (holder: 'user' | 'public') =>
    [...known].reverse().flatMap((node, height) =>
      service.rules
        .filter((rule) => rule.holder === holder && rule.path === node)
        .map((rule) => rule.permission.split('-'))
        .filter(
          ([name, , scope]) => name === permission && (scope === 'recursive' || (height === 0 && isThere)),
        )
        .map(([, access]) => access),
    )[0];
  return ((persona === 'member' ? nearest('user') : undefined) ?? nearest('public')) === 'allow';
}
