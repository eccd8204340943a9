import type { MatchedResource, RemoteResource } from '@gatehouse/ui-data';

/** A resource, registered or of the real service alone. */
export interface TreeNode {
  /** The same for a resource before and after it was registered. */
  readonly key: string;
  readonly name: string;
  readonly displayName: string;
  readonly type: string;
  /** Names from below the service down. */
  readonly path: readonly string[];
  readonly level: number;
  /** Undefined for what is not registered. */
  readonly resourceId: number | undefined;
  /** Until the next synchronization. */
  readonly remoteId: number | undefined;
  readonly state: 'matched' | 'vanished' | 'unread' | 'unregistered' | 'impossible';
  /** Why it cannot be registered. */
  readonly problem: string | null;
  readonly mayHaveChildren: boolean;
}

/** Children of a resource, as far as they were read. */
export interface Children {
  /** Registered ones first. */
  readonly nodes: readonly TreeNode[];
  /** Where the next page begins; undefined if there is none. */
  readonly next: { readonly after: number | undefined; readonly afterRemote: number | undefined } | undefined;
  readonly isRegisteredDone: boolean;
  readonly isRemoteDone: boolean;
}

interface Page {
  readonly resources: readonly MatchedResource[];
  readonly remote_only: readonly RemoteResource[];
}

/** Adds a page of at most `limit` children of each kind to those that were read before. */
export function joined(
  before: Children | undefined,
  above: readonly string[],
  page: Page,
  limit: number,
): Children {
  // Of a kind that was read to its end, the last ones would be read again.
  const registered = before?.isRegisteredDone ? [] : page.resources;
  const remote = before?.isRemoteDone ? [] : page.remote_only;
  const all = [
    ...(before?.nodes ?? []),
    ...registered.map((one) => registeredNode(one, above)),
    ...remote.map((one) => remoteNode(one, above)),
  ];
  const isRegisteredDone = registered.length < limit;
  const isRemoteDone = remote.length < limit;
  const next = {
    after: registered.at(-1)?.resource_id ?? before?.next?.after,
    afterRemote: remote.at(-1)?.remote_id ?? before?.next?.afterRemote,
  };
  return {
    nodes: [
      ...all.filter(({ resourceId }) => resourceId !== undefined),
      ...all.filter(({ resourceId }) => resourceId === undefined),
    ],
    next: isRegisteredDone && isRemoteDone ? undefined : next,
    isRegisteredDone,
    isRemoteDone,
  };
}

function registeredNode(one: MatchedResource, above: readonly string[]): TreeNode {
  const { resource_name: name, matches_remote: matches, remote_id: remoteId } = one;
  const path = [...above, name];
  return {
    key: JSON.stringify(path),
    name,
    displayName: one.resource_display_name,
    type: one.resource_type,
    path,
    level: above.length,
    resourceId: one.resource_id,
    remoteId: remoteId ?? undefined,
    state: matches === null ? 'unread' : matches ? 'matched' : 'vanished',
    problem: null,
    mayHaveChildren: one.has_children,
  };
}

function remoteNode(one: RemoteResource, above: readonly string[]): TreeNode {
  const path = [...above, one.resource_name];
  return {
    key: JSON.stringify(path),
    name: one.resource_name,
    displayName: one.resource_display_name,
    type: one.resource_type,
    path,
    level: above.length,
    resourceId: undefined,
    remoteId: one.remote_id,
    state: one.problem === null ? 'unregistered' : 'impossible',
    problem: one.problem,
    mayHaveChildren: one.has_children,
  };
}
