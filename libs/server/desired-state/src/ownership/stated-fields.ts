import type { NamedThings, PlannedNode } from '../plan/plan';
import type { ObjectKey } from './file-set';

/** What files state of every object: that there is one of its name. */
const NAME: Readonly<Record<ObjectKey['kind'], readonly string[]>> = {
  user: ['username'],
  group: ['name'],
  resource: ['name'],
};

/** The fields that the files state of an object, by their names there. `idOf`: undefined for what is yet to be created. */
export function statedFields(
  { statedNodes, serviceFields }: NamedThings,
  idOf: (root: PlannedNode) => number | undefined,
): (key: ObjectKey) => readonly string[] {
  const ofServices = new Map<number, readonly string[]>();
  for (const node of statedNodes) {
    const fields = node.parent ? undefined : serviceFields.get(node.name);
    const id = fields && idOf(node);
    if (fields && id !== undefined) ofServices.set(id, ['name', ...fields]);
  }
  return ({ kind, id }) => (kind === 'resource' ? ofServices.get(id) : undefined) ?? NAME[kind];
}
