/** A request as an upstream has received it. */
export interface ReceivedRequest {
  readonly method: string;
  /** Below the private URL of the service, as sent, without the query. */
  readonly path: string;
  /** Without its question mark, as sent. */
  readonly query: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** What an operation touches. */
export type Reached =
  /** A named resource; `path` is its path below the service. */
  | { readonly kind: 'named'; readonly path: readonly string[] }
  /** A layer or type of one of the workspaces, which the request does not name. */
  | { readonly kind: 'anyWorkspace'; readonly name: string }
  /** A group of layers; `workspace` is that of the address, and `members` are paths below the service. */
  | {
      readonly kind: 'group';
      readonly workspace: string | undefined;
      readonly members: readonly (readonly string[])[];
    }
  /** A process, which is the same at the addresses of all workspaces. */
  | { readonly kind: 'process'; readonly workspace: string | undefined; readonly name: string }
  /** The service itself. */
  | { readonly kind: 'service' }
  /** All of a workspace. */
  | { readonly kind: 'wholeWorkspace'; readonly name: string }
  /** Any resource of the service, chosen by the sender or by the server's configuration. */
  | { readonly kind: 'everything' };

/** One effect of a request on a server. */
export interface Act {
  /** The name of a permission, or `beyond` for effects without a permission. */
  readonly operation: string;
  readonly reached: Reached;
  /** The rule by which it was read. */
  readonly rule: string;
}

/** Effects without a permission: other protocols, other servers, administration. */
export const BEYOND = 'beyond';

export const beyond = (rule: string): Act => ({ operation: BEYOND, reached: { kind: 'everything' }, rule });

/** The data of a server, as far as its interpretation of a request depends on it. */
export interface ServedCatalogue {
  /** GeoServer: workspaces and their namespaces. */
  readonly workspaces: readonly { readonly name: string; readonly namespace: string }[];
  /** GeoServer: groups of layers by their names, with the workspace for those that belong to one. */
  readonly groups: readonly {
    readonly name: string;
    readonly workspace?: string;
    readonly members: readonly (readonly string[])[];
  }[];
  /** ncWMS: the aliases of its dynamic services. */
  readonly aliases: readonly string[];
}
