import { resourceTypeOf } from '@gatehouse/service-types';
import type { ResourceNode } from './resource';

/** A resource as queries return it. */
export interface ResourceColumns {
  readonly id: number;
  readonly name: string;
  readonly display_name: string;
  readonly type: string;
  readonly parent_id: number | null;
  readonly root_service_id: number | null;
  readonly ordering: number;
}

/** What to select from `resources r`. */
export const RESOURCE_COLUMNS =
  'r.id, r.name, r.display_name, r.type, r.parent_id, r.root_service_id, r.ordering';

export function toResourceNode(row: ResourceColumns): ResourceNode {
  const type = resourceTypeOf(row.type);
  if (!type) throw new Error(`resource ${row.id} has the unknown type ${row.type}`);
  return {
    id: row.id,
    name: row.name,
    displayName: row.display_name,
    type,
    parentId: row.parent_id,
    rootServiceId: row.root_service_id,
    ordering: row.ordering,
  };
}
