import type { ServiceRow } from '@gatehouse/database';
import { serviceTypeOf } from '@gatehouse/service-types';
import { SERVICE_TABLE } from '../fields/service';
import { selection, unprefixed } from '../fields/statements';
import type { Field } from '../fields/table';
import type { ProtectedService } from './protected-service';

/** The row of a service and the name of its root resource, as queries return them. */
export type SelectedService = { readonly service_name: string } & {
  readonly [Key in keyof Omit<ServiceRow, 'credentialsVersion'> as `service_${Key}`]: ServiceRow[Key];
};

/** What counts secrets is recorded, and of no other use. */
const isShown = ({ secret }: Field): boolean => secret !== true;

/** What to select from `services s` joined with `resources root`. */
export const SERVICE_COLUMNS = `root.name AS service_name, ${selection(SERVICE_TABLE, { from: 's', prefix: 'service_', of: isShown })}`;

/**
 * Joins `resources r` with their service, by its key. `OFFSET 0` keeps the planner from other orders: what it knows about the small
 * table `services` is old, and with a service that was added since it would walk the keys of all resources.
 */
export const JOIN_SERVICE = `JOIN LATERAL (SELECT * FROM services WHERE resource_id = coalesce(r.root_service_id, r.id) OFFSET 0) s ON true
  JOIN LATERAL (SELECT name FROM resources WHERE id = s.resource_id OFFSET 0) root ON true`;

/** The same for services with their root resources, from either side. */
export const SERVICES_WITH_ROOT = `services s
  JOIN LATERAL (SELECT name FROM resources WHERE id = s.resource_id OFFSET 0) root ON true`;
export const ROOTS_WITH_SERVICE = `resources root
  JOIN LATERAL (SELECT * FROM services WHERE resource_id = root.id OFFSET 0) s ON true`;

export function toProtectedService(row: SelectedService): ProtectedService {
  const { resourceId: id, type: typeName, ...fields } = unprefixed(SERVICE_TABLE, row, 'service_');
  const { url, syncType, synchronization, configuration, proxy } = fields;
  const type = serviceTypeOf(typeName);
  if (!type) throw new Error(`service ${id} has the unknown type ${typeName}`);
  return { id, name: row.service_name, type, url, syncType, synchronization, configuration, proxy };
}
