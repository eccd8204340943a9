import type { PermissionName } from '@gatehouse/access-engine';
import type { ReadingContext } from './grammar/context';
import type { PatternEngine } from './pattern-engine';
import type { Reading } from './reading';
import type { RequestHead, ServiceRequest } from './request';

/** What a node of a service's tree can be. Reference: request-mapping#structure. */
export type ResourceTypeName = 'service' | 'directory' | 'file' | 'layer' | 'workspace' | 'route' | 'process';

/** Every type below a service. */
export type ChildTypeName = Exclude<ResourceTypeName, 'service'>;

type Configuration = Readonly<Record<string, unknown>>;

/** Something wrong in a configuration: where (a dotted path, empty for the whole), and what is expected there. */
export interface ConfigurationProblem {
  readonly path: string;
  readonly expected: string;
}

/** What can be configured on services of a type. Reference: request-mapping#configuration. */
export interface ServiceConfiguration {
  /** The problems of an object that somebody wants to store; none when it is fine. */
  problemsOf(
    configuration: Readonly<Record<string, unknown>>,
    patterns: PatternEngine,
  ): readonly ConfigurationProblem[];
  /** The configuration in force: what is stored, with defaults for what is not. */
  resolve(stored: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  /**
   * What in a configuration in force keeps requests from being read, remembered for the same object. Absent where values
   * that do not fit count as not set.
   */
  obstaclesIn?(
    resolved: Readonly<Record<string, unknown>>,
    patterns: PatternEngine,
  ): readonly ConfigurationProblem[];
}

/**
 * A kind of protected service: its tree, its permissions, and how its requests are understood. Reference: request-mapping#service-types.
 */
export interface ServiceType {
  readonly name: string;
  /** The permissions that apply to the service itself. */
  readonly permissions: readonly PermissionName[];
  /** The types of its resources, with the permissions that apply to each. */
  readonly resourceTypes: Readonly<Partial<Record<ChildTypeName, readonly PermissionName[]>>>;
  /** Which types may stand below which; absent when each may stand below any that can have children. */
  readonly structure?: Readonly<Partial<Record<ResourceTypeName, readonly ChildTypeName[]>>>;
  /** Absent when services of this type have no configuration. */
  readonly configuration?: ServiceConfiguration;
  /**
   * Which of the client's cookies reach the service with a request that the grammar covers: all, or those that an option of
   * the service names. MapServer reads cookies as parameters.
   */
  readonly cookies: 'all' | 'named';
  readonly outsideNeeds: (configuration: Configuration) => OutsideNeeds;
  /**
   * Whether what such a request asks for may stand in its body, which is then read before it is decided for callers who
   * lack what a request outside the grammar needs.
   */
  readonly readsBody: (head: RequestHead, configuration: Configuration) => boolean;
  /**
   * The permissions that a POST to the address of a request could use whose body is read; all of the type where absent.
   * Asked for front ends that do not say the method. Reference: proxy#verify.
   */
  readonly namesOfPost?: (configuration: Configuration) => readonly PermissionName[];
  /** Reads a request by the entries of the type's grammar. Reference: permissions#authority. */
  readonly read: (request: ServiceRequest, context: ReadingContext) => Reading;
}

/** What a caller needs for a request that no entry of the grammar covers. Reference: permissions#authority. */
export type OutsideNeeds =
  /** For servers that also speak protocols which the type's permissions do not name. */
  | 'administrator'
  /** All these permissions everywhere. */
  | {
      readonly names: readonly PermissionName[];
      /** Whether bodies are read all the same, because they may ask for what is switched off. */
      readonly readsBodies: boolean;
    };
