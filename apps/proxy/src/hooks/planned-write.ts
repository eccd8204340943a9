import type { ChildTypeName } from '@gatehouse/service-types';
import type { CreateResource, Grant, TemplateValues } from '@gatehouse/proxy-options';
import type { Permission } from '@gatehouse/access-engine';
import { isResourceName } from '@gatehouse/names';
import { HookFailed } from './hook-failed';
import { renderPath, renderText } from './rendering';

/** A resource that must exist. */
export interface PlannedResource {
  readonly kind: 'resource';
  /** Names from the service down to its parent. */
  readonly below: readonly string[];
  readonly name: string;
  readonly type: ChildTypeName;
}

/** A permission that must be assigned. */
export interface PlannedAssignment {
  readonly kind: 'permission';
  readonly principal:
    | { readonly kind: 'user'; readonly id: number }
    | { readonly kind: 'group'; readonly name: string };
  readonly permission: Permission;
  /** Names from the service down; `created` is the last resource that was created, and absent if it existed. */
  readonly on: readonly string[] | 'created';
}

export type PlannedWrite = PlannedResource | PlannedAssignment;

/** The write of an action with its values. Throws `HookFailed`. */
export function planWrite(
  action: CreateResource | Grant,
  values: TemplateValues,
  callerId: number | undefined,
): PlannedWrite {
  if (action.kind === 'create_resource') {
    const name = renderText(action.name, values);
    if (!isResourceName(name)) throw new HookFailed('the name is not valid for a resource');
    return { kind: 'resource', below: renderPath(action.below, values), name, type: action.type };
  }
  return {
    kind: 'permission',
    principal: action.to.kind === 'group' ? action.to : userPrincipal(callerId),
    permission: action.permission,
    on: action.on === 'created' ? 'created' : renderPath(action.on, values),
  };
}

function userPrincipal(id: number | undefined): PlannedAssignment['principal'] {
  if (id === undefined) throw new HookFailed('the request has no signed-in user to grant a permission to');
  return { kind: 'user', id };
}
