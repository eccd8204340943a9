import type { ProxySettings } from '@gatehouse/settings';
import { Cors } from '@gatehouse/wire';

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
const EXPOSED =
  'Accept-Ranges, Content-Disposition, Content-Range, ETag, Link, Location, Retry-After, X-Access-Revision, X-Gatehouse-Decision, X-Gatehouse-Reason, X-Request-Id';

/**
 * Determines which pages of other origins may use services through the proxy. The CORS headers of services are replaced, since
 * they could contradict it.
 */
export function proxyCors({ proxyCorsOrigins }: Pick<ProxySettings, 'proxyCorsOrigins'>): Cors {
  return new Cors({ origins: proxyCorsOrigins, methods: METHODS, exposedHeaders: EXPOSED });
}
