import { computed, inject, Injectable } from '@angular/core';
import type { ListedServiceDto } from '@gatehouse/dto';
import type { Problem } from '@gatehouse/ui-data/problem';
import { Remote } from '@gatehouse/ui-data/remote';
import { Session } from '@gatehouse/ui-data/session';
import { UsersApi } from '@gatehouse/ui-data/users-api';

/** A service on which the user has permissions. */
export interface ReachableService {
  readonly name: string;
  readonly type: string;
  /** Its public address; undefined unless it is a web address. */
  readonly address: string | undefined;
  /** Names of the permissions allowed on the service itself; none when only resources below it are accessible. */
  readonly permissions: readonly string[];
}

/** The home page of a user who is not an administrator: account, groups and accessible services. */
@Injectable()
export class MemberHomeStore {
  private readonly users = inject(UsersApi);

  readonly user = inject(Session).user;
  readonly groups = new Remote(() => this.users.groupsOf(this.user()?.user_name ?? ''));
  private readonly services = new Remote(() => this.users.servicesOf(this.user()?.user_name ?? ''));
  private readonly parts = [this.groups, this.services];

  readonly loading = (): boolean => this.parts.some((part) => part.loading());
  /** The first problem; the loaded part is shown nevertheless. */
  readonly problem = computed<Problem | undefined>(() =>
    this.parts.find((part) => part.problem())?.problem(),
  );
  /** By name. */
  readonly reachable = computed(() =>
    this.services
      .value()
      ?.filter(isOpen)
      .map(toReachable)
      .sort((a, b) => a.name.localeCompare(b.name)),
  );

  async load(): Promise<void> {
    await Promise.all(this.parts.map((part) => part.load()));
  }
}

/** A service that is listed only because of denials is not one that can be reached. */
function isOpen({ permissions }: ListedServiceDto): boolean {
  return permissions.length === 0 || permissions.some(({ access }) => access === 'allow');
}

function toReachable(service: ListedServiceDto): ReachableService {
  const allowed = service.permissions.filter(({ access }) => access === 'allow').map(({ name }) => name);
  return {
    name: service.service_name,
    type: service.service_type,
    address: webAddress(service.public_url),
    permissions: [...new Set(allowed)].sort(),
  };
}

/** Only web addresses become links: anything else, such as a script, must not run in the console's name. */
function webAddress(address: string): string | undefined {
  return /^https?:\/\//i.test(address) ? address : undefined;
}
