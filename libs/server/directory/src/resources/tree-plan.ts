import type { ResourceTypeName } from '@gatehouse/service-types';
import type { ProtectedService } from '../services/protected-service';
import type { NewTreeResource, ResourceNode } from './resource';
import { rejectTooDeep, typeBelow, validateDisplayName, validateResourceName } from './resource-rules';
import type { ParentPosition } from './resource-repository';

type Parent = { -readonly [Key in keyof ParentPosition]: ParentPosition[Key] };

/**
 * The resources to insert for new ones of a service, each the last child of its parent. Throws the first rule that one of
 * them violates.
 */
export function planTree(
  service: ProtectedService,
  input: readonly NewTreeResource[],
  stored: ReadonlyMap<number, ParentPosition>,
  ids: readonly number[],
): ResourceNode[] {
  const parents = new Map<number | NewTreeResource, Parent>();
  for (const { parent } of input) {
    const position = typeof parent === 'number' ? stored.get(parent) : undefined;
    if (position) parents.set(position.id, { ...position });
  }
  const hasChildren = new Set(input.map(({ parent }) => parent));
  const allowed = new Map<string, ResourceTypeName>();
  return input.map((resource, index) => {
    const parent = parents.get(resource.parent);
    const id = ids[index];
    if (!parent || id === undefined) throw new Error('a parent has to precede its children');
    const key = `${parent.type}/${resource.typeName}`;
    const type = allowed.get(key) ?? typeBelow({ type: parent.type, service }, resource.typeName);
    allowed.set(key, type);
    validateResourceName(resource.name);
    const displayName = validateDisplayName(resource);
    const level = parent.level + 1;
    rejectTooDeep(parent.id, level);
    if (hasChildren.has(resource)) parents.set(resource, { id, type, level, last: 0, serviceId: service.id });
    parent.last += 1;
    return {
      id,
      name: resource.name,
      displayName,
      type,
      parentId: parent.id,
      rootServiceId: service.id,
      ordering: parent.last,
    };
  });
}
