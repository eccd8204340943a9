/** A resource of a list of paths. */
export interface PathNode {
  /** Names from the branch down to the resource. */
  readonly path: readonly string[];
  readonly type: string;
}

/** Why a line of the list is not possible. */
export interface PathFault {
  readonly line: string;
  readonly reason: 'name' | 'type';
  readonly type: string;
  readonly parentType: string;
}

/** What resource types are allowed where: by the type of the parent. */
export type Structure = Readonly<Record<string, readonly string[]>>;

/** The types of the resources of a list. */
export interface PathTypes {
  /** Type of the resource that the paths are below. */
  readonly parent: string;
  readonly inner: string;
  readonly leaf: string;
}

const NAME = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]{1,100}$/u;

/** Types allowed below a type; a service type without restrictions allows all of its types. */
export function allowedBelow(structure: Structure, all: readonly string[], type: string): readonly string[] {
  return Object.keys(structure).length === 0 ? all : (structure[type] ?? []);
}

/**
 * The resources of a list of paths, each once and parents before children, and the lines that are not
 * possible. A name that is last in one line and not in another gets the type of names that are not last.
 */
export function readPaths(
  text: string,
  types: PathTypes,
  allowed: (type: string) => readonly string[],
): { nodes: PathNode[]; faults: PathFault[] } {
  const paths = text
    .split(/\r?\n/)
    .map((line) => ({
      line: line.trim(),
      names: line
        .split('/')
        .map((name) => name.trim())
        .filter(Boolean),
    }))
    .filter(({ names }) => names.length > 0);
  const inner = new Set(paths.flatMap(({ names }) => prefixes(names).slice(0, -1).map(key)));
  const typeOf = (path: readonly string[]): string => (inner.has(key(path)) ? types.inner : types.leaf);
  const nodes = new Map<string, PathNode>();
  const faults: PathFault[] = [];
  for (const { line, names } of paths) {
    if (names.some((name) => !NAME.test(name) || name === '.' || name === '..')) {
      faults.push({ line, reason: 'name', type: '', parentType: '' });
      continue;
    }
    const steps = prefixes(names).map((path) => ({ path, type: typeOf(path) }));
    const parentTypes = [types.parent, ...steps.map(({ type }) => type)];
    const wrong = steps.findIndex(({ type }, index) => !allowed(parentTypes[index] ?? '').includes(type));
    const fault = steps[wrong];
    if (fault) faults.push({ line, reason: 'type', type: fault.type, parentType: parentTypes[wrong] ?? '' });
    else for (const step of steps) nodes.set(key(step.path), step);
  }
  return { nodes: [...nodes.values()].sort((a, b) => a.path.length - b.path.length), faults };
}

function prefixes(names: readonly string[]): string[][] {
  return names.map((_, index) => names.slice(0, index + 1));
}

/** Names of siblings are the same regardless of case. */
const key = (path: readonly string[]): string => path.join('/').toLowerCase();

/** The types to begin with: names that are not last have children, and the last ones are files where there are files. */
export function likelyTypes(
  parent: string,
  allowed: (type: string) => readonly string[],
): { inner: string; leaf: string } {
  const here = allowed(parent);
  const inner = here.find((type) => allowed(type).length > 0) ?? here[0] ?? '';
  const below = inner === '' ? [] : allowed(inner);
  const leaf = below.find((type) => allowed(type).length === 0) ?? below[0] ?? inner;
  return { inner, leaf };
}
