import type { ServiceTree } from '@gatehouse/access-engine';
import type { PatternEngine } from '../pattern-engine';

/** The service that a request is read for. */
export interface ReadingContext {
  readonly tree: ServiceTree;
  /** The configuration in force. */
  readonly configuration: Readonly<Record<string, unknown>>;
  /** What patterns in the configuration are compiled with. */
  readonly patterns: PatternEngine;
  /** Parameters that the service's options add to every closed list, lower case. */
  readonly parameters: ReadonlySet<string>;
  /** Whether names that are not resources need the permission everywhere, as names of layer groups should. */
  readonly registeredNamesOnly: boolean;
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
  'parameters' | 'registeredNamesOnly' | 'endpoint' | 'suffixes' | 'privatePath'
> = {
  parameters: new Set(),
  registeredNamesOnly: false,
  endpoint: undefined,
  suffixes: true,
  privatePath: [],
};
