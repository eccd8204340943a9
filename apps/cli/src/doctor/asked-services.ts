import type { Row } from '../declaration/shown';
import type { Seen } from './seen';

/** Services that are examined, at most. */
export const MAX_SERVICES = 200;

/** The services, as their own pages show them. */
export async function detailedServices(seen: Seen): Promise<readonly Row[]> {
  const services = await seen.list('GET /services', 'services', { flatten: true });
  const found: Row[] = [];
  for (const { service_name: name } of services.slice(0, MAX_SERVICES)) {
    const path = { service_name: String(name) };
    found.push((await seen.ask('GET /services/{service_name}', path))['service'] as Row);
  }
  return found;
}

/** The services to which the token of this program is sent: those from which the proxy keeps it. */
export async function askedServices(seen: Seen): Promise<readonly Row[]> {
  const services = await detailedServices(seen);
  return services.filter(({ proxy }) => (proxy as Row | null)?.['forward_credentials'] !== true);
}
