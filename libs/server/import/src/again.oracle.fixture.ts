import {
  type World,
  copyOfWorld,
  emptyWorld,
  isAtOrBelow,
  removePrincipal,
  removeResource,
} from './again.fixture';

/** From the narrowest to the widest. */
const ORDER = ['deny recursive', 'deny match', undefined, 'allow match', 'allow recursive'];
const narrower = (one: string | undefined, other: string | undefined): string | undefined =>
  ORDER.indexOf(one) < ORDER.indexOf(other) ? one : other;
const denies = (value: string | undefined): boolean => value?.startsWith('deny') ?? false;

/** A field of something that was imported: what changed on one side follows it; of both, this side is kept. */
function field(last: string, source: string, here: string): string {
  return source === last ? here : here === last ? source : here;
}

/**
 * What an import leaves: written from docs/reference/import.md, with maps instead of tables. `last` is the source at the last import,
 * and `known` everything of it that was ever imported.
 */
export function imported(last: World, source: World, here: World): World {
  const result = copyOfWorld(here);
  const made = (key: string): boolean => last.assignments.get(key) !== here.assignments.get(key);
  // Objects that the source does not have any more.
  for (const kind of ['users', 'groups'] as const)
    for (const name of last[kind].keys()) {
      if (source[kind].has(name) || !here[kind].has(name)) continue;
      const stays =
        kind === 'groups' &&
        [...here.assignments].some(
          ([key, value]) => key.startsWith(`group ${name} `) && denies(value) && made(key),
        );
      if (!stays) removePrincipal(result, kind === 'users' ? 'user' : 'group', name);
    }
  for (const path of last.resources.keys()) {
    if (source.resources.has(path) || !here.resources.has(path)) continue;
    const stays = [...here.assignments].some(
      ([key, value]) => isAtOrBelow(key.split(' ')[2] ?? '', path) && denies(value) && made(key),
    );
    if (!stays) removeResource(result, path);
  }
  // Objects that it has.
  for (const kind of ['users', 'groups'] as const)
    for (const [name, value] of source[kind]) {
      const before = last[kind].get(name);
      const present = here[kind].get(name);
      if (before === undefined) result[kind].set(name, value);
      else if (present !== undefined) result[kind].set(name, field(before, value, present));
    }
  for (const path of [...source.resources.keys()].sort((one, other) => one.length - other.length)) {
    const display = source.resources.get(path) ?? '';
    const before = last.resources.get(path);
    const present = here.resources.get(path);
    const parent = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    if (before === undefined) {
      if (path === '' || result.resources.has(parent)) result.resources.set(path, display);
    } else if (present !== undefined && result.resources.has(path))
      result.resources.set(path, field(before, display, present));
  }
  merge(last, source, here, result);
  return result;
}

function merge(last: World, source: World, here: World, result: World): void {
  for (const one of new Set([...last.memberships, ...source.memberships])) {
    const [user = '', group = ''] = one.split(' ');
    if (!result.users.has(user) || !result.groups.has(group)) continue;
    const [before, wanted] = [last.memberships.has(one), source.memberships.has(one)];
    if (wanted && !before) result.memberships.add(one);
    if (!wanted && before) result.memberships.delete(one);
  }
  for (const key of new Set([...last.assignments.keys(), ...source.assignments.keys()])) {
    const [kind, name = '', path = ''] = key.split(' ');
    if (!result[kind === 'user' ? 'users' : 'groups'].has(name) || !result.resources.has(path)) continue;
    const [before, wanted, present] = [last, source, here].map(({ assignments }) => assignments.get(key));
    let value: string | undefined;
    if (wanted === before) value = present;
    else if (present === before) value = wanted;
    else if (present === undefined) value = denies(wanted) ? wanted : undefined;
    else value = narrower(wanted, present);
    if (value === undefined) result.assignments.delete(key);
    else result.assignments.set(key, value);
  }
}

/** What was imported of a source: without what was left out because its parent is not here. */
export function lastOf(last: World, source: World, result: World): World {
  const known = emptyWorld();
  for (const [name, value] of source.users) known.users.set(name, value);
  for (const [name, value] of source.groups) known.groups.set(name, value);
  for (const one of source.memberships) known.memberships.add(one);
  known.resources.clear();
  for (const [path, value] of source.resources)
    if (last.resources.has(path) || result.resources.has(path)) known.resources.set(path, value);
  for (const [key, value] of source.assignments) known.assignments.set(key, value);
  return known;
}
