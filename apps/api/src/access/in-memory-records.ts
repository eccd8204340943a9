import type { RowDetails } from '@gatehouse/access';
import type { AccessSnapshot, ServiceView } from '@gatehouse/access-engine';
import type { UserLocale, UserStatus } from '@gatehouse/database';
import type { LocatedResource, ProtectedService, ShownUser } from '@gatehouse/directory';
import { type ServiceType, resourceTypeOf, serviceTypeOf } from '@gatehouse/service-types';

/**
 * Users, services and resources in the memory of this process, at the revision of the snapshot. A name that is not found here
 * may still be in the database: only the database decides which names are equal.
 */
export class InMemoryRecords {
  private readonly shown = new WeakMap<ServiceView, ProtectedService>();
  private sorted: { readonly revision: number; readonly services: readonly ProtectedService[] } | undefined;

  constructor(
    readonly snapshot: AccessSnapshot,
    private readonly details: RowDetails,
  ) {}

  user(id: number): ShownUser | undefined {
    const row = this.snapshot.user(id);
    const details = this.details.user(id);
    if (!row || !details) return undefined;
    const { email, status, locale } = details;
    return { ...row, email, status: status as UserStatus, locale: locale as UserLocale };
  }

  /** Case-insensitive. */
  userByName(name: string): ShownUser | undefined {
    const row = this.snapshot.userByName(name);
    return row && this.user(row.id);
  }

  /** Whether a membership can be pending at all. */
  get hasGroupsWithTerms(): boolean {
    return this.details.hasGroupsWithTerms;
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
    return { ...row, type, displayName: this.displayName(id, row.name), service: this.service(view) };
  }

  /** `name` is the name of the resource, the default. */
  displayName(id: number, name: string): string {
    return this.details.displayName(id) ?? name;
  }

  private service(view: ServiceView): ProtectedService {
    const cached = this.shown.get(view);
    if (cached) return cached;
    const type = serviceTypeOf(view.type);
    if (!type) throw new Error(`the service ${view.resourceId} has the unknown type ${view.type}`);
    const service: ProtectedService = {
      id: view.resourceId,
      name: view.name,
      type,
      url: view.url ?? '',
      syncType: this.details.syncType(view.resourceId),
      configuration: view.configuration as ProtectedService['configuration'],
      proxy: view.proxy as ProtectedService['proxy'],
    };
    this.shown.set(view, service);
    return service;
  }
}

/** Like `COLLATE "C"`: by the bytes of UTF-8, where characters outside the Basic Multilingual Plane sort last. */
export function inByteOrder(one: string, other: string): number {
  const shorter = Math.min(one.length, other.length);
  for (let index = 0; index < shorter; index += 1) {
    const [left, right] = [one.charCodeAt(index), other.charCodeAt(index)];
    if (left !== right) return rank(left) - rank(right);
  }
  return one.length - other.length;
}

/** Surrogates encode characters that sort after all characters of a single code unit. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit;
}
