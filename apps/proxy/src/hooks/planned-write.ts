import type { ChildTypeName } from '@gatehouse/service-types';
import type { CreateResource, Grant, TemplateValues } from '@gatehouse/proxy-options';
import type { Permission } from '@gatehouse/access-engine';
import { isResourceName } from '@gatehouse/names';
import { HookFailed } from './hook-failed';
import { renderPath, renderText } from './rendering';

/** A resource to be there. */
export interface PlannedResource {
  readonly kind: 'resource';
  /** Names from the service down to what it stands below. */
  readonly below: readonly string[];
  readonly name: string;
  readonly type: ChildTypeName;
}

/** A rule to be there. */
export interface PlannedAssignment {
  readonly kind: 'rule';
  readonly principal:
    { readonly kind: 'user'; readonly id: number } | { readonly kind: 'group'; readonly name: string };
  readonly permission: Permission;
  /** Names from the service down; `created`: the resource made last, and none where it was there already. */
  readonly on: readonly string[] | 'created';
}

export type PlannedWrite = PlannedResource | PlannedAssignment;

/** What an action writes, with its values. Fails with `HookFailed`. */
export function planWrite(
  action: CreateResource | Grant,
  values: TemplateValues,
  callerId: number | undefined,
): PlannedWrite {
  if (action.kind === 'create_resource') {
    const name = renderText(action.name, values);
    if (!isResourceName(name)) throw new HookFailed('the name is none that a resource can have');
    return { kind: 'resource', below: renderPath(action.below, values), name, type: action.type };
  }
  return {
    kind: 'rule',
    principal: action.to.kind === 'group' ? action.to : userPrincipal(callerId),
    permission: action.permission,
    on: action.on === 'created' ? 'created' : renderPath(action.on, values),
  };
}

function userPrincipal(id: number | undefined): PlannedAssignment['principal'] {
  if (id === undefined) throw new HookFailed('nobody is signed in who could be granted anything');
  return { kind: 'user', id };
}
