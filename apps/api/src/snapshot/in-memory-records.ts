import type { RowDetails } from '@gatehouse/access';
import type { AccessSnapshot, ServiceView } from '@gatehouse/access-engine';
import type { LocatedResource, ProtectedService, ShownUser } from '@gatehouse/directory';
import { inByteOrder } from '@gatehouse/names';
import { type ServiceType, resourceTypeOf, serviceTypeOf } from '@gatehouse/service-types';

/**
 * Users, services and resources in the memory of this process, at the revision of the snapshot. A name that is not found here
 * may still be in the database: only the database decides which names are equal.
 */
export class InMemoryRecords {
  private readonly shown = new WeakMap<ServiceView, ProtectedService>();
  private sorted: { readonly revision: number; readonly services: readonly ProtectedService[] } | undefined;

  private readonly displayNames: ReadonlyMap<number, string>;
  private readonly groupsWithTerms: ReadonlyMap<number, unknown>;

  constructor(
    readonly snapshot: AccessSnapshot,
    private readonly details: RowDetails,
  ) {
    this.displayNames = details.column('resource', 'displayName') as ReadonlyMap<number, string>;
    this.groupsWithTerms = details.column('group', 'terms');
  }

  user(id: number): ShownUser | undefined {
    const row = this.snapshot.user(id);
    return row && ({ ...row, ...this.details.of('user', id, row) } as ShownUser);
  }

  /** Case-insensitive. */
  userByName(name: string): ShownUser | undefined {
    const row = this.snapshot.userByName(name);
    return row && this.user(row.id);
  }

  /** Whether a membership can be pending at all. */
  get hasGroupsWithTerms(): boolean {
    return this.groupsWithTerms.size > 0;
  }

  /** In byte order, as the database sorts them. */
  groupNamesOf(userId: number): string[] {
    return this.snapshot
      .groupsOf(userId)
      .map(({ name }) => name)
      .sort(inByteOrder);
  }

  serviceByName(name: string): ProtectedService | undefined {
    const view = this.snapshot.serviceByName(name);
    return view && this.service(view);
  }

  serviceById(id: number): ProtectedService | undefined {
    const view = this.snapshot.service(id);
    return view && this.service(view);
  }

  /** Sorted by name; all services, or those of the given types. */
  services(types?: readonly ServiceType[]): readonly ProtectedService[] {
    const { revision } = this.snapshot;
    if (this.sorted?.revision !== revision) {
      const services = this.snapshot.services().map((view) => this.service(view));
      this.sorted = { revision, services: services.sort((one, other) => inByteOrder(one.name, other.name)) };
    }
    const { services } = this.sorted;
    return types ? services.filter(({ type }) => types.includes(type)) : services;
  }

  resource(id: number): LocatedResource | undefined {
    const row = this.snapshot.resource(id);
    const view = row && this.snapshot.serviceOf(id);
    const type = row && resourceTypeOf(row.type);
    if (!row || !view || !type) return undefined;
    const details = this.details.of('resource', id, row);
    return { ...row, type, ...details, service: this.service(view) } as LocatedResource;
  }

  /** `name` is the name of the resource, the default. */
  displayName(id: number, name: string): string {
    return this.displayNames.get(id) ?? name;
  }

  private service(view: ServiceView): ProtectedService {
    const cached = this.shown.get(view);
    if (cached) return cached;
    const type = serviceTypeOf(view.type);
    if (!type) throw new Error(`the service ${view.resourceId} has the unknown type ${view.type}`);
    const { resourceId: id, ...decisive } = view;
    const service = { id, ...decisive, type, ...this.details.of('service', id, view) } as ProtectedService;
    this.shown.set(view, service);
    return service;
  }
}
