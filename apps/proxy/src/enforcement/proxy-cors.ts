import type { ProxySettings } from '@gatehouse/settings';
import { Cors } from '@gatehouse/wire';

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
const EXPOSED =
  'Accept-Ranges, Content-Disposition, Content-Range, ETag, Link, Location, Retry-After, X-Access-Revision, X-Gatehouse-Decision, X-Gatehouse-Reason, X-Request-Id';

/**
 * Which pages of other origins may use services through the proxy. Services then have no say in it: their own CORS headers are
 * replaced, since they would contradict.
 */
export function proxyCors({ proxyCorsOrigins }: Pick<ProxySettings, 'proxyCorsOrigins'>): Cors {
  return new Cors({ origins: proxyCorsOrigins, methods: METHODS, exposedHeaders: EXPOSED });
}
