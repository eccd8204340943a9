import type { ServiceTree } from '@gatehouse/access-engine';
import type { PatternEngine } from '../pattern-engine';

/** How names in requests are treated that are not registered: options of a service. */
export interface NameOptions {
  /** Whether they need the permission everywhere. */
  readonly registeredNamesOnly: boolean;
  /**
   * `safe`: on map operations they need the permission below their closest registered ancestor; `inherit`: they inherit it;
   * `refuse`: they are reserved for administrators, which takes precedence over `registeredNamesOnly`.
   * Reference: request-mapping#names-that-are-not-registered.
   */
  readonly unregisteredNames: 'safe' | 'inherit' | 'refuse';
}

/** The service that a request is read for. */
export interface ReadingContext extends NameOptions {
  readonly tree: ServiceTree;
  /** The configuration in force. */
  readonly configuration: Readonly<Record<string, unknown>>;
  /** What patterns in the configuration are compiled with. */
  readonly patterns: PatternEngine;
  /** Parameters that the service's options add to every closed list, lower case. */
  readonly parameters: ReadonlySet<string>;
  /** The path segment below the private URL at which the endpoint is available as well; the type's own where undefined. */
  readonly endpoint: string | undefined;
  /** Whether the server of an `api` may ignore what follows a dot in a segment, and dots and blanks at its end. */
  readonly suffixes: boolean;
  /** The decoded segments of the private URL's path. */
  readonly privatePath: readonly string[];
}

/** The context of a service whose options and private URL do not matter. */
export const PLAIN_OPTIONS: Pick<
  ReadingContext,
  'parameters' | keyof NameOptions | 'endpoint' | 'suffixes' | 'privatePath'
> = {
  parameters: new Set(),
  registeredNamesOnly: false,
  unregisteredNames: 'safe',
  endpoint: undefined,
  suffixes: true,
  privatePath: [],
};
