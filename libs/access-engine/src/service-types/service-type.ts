import type { PermissionName } from '../permission';

/** What a node of a service's tree can be. spec: permissions 4.2. */
export type ResourceTypeName = 'service' | 'directory' | 'file' | 'layer' | 'workspace' | 'route' | 'process';

/** Every type below a service. */
export type ChildTypeName = Exclude<ResourceTypeName, 'service'>;

/** A request for a protected service, as far as deciding about it goes. */
export interface ServiceRequest {
  /** The HTTP method, upper case. */
  readonly method: string;
  /**
   * The path after the service's name, split at slashes, each segment decoded once, without trailing empty segments.
   * Dot segments and encoded slashes never get here: whoever builds a request refuses them. spec: permissions 4.5.
   */
  readonly segments: readonly string[];
  /** The query's parameters in their order, decoded, repeated ones included. */
  readonly query: readonly (readonly [name: string, value: string])[];
}

/** The tree that a request is mapped onto. */
export interface ServiceTree {
  /** The resource that is the service itself. */
  readonly serviceId: number;
  /** The child of that name, without regard to case. */
  childByName(parentId: number, name: string): number | undefined;
}

/** A resource that a request touches. */
export interface TargetResource {
  readonly resourceId: number;
  /** Whether it is the very resource that is asked for; otherwise its closest existing ancestor. */
  readonly exact: boolean;
}

/** What a request asks for: one permission on one or more resources, all of which must be allowed. */
export interface Target {
  readonly permission: PermissionName;
  readonly resources: readonly TargetResource[];
}

/** Maps a request to what it asks for; `undefined` when it cannot be mapped and so is refused, even to administrators. */
export type RequestMapping = (
  request: ServiceRequest,
  tree: ServiceTree,
  configuration: Readonly<Record<string, unknown>>,
) => Target | undefined;

/** Something wrong in a configuration: where (a dotted path, empty for the whole), and what is expected there. */
export interface ConfigurationProblem {
  readonly path: string;
  readonly expected: string;
}

/** What can be configured on services of a type. spec: permissions 4.4. */
export interface ServiceConfiguration {
  /** The problems of an object that somebody wants to store; none when it is fine. */
  problemsOf(configuration: Readonly<Record<string, unknown>>): readonly ConfigurationProblem[];
  /** The configuration in force: what is stored, with defaults for what is not. */
  resolve(stored: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
}

/** A kind of protected service: its tree, its permissions, and how its requests are understood. spec: permissions 4.1. */
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
  readonly targetOf: RequestMapping;
}
