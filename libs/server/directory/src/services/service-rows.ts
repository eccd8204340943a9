import { serviceTypeOf } from '@gatehouse/service-types';
import type { ProtectedService } from './protected-service';

/** A service as queries return it, joined from its row and its root resource. */
export interface ServiceColumns {
  readonly service_id: number;
  readonly service_name: string;
  readonly service_type: string;
  readonly url: string;
  readonly sync_type: string | null;
  readonly configuration: Record<string, unknown> | null;
  readonly proxy: Record<string, unknown> | null;
}

/** What to select from `services s` joined with `resources root`. */
export const SERVICE_COLUMNS =
  's.resource_id AS service_id, root.name AS service_name, s.type AS service_type, s.url, s.sync_type, s.configuration, s.proxy';

export function toProtectedService(row: ServiceColumns): ProtectedService {
  const type = serviceTypeOf(row.service_type);
  if (!type) throw new Error(`service ${row.service_id} has the unknown type ${row.service_type}`);
  return {
    id: row.service_id,
    name: row.service_name,
    type,
    url: row.url,
    syncType: row.sync_type,
    configuration: row.configuration,
    proxy: row.proxy,
  };
}
