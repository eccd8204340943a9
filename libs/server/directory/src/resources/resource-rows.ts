import type { Resource } from '@gatehouse/database';
import { type ResourceTypeName, resourceTypeOf } from '@gatehouse/service-types';
import { RESOURCE_TABLE } from '../fields/resource';
import { selection } from '../fields/statements';

/** What to select from `resources r`. */
export const RESOURCE_COLUMNS = selection(RESOURCE_TABLE, { from: 'r' });

/** The same row, whose type is known: trees have many. */
export function toResourceNode<Row extends Resource>(row: Row): Row & { readonly type: ResourceTypeName } {
  if (!resourceTypeOf(row.type)) throw new Error(`resource ${row.id} has the unknown type ${row.type}`);
  return row as Row & { readonly type: ResourceTypeName };
}
