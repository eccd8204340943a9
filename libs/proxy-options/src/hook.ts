import type { Permission } from '@gatehouse/access-engine';
import type { ChildTypeName, CompiledPattern } from '@gatehouse/service-types';
import { type Template, referencesOf } from './template';

/**
 * What the proxy does with requests for a service, or with the replies to them, that fit a description. Declared, never
 * code: whoever may write services may write hooks, and not run programs. Reference: proxy#hooks.
 */
export interface Hook {
  readonly on: 'request' | 'response';
  readonly when: HookCondition;
  /** In their order. */
  readonly actions: readonly HookAction[];
  /** When something goes wrong: the client is refused, or gets what it would have got without the hook. */
  readonly onFailure: 'refuse' | 'pass';
}

/** Which requests a hook is for; what is absent fits anything. */
export interface HookCondition {
  /** Upper case. */
  readonly methods: ReadonlySet<string> | undefined;
  /** Of the decoded path after the service's name: empty at its root, else with its leading slash. */
  readonly path: CompiledPattern | undefined;
  /** Of the query as it was sent, without its question mark; empty where there is none. */
  readonly query: CompiledPattern | undefined;
  readonly caller: 'user' | 'anonymous' | undefined;
  /** Of the reply. */
  readonly status: readonly StatusRange[];
}

/** Statuses from one to another, both included. */
export interface StatusRange {
  readonly from: number;
  readonly to: number;
}

export interface SetHeader {
  readonly kind: 'set_header';
  /** As it is spelled. */
  readonly name: string;
  readonly value: Template;
}

export interface RemoveHeader {
  readonly kind: 'remove_header';
  /** Lower case. */
  readonly name: string;
}

/** Adds a parameter that the request does not have yet. */
export interface AddQuery {
  readonly kind: 'add_query';
  readonly name: string;
  readonly value: Template;
}

/** Makes a resource, or finds it made. */
export interface CreateResource {
  readonly kind: 'create_resource';
  /** Path of what it stands below, which must exist. */
  readonly below: Template;
  readonly name: Template;
  readonly type: ChildTypeName;
}

/** Gives a rule to whoever called, or to a group. */
export interface Grant {
  readonly kind: 'grant';
  readonly to: { readonly kind: 'caller' } | { readonly kind: 'group'; readonly name: string };
  readonly permission: Permission;
  /** `created`: the resource that the hook made just now, and none where it was there already; else a path. */
  readonly on: 'created' | Template;
}

/** Takes out of a list in the body of the reply what the caller may not request. */
export interface FilterList {
  readonly kind: 'filter_list';
  /** Where the list stands in the body, step by step; the body itself without any. */
  readonly items: readonly string[];
  /** Numbers in the body that tell how long the list is. */
  readonly counts: readonly (readonly string[])[];
  /** The request that stands for an item: the item stays if the caller may make it. */
  readonly method: string;
  readonly path: Template;
  readonly query: readonly (readonly [name: string, value: Template])[];
}

export type HookAction = SetHeader | RemoveHeader | AddQuery | CreateResource | Grant | FilterList;

/** Whether a hook takes something out of replies, so that no reply that it fits may go by it. */
export function filters({ actions }: Hook): boolean {
  return actions.some(({ kind }) => kind === 'filter_list');
}

/** Whether a hook can do nothing without the body of the request or reply that it is for. */
export function readsBody(hook: Hook): boolean {
  const asks = (template: Template): boolean =>
    referencesOf(template).some(({ source }) => source === 'body');
  return filters(hook) || hook.actions.flatMap(templatesOf).some(asks);
}

/** Whether a hook makes resources or rules. */
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
