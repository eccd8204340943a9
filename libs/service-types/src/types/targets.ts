import type { PermissionName } from '@gatehouse/access-engine';
import type { RequestHead } from '../service-type';
import type { Target, TargetResource } from '@gatehouse/access-engine';
import { mayAskInBody } from '../parameters/parameters';

/** Whether the body of a request to an OGC service may say what is asked for. */
export function mayBeAskedInBody({ method }: RequestHead): boolean {
  return mayAskInBody(method);
}

/** The resources that a request touches, each once, in the order in which they were found. spec: permissions 3.6. */
export class Touched {
  private readonly found = new Map<number, TargetResource>();

  get isEmpty(): boolean {
    return this.found.size === 0;
  }

  add(resource: TargetResource): void {
    // Ids are whole numbers, so that twice the id leaves room for the flag.
    this.found.set(2 * resource.resourceId + Number(resource.exact), resource);
  }

  /** What is asked for: the permission on all of them. */
  with(permission: PermissionName): Target {
    return { permission, resources: [...this.found.values()] };
  }
}

/** What is asked for when it is one resource. */
export function single(permission: PermissionName, resourceId: number, exact: boolean): Target {
  return { permission, resources: [{ resourceId, exact }] };
}
