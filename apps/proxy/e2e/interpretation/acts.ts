/** A request as an upstream has received it. */
export interface ReceivedRequest {
  readonly method: string;
  /** Below the private URL of the service, as it was sent, without the query. */
  readonly path: string;
  /** Without its question mark, as it was sent. */
  readonly query: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** What an operation touches. */
export type Reached =
  /** Something with a name; `path` leads to it from the service. */
  | { readonly kind: 'named'; readonly path: readonly string[] }
  /** A layer or type of one of the workspaces, which the request does not tell. */
  | { readonly kind: 'anyWorkspace'; readonly name: string }
  /** A process, which is the same at the addresses of all workspaces. */
  | { readonly kind: 'process'; readonly workspace: string | undefined; readonly name: string }
  /** The service itself. */
  | { readonly kind: 'service' }
  /** Whatever a workspace has. */
  | { readonly kind: 'wholeWorkspace'; readonly name: string }
  /** Whatever the service has, at the choice of the sender or of the server's configuration. */
  | { readonly kind: 'everything' };

/** One thing that a server does with a request. */
export interface Act {
  /** The name of a permission, or `beyond` for what has none. */
  readonly operation: string;
  readonly reached: Reached;
  /** The rule by which it was read. */
  readonly rule: string;
}

/** What no permission stands for: other protocols, other servers, administration. */
export const BEYOND = 'beyond';

export const beyond = (rule: string): Act => ({ operation: BEYOND, reached: { kind: 'everything' }, rule });

/** What a server has, as far as its reading of a request depends on it. */
export interface ServedCatalogue {
  /** GeoServer: workspaces and the namespaces that they stand for. */
  readonly workspaces: readonly { readonly name: string; readonly namespace: string }[];
  /** ncWMS: the aliases of its dynamic services. */
  readonly aliases: readonly string[];
}
