import type { PermissionName } from '@gatehouse/access-engine';
import type { ReadingContext } from './grammar/context';
import type { OwsOperation } from './grammar/ows';
import type { PatternEngine } from './pattern-engine';
import type { Reading } from './reading';
import type { RequestHead, ServiceRequest } from './request';

/** What a node of a service's tree can be. Reference: request-mapping#structure. */
export type ResourceTypeName = 'service' | 'directory' | 'file' | 'layer' | 'workspace' | 'route' | 'process';

/** Every type below a service. */
export type ChildTypeName = Exclude<ResourceTypeName, 'service'>;

type Configuration = Readonly<Record<string, unknown>>;

/** A problem of a configuration: its path (dotted, empty for the whole), and what is expected there. */
export interface ConfigurationProblem {
  readonly path: string;
  readonly expected: string;
}

/** What can be configured on services of a type. Reference: request-mapping#configuration. */
export interface ServiceConfiguration {
  /** The problems of an object to be stored; none when it is valid. */
  problemsOf(
    configuration: Readonly<Record<string, unknown>>,
    patterns: PatternEngine,
  ): readonly ConfigurationProblem[];
  /** The effective configuration: the stored values, with defaults for the others. */
  resolve(stored: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  /**
   * The problems of an effective configuration that prevent requests from being read, cached by object. Absent where values
   * that do not fit count as not set.
   */
  obstaclesIn?(
    resolved: Readonly<Record<string, unknown>>,
    patterns: PatternEngine,
  ): readonly ConfigurationProblem[];
}

/** A resource that does not exist yet. */
export interface PlacedName {
  readonly name: string;
  readonly type: ChildTypeName;
}

/** The names that map operations of a type state. Reference: request-mapping#names-that-are-not-registered. */
export interface MapNames {
  /** The permissions of the operations whose names may be those of groups of layers. */
  readonly permissions: readonly PermissionName[];
  /** The type of the resources directly below the service that names are prefixed by; absent where names have no prefix. */
  readonly scopeType?: ChildTypeName;
  /** The last segments of the addresses of the protocol, the usual one first. */
  readonly endpoints: readonly string[];
  /** The resources, from below the service down, as which a name is registered; undefined if it cannot be. */
  readonly placeOf: (name: string) => readonly PlacedName[] | undefined;
}

/**
 * A kind of protected service: its tree, its permissions, and how its requests are understood.
 * Reference: request-mapping#service-types.
 */
export interface ServiceType {
  readonly name: string;
  /** The permissions that apply to the service itself. */
  readonly permissions: readonly PermissionName[];
  /** The types of its resources, with the permissions that apply to each. */
  readonly resourceTypes: Readonly<Partial<Record<ChildTypeName, readonly PermissionName[]>>>;
  /** Which types may be below which; absent when each may be below any that can have children. */
  readonly structure?: Readonly<Partial<Record<ResourceTypeName, readonly ChildTypeName[]>>>;
  /** Absent when the type has no map operations, or undefined where the configuration switches them off. */
  readonly maps?: (configuration: Configuration) => MapNames | undefined;
  /** Absent when services of this type have no configuration. */
  readonly configuration?: ServiceConfiguration;
  /**
   * Whether it is a service of an OGC protocol: its clients read exception reports, and its documents contain its addresses.
   */
  readonly isOws: boolean;
  /** The operations that the page of parameters lists; absent where they are those of several other types, or there are none. */
  readonly operations?: readonly OwsOperation[];
  /**
   * Which of the client's cookies reach the service with a request that the grammar covers: all, or those that an option of
   * the service names. MapServer reads cookies as parameters.
   */
  readonly cookies: 'all' | 'named';
  readonly outsideNeeds: (configuration: Configuration) => OutsideNeeds;
  /**
   * Whether the body of such a request may state what is requested; it is then read before the decision for callers who
   * lack what a request outside the grammar needs.
   */
  readonly readsBody: (head: RequestHead, configuration: Configuration) => boolean;
  /**
   * The permissions that a POST to the address of a request could use whose body is read; all of the type where absent.
   * Used for front ends that do not state the method. Reference: enforcement#verify.
   */
  readonly namesOfPost?: (configuration: Configuration) => readonly PermissionName[];
  /** Reads a request by the entries of the type's grammar. Reference: permission-rules#authority. */
  readonly read: (request: ServiceRequest, context: ReadingContext) => Reading;
}

/** What a caller needs for a request that no entry of the grammar covers. Reference: permission-rules#authority. */
export type OutsideNeeds =
  /** For servers that also implement protocols which the type's permissions do not name. */
  | 'administrator'
  /** All these permissions everywhere. */
  | {
      readonly names: readonly PermissionName[];
      /** Whether bodies are read nevertheless, because they may request a disabled operation. */
      readonly readsBodies: boolean;
    };
