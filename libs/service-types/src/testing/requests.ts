import type { ServiceTree } from '@gatehouse/access-engine';
import { PLAIN_OPTIONS, type ReadingContext } from '../grammar/context';
import type { PatternEngine } from '../pattern-engine';
import type { ServiceRequest } from '../request';

/** A node of a tree in tests: its id, and its name and type. */
export interface TreeNode {
  readonly id: number;
  readonly parentId: number;
  readonly name: string;
  readonly type: string;
}

/** A tree below the service 1. */
export function treeOf(nodes: readonly TreeNode[]): ServiceTree {
  const lower = (text: string) => text.toLowerCase();
  const folded = (text: string) => lower(text.replaceAll(/[ :-]/g, '_'));
  const byId = (id: number) => nodes.find((node) => node.id === id);
  const below = (parentId: number) => nodes.filter((node) => node.parentId === parentId);
  return {
    serviceId: 1,
    childByName: (parentId, name) => below(parentId).find((node) => lower(node.name) === lower(name))?.id,
    childrenOf: (parentId) => below(parentId).map(({ id }) => id),
    childrenByFold: (parentId, wanted) =>
      below(parentId)
        .filter(({ name }) =>
          [folded(name), folded(name.slice(name.indexOf(':') + 1))].includes(folded(wanted)),
        )
        .map(({ id }) => id),
    nameOf: (id) => byId(id)?.name ?? '',
    typeOf: (id) => byId(id)?.type ?? (id === 1 ? 'service' : ''),
  };
}

/** A GET request without query and body, with changes. */
export function requestOf(changes: Partial<ServiceRequest> = {}): ServiceRequest {
  return {
    method: 'GET',
    segments: [],
    isPlainPath: true,
    query: '',
    body: { kind: 'none' },
    limits: { names: 1_000, interpreted: 1_000_000 },
    parseXml: () => ({ problem: 'it is not expected here' }),
    ...changes,
  };
}

/** For types without patterns. */
const NO_PATTERNS: PatternEngine = {
  sizeOf: () => 0,
  compile: () => ({ expected: 'no pattern' }),
};

/** A service without options, and without patterns unless an engine is given; with changes. */
export function contextOf(tree: ServiceTree, changes: Partial<ReadingContext> = {}): ReadingContext {
  return { ...PLAIN_OPTIONS, configuration: {}, patterns: NO_PATTERNS, tree, ...changes };
}
