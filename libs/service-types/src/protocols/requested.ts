import type { PermissionName, Target } from '@gatehouse/access-engine';
import type { Parameters } from '../grammar/parameters';

/** What a request to an OGC service requests, as far as the request itself states it. */
export interface Requested {
  readonly permission: PermissionName;
  /** The names of the layers, feature types or processes, each as it is to be looked up. */
  readonly names: readonly string[];
  /** Those of them whose prefixes the request binds to namespaces itself. */
  readonly bound?: ReadonlySet<string>;
  /** Prefixes of identifiers of features, which are names of feature types to some servers. */
  readonly prefixes?: ReadonlySet<string>;
  /** Whether it also reaches what it does not name, so that the permission is needed everywhere. */
  readonly reachesUnnamed: boolean;
  /** Whether it names no layer, type or process and so reaches all of its address: of a workspace or of the service. */
  readonly reachesAll?: boolean;
  /** Whether it makes the server act: runs a process or changes data. */
  readonly executes: boolean;
  /** What embedded requests of other protocols need. */
  readonly nested?: Target;
  /** The parameters of a request that is written as such. */
  readonly parameters?: Parameters;
}
