import { nameOf, parentOf } from '@gatehouse/conformance';
import { Resource, ServiceRow } from '@gatehouse/database';
import type { EntityManager } from 'typeorm';

/** A service in the notation of the conformance cases. */
export interface WrittenService {
  readonly serviceType: string;
  readonly configuration?: Readonly<Record<string, unknown>> | null;
  /** The type of each node by its path, which starts with the service; each node after its parent. */
  readonly nodes: Readonly<Record<string, string>>;
}

/** Stores a service under a unique name; returns the ids of its nodes by their paths. */
export async function addServiceTree(
  manager: EntityManager,
  name: string,
  url: string,
  { serviceType, configuration = null, nodes }: WrittenService,
): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>();
  for (const [path, type] of Object.entries(nodes)) {
    const parent = parentOf(path);
    const own = parent === undefined ? name : nameOf(path);
    const { id } = await manager.save(
      manager.create(Resource, {
        name: own,
        displayName: own,
        type,
        parentId: parent === undefined ? null : ids.get(parent),
        rootServiceId: parent === undefined ? null : ids.get(path.split('/')[0] ?? ''),
        ordering: ids.size,
      }),
    );
    ids.set(path, id);
    if (parent === undefined)
      await manager.insert(ServiceRow, {
        resourceId: id,
        type: serviceType,
        url,
        // The column accepts any object; the type of inserts requires its members.
        configuration: configuration as object,
      });
  }
  return ids;
}
