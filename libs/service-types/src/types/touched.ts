import type {
  PermissionName,
  Requirement,
  Target,
  TargetResource,
  UnregisteredName,
} from '@gatehouse/access-engine';
import type { NameOptions } from '../grammar/context';

/** A name that is not registered, and its ancestors as in `UnregisteredName`. */
interface Unregistered {
  readonly name: string;
  readonly inheritsFrom: number;
  readonly below?: number;
  readonly isMap: boolean;
}

/** The resources that a request touches, each once, in the order in which they were found. Reference: permission-rules#decision. */
export class Touched {
  private readonly found = new Map<number, TargetResource>();
  /** The first name of each pair of ancestors. */
  private readonly unregistered = new Map<string, UnregisteredName>();
  private isEverywhere = false;

  get isEmpty(): boolean {
    return this.found.size === 0 && this.unregistered.size === 0 && !this.isEverywhere;
  }

  add(resource: TargetResource): void {
    // Ids are whole numbers, so that twice the id leaves room for the flag.
    this.found.set(2 * resource.resourceId + Number(resource.exact), resource);
  }

  /** What else it touches is unknown: the permission is needed on all resources. */
  addEverything(): void {
    this.isEverywhere = true;
  }

  /**
   * A name that is not registered, as the options of the service treat it. `isMap` is whether the server may apply it to
   * several resources, as map services do with names of groups. Reference: request-mapping#names-that-are-not-registered.
   */
  addUnregistered(
    { name, inheritsFrom, below = inheritsFrom, isMap }: Unregistered,
    { registeredNamesOnly, unregisteredNames }: NameOptions,
  ): void {
    const isReserved = unregisteredNames === 'refuse';
    const isChecked = isMap && unregisteredNames === 'safe' && !registeredNamesOnly;
    if (isReserved || isChecked) {
      const key = `${inheritsFrom} ${below}`;
      if (!this.unregistered.has(key)) this.unregistered.set(key, { name, inheritsFrom, below, isReserved });
      return;
    }
    this.add({ resourceId: inheritsFrom, exact: false });
    if (registeredNamesOnly) this.addEverything();
  }

  /** What is needed: the permission on all of them. */
  with(permission: PermissionName): Target {
    const requirements: Requirement[] = [];
    if (this.found.size > 0) requirements.push({ permission, on: [...this.found.values()] });
    for (const on of this.unregistered.values()) requirements.push({ permission, on });
    if (this.isEverywhere) requirements.push({ permission, on: 'everywhere' });
    return requirements;
  }
}

/** What is needed when it is one resource. */
export function single(permission: PermissionName, resourceId: number, exact: boolean): Target {
  return [{ permission, on: [{ resourceId, exact }] }];
}
