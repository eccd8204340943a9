import type { PermissionName, Requirement, Target, TargetResource } from '@gatehouse/access-engine';

/** The resources that a request touches, each once, in the order in which they were found. Reference: permissions#decision. */
export class Touched {
  private readonly found = new Map<number, TargetResource>();
  private isEverywhere = false;

  get isEmpty(): boolean {
    return this.found.size === 0 && !this.isEverywhere;
  }

  add(resource: TargetResource): void {
    // Ids are whole numbers, so that twice the id leaves room for the flag.
    this.found.set(2 * resource.resourceId + Number(resource.exact), resource);
  }

  /** What else it touches is unknown: the permission is needed on all resources. */
  addEverything(): void {
    this.isEverywhere = true;
  }

  /** What is needed: the permission on all of them. */
  with(permission: PermissionName): Target {
    const requirements: Requirement[] = [];
    if (this.found.size > 0) requirements.push({ permission, on: [...this.found.values()] });
    if (this.isEverywhere) requirements.push({ permission, on: 'everywhere' });
    return requirements;
  }
}

/** What is needed when it is one resource. */
export function single(permission: PermissionName, resourceId: number, exact: boolean): Target {
  return [{ permission, on: [{ resourceId, exact }] }];
}
