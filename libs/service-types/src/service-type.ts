import type { PermissionName, ServiceTree, Target } from '@gatehouse/access-engine';

/** What a node of a service's tree can be. spec: permissions 4.2. */
export type ResourceTypeName = 'service' | 'directory' | 'file' | 'layer' | 'workspace' | 'route' | 'process';

/** Every type below a service. */
export type ChildTypeName = Exclude<ResourceTypeName, 'service'>;

/** A name and a value of a query or a form, decoded. */
export type Parameter = readonly [name: string, value: string];

/** An element of a document, without comments. Prefixes are taken off all names. */
export interface XmlElement {
  /** Local name, as it is spelled. */
  readonly name: string;
  /** What stood before the local name; empty when nothing did. */
  readonly prefix: string;
  /** The namespace that its name is in; empty when in none. */
  readonly namespace: string;
  /** The namespaces that it binds for itself and what is in it, by prefix; the default one has the empty prefix. */
  readonly bindings: readonly Parameter[];
  /** By local name, without the bindings. */
  readonly attributes: readonly Parameter[];
  readonly children: readonly XmlElement[];
  /** The character data directly below it, joined and trimmed. */
  readonly text: string;
}

/** What a request carries in its body, as far as a mapping can read it. spec: permissions 4.5. */
export type RequestBody =
  /** There is none, or it is empty. */
  | { readonly kind: 'none' }
  /** There is one, and it was not read because the service's type does not need it. */
  | { readonly kind: 'unread' }
  | { readonly kind: 'form'; readonly parameters: readonly Parameter[] }
  /** The members of a JSON object in their order, repeated ones included. */
  | { readonly kind: 'json'; readonly members: readonly (readonly [name: string, value: unknown])[] }
  | { readonly kind: 'xml'; readonly root: XmlElement }
  /** Of a media type that says nothing about what is asked for, such as an image. */
  | { readonly kind: 'other' }
  /** It ought to be readable and is not: malformed, too large, too deep, encoded. `problem` is a phrase for people. */
  | { readonly kind: 'unreadable'; readonly problem: string };

/** A request for a protected service without its body. */
export interface RequestHead {
  /** The HTTP method, upper case. */
  readonly method: string;
  /**
   * The path after the service's name, split at slashes, each segment decoded once, without trailing empty segments.
   * Dot segments and encoded slashes never get here: whoever builds a request refuses them. spec: permissions 4.5.
   */
  readonly segments: readonly string[];
  /** The query's parameters in their order, decoded, repeated ones included. */
  readonly query: readonly Parameter[];
}

/** A request for a protected service, as far as deciding about it goes. */
export interface ServiceRequest extends RequestHead {
  /** `unread` for types and requests whose body does not matter: see `needsBody`. */
  readonly body: RequestBody;
}

/**
 * A request that does not say, or contradicts itself about, what it asks for; answered 400. spec: permissions 4.5,
 * 5.6.
 */
export interface InvalidRequest {
  /** Exception code of OGC OWS Common. */
  readonly invalid: 'MissingParameterValue' | 'InvalidParameterValue' | 'NoApplicableCode';
  /** The parameter at fault, lower case; `body` for a body as a whole. */
  readonly locator: string;
  /** A sentence for people. */
  readonly detail: string;
}

/**
 * Maps a request to what it asks for; `undefined` when it cannot be mapped and so is refused, even to administrators.
 */
export type RequestMapping = (
  request: ServiceRequest,
  tree: ServiceTree,
  configuration: Readonly<Record<string, unknown>>,
) => Target | InvalidRequest | undefined;

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

/**
 * A kind of protected service: its tree, its permissions, and how its requests are understood. spec: permissions 4.1.
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
   * Whether what such a request asks for depends on its body, which is then read before anything is decided. Absent:
   * never.
   */
  readonly needsBody?: (request: RequestHead, configuration: Readonly<Record<string, unknown>>) => boolean;
  readonly targetOf: RequestMapping;
}

/** Whether reading or mapping a request has found it invalid. */
export function isInvalid<Outcome>(outcome: Outcome | InvalidRequest): outcome is InvalidRequest {
  return typeof outcome === 'object' && outcome !== null && 'invalid' in outcome;
}
