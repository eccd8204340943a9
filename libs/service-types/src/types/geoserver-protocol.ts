import type { ReadingContext } from '../grammar/context';
import type { Requested } from '../protocols/requested';
import type { Outside } from '../reading';
import type { ServiceRequest } from '../request';

/** One of the protocols that a GeoServer implements. */
export interface GeoserverProtocol {
  /** The last segment of its addresses, in addition to `ows`. */
  readonly marker: 'wfs' | 'wms' | 'wps';
  /**
   * Whether a colon separates workspace and name. Otherwise it is part of the name, and the server has the same under a
   * name in all workspaces: what is registered under it in any of them is touched.
   */
  readonly isScoped: boolean;
  readonly read: (request: ServiceRequest, context: ReadingContext) => Requested | Outside;
}
