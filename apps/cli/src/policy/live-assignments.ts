import { parseYaml } from '../batch/documents';
import type { Api } from '../connection/api';
import { recordIn, rowsIn } from '../connection/reply-fields';
import { resourcesBelow } from '../connection/resource-tree';
import type { Row } from '../declaration/shown';
import { type KnownAssignment, assignmentKey } from './decision';
import { exportOf } from './export-files';

/** All assignments of some services of an instance, which its export has. */
export async function assignmentsIn(api: Api, services: ReadonlySet<string>): Promise<KnownAssignment[]> {
  const found: KnownAssignment[] = [];
  for (const { name, text } of await exportOf(api)) {
    const content = ((await parseYaml(text, name)) ?? {}) as Row;
    const [service] = Object.keys((content['providers'] ?? {}) as Row);
    if (service === undefined || !services.has(service)) continue;
    const ids = await resourceIds(api, service);
    for (const entry of rowsIn(content, 'permissions')) {
      const on = `${service}${String(entry['resource'] ?? '')}`;
      const holder = entry['user'] === undefined ? `group ${entry['group']}` : `user ${entry['user']}`;
      const permission = String(entry['permission']);
      const [word = ''] = permission.split('-');
      // What has been deleted since is none.
      const resourceId = ids.get(on);
      if (resourceId === undefined) continue;
      found.push({
        key: assignmentKey({ holder, resourceId, permission: word }),
        holder,
        permission,
        on,
        at: undefined,
      });
    }
  }
  return found;
}

/** Identifiers of a service and of all below it, by their paths. */
async function resourceIds(api: Api, service: string): Promise<ReadonlyMap<string, number>> {
  const reply = await api.send('GET /services/{service_name}', { path: { service_name: service } });
  const serviceId = Number(recordIn(reply, 'service')['resource_id']);
  const rows = await resourcesBelow(api, serviceId, service);
  return new Map([
    [service, serviceId],
    ...rows.map(({ path, resource_id }): [string, number] => [String(path), Number(resource_id)]),
  ]);
}
