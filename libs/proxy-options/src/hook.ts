import type { Permission } from '@gatehouse/access-engine';
import type { ChildTypeName, CompiledPattern } from '@gatehouse/service-types';
import { type Template, referencesOf } from './template';

/**
 * An action of the proxy on matching requests for a service, or on the replies to them. Declared, never code: users who can
 * change services can write hooks, but cannot run programs. Reference: enforcement#hooks.
 */
export interface Hook {
  readonly on: 'request' | 'response';
  readonly when: HookCondition;
  /** In their order. */
  readonly actions: readonly HookAction[];
  /** On failure: the request is rejected, or the hook is skipped. */
  readonly onFailure: 'refuse' | 'pass';
}

/** Which requests a hook applies to; an absent condition matches anything. */
export interface HookCondition {
  /** Upper case. */
  readonly methods: ReadonlySet<string> | undefined;
  /** Of the decoded path after the service name: empty at the root, otherwise with a leading slash. */
  readonly path: CompiledPattern | undefined;
  /** Of the query as sent, without the question mark; empty if there is none. */
  readonly query: CompiledPattern | undefined;
  readonly caller: 'user' | 'anonymous' | undefined;
  /** Of headers of the request, by their names in lower case. */
  readonly headers: readonly (readonly [name: string, value: CompiledPattern])[];
  /** Of the reply. */
  readonly status: readonly StatusRange[];
}

/** An inclusive range of statuses. */
export interface StatusRange {
  readonly from: number;
  readonly to: number;
}

interface SetHeader {
  readonly kind: 'set_header';
  /** With its original spelling. */
  readonly name: string;
  readonly value: Template;
}

interface RemoveHeader {
  readonly kind: 'remove_header';
  /** Lower case. */
  readonly name: string;
}

/** Adds a parameter unless the request already has it. */
interface AddQuery {
  readonly kind: 'add_query';
  readonly name: string;
  readonly value: Template;
}

/** Creates a resource, or uses the existing one. */
export interface CreateResource {
  readonly kind: 'create_resource';
  /** Path of the parent, which must exist. */
  readonly below: Template;
  readonly name: Template;
  readonly type: ChildTypeName;
}

/** Assigns a permission to the caller or to a group. */
export interface Grant {
  readonly kind: 'grant';
  readonly to: { readonly kind: 'caller' } | { readonly kind: 'group'; readonly name: string };
  readonly permission: Permission;
  /** `created`: the resource that this hook created, or none if it already existed; otherwise a path. */
  readonly on: 'created' | Template;
}

/** Removes the entries that the caller is not allowed to request from a list in the body of the reply. */
export interface FilterList {
  readonly kind: 'filter_list';
  /** Path of the list in the body, as member names; empty for the body itself. */
  readonly items: readonly string[];
  /** Paths of numbers in the body that contain the length of the list. */
  readonly counts: readonly (readonly string[])[];
  /** The request that represents an item: the item is kept if the caller is authorized for it. */
  readonly method: string;
  readonly path: Template;
  readonly query: readonly (readonly [name: string, value: Template])[];
}

export type HookAction = SetHeader | RemoveHeader | AddQuery | CreateResource | Grant | FilterList;

/** Whether a hook filters replies, so that no matching reply can bypass it. */
export function filters({ actions }: Hook): boolean {
  return actions.some(({ kind }) => kind === 'filter_list');
}

/** Whether a hook needs the body of the request or reply. */
export function readsBody(hook: Hook): boolean {
  const refersToBody = (template: Template): boolean =>
    referencesOf(template).some(({ source }) => source === 'body');
  return filters(hook) || hook.actions.flatMap(templatesOf).some(refersToBody);
}

/** Whether a hook creates resources or permission assignments. */
export function writesAccess({ actions }: Hook): boolean {
  return actions.some(({ kind }) => kind === 'create_resource' || kind === 'grant');
}

function templatesOf(action: HookAction): readonly Template[] {
  switch (action.kind) {
    case 'set_header':
    case 'add_query':
      return [action.value];
    case 'remove_header':
      return [];
    case 'create_resource':
      return [action.below, action.name];
    case 'grant':
      return action.on === 'created' ? [] : [action.on];
    case 'filter_list':
      return [action.path, ...action.query.map(([, value]) => value)];
  }
}
