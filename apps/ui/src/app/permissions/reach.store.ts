import { computed, inject, Injectable, signal } from '@angular/core';
import type { MatrixRowDto, PermissionEntryDto, ResourceDto, ServiceDto } from '@gatehouse/dto';
import { asProblem, PermissionsApi, type Principal, type Problem } from '@gatehouse/ui-data';

/** A permission on a resource, assigned or in effect. */
export interface ReachedPermission {
  readonly name: string;
  readonly access: 'allow' | 'deny';
  readonly scope: 'match' | 'recursive';
  readonly reason: string;
}

/** A resource with what is assigned on it and what is in effect. */
export interface ReachedResource {
  readonly id: number;
  readonly path: string;
  readonly assigned: readonly ReachedPermission[];
  readonly effective: readonly ReachedPermission[];
}

/** A service with what is in effect on it; its resources are read on demand. */
export interface ReachedService {
  readonly service: ServiceDto;
  readonly row: MatrixRowDto;
  readonly effective: readonly ReachedPermission[];
  readonly reachable: boolean;
  readonly resources?: readonly ReachedResource[];
}

/** Services that are read at the same time. */
const MAX_CONCURRENT = 4;

/** The most resources of a service that are listed; the grid has all of them. */
export const MAX_RESOURCES = 100;

/** What a user or group can reach: services, and resources with assignments, explicit and effective. */
@Injectable()
export class ReachStore {
  private readonly api = inject(PermissionsApi);
  private readonly reached = signal<readonly ReachedService[]>([]);
  private turn = 0;

  readonly loading = signal(false);
  readonly problem = signal<Problem | undefined>(undefined);
  /** Those that can be reached first, then by name. */
  readonly services = computed(() =>
    [...this.reached()].sort(
      (a, b) =>
        Number(b.reachable) - Number(a.reachable) ||
        a.service.service_name.localeCompare(b.service.service_name),
    ),
  );
  readonly reachableCount = computed(() => this.reached().filter(({ reachable }) => reachable).length);

  async load(principal: Principal, services: readonly ServiceDto[]): Promise<void> {
    this.reached.set([]);
    this.problem.set(undefined);
    this.loading.set(true);
    const turn = ++this.turn;
    await this.read(principal, services);
    if (turn === this.turn) this.loading.set(false);
  }

  /** Reads what is shown again, after a change by somebody. */
  async refresh(principal: Principal): Promise<void> {
    if (this.loading()) return;
    const shown = this.reached();
    const turn = this.turn;
    await this.read(
      principal,
      shown.map(({ service }) => service),
    );
    for (const { service, resources } of shown)
      if (resources && turn === this.turn) await this.expand(principal, service.service_name);
  }

  private async read(principal: Principal, services: readonly ServiceDto[]): Promise<void> {
    const { turn } = this;
    const queue = [...services];
    const work = async (): Promise<void> => {
      for (let service = queue.shift(); service && turn === this.turn; service = queue.shift()) {
        const { rows } = await this.api.matrix(service.service_name, principal, { limit: 1 });
        const [row] = rows;
        if (row && turn === this.turn) this.put(service, row);
      }
    };
    try {
      await Promise.all(Array.from({ length: MAX_CONCURRENT }, work));
    } catch (thrown) {
      this.problem.set(asProblem(thrown));
    }
  }

  /** Reads the resources of a service on which the principal has assignments, directly or by groups. */
  async expand(principal: Principal, serviceName: string): Promise<void> {
    try {
      const resources =
        principal.kind === 'user'
          ? await this.ofUser(principal.name, serviceName)
          : await this.ofGroup(principal, serviceName);
      this.reached.update((all) =>
        all.map((one) => (one.service.service_name === serviceName ? { ...one, resources } : one)),
      );
    } catch (thrown) {
      this.problem.set(asProblem(thrown));
    }
  }

  private put(service: ServiceDto, row: MatrixRowDto): void {
    const effective = effectiveOf(row);
    const reachable = row.assigned_below > 0 || effective.some(({ access }) => access === 'allow');
    this.reached.update((all) => {
      const before = all.find((one) => one.service === service);
      const entry = { ...before, service, row, effective, reachable };
      return before ? all.map((one) => (one === before ? entry : one)) : [...all, entry];
    });
  }

  private async ofGroup(principal: Principal, serviceName: string): Promise<ReachedResource[]> {
    const { rows } = await this.api.matrix(serviceName, principal, { assigned: true, limit: MAX_RESOURCES });
    return rows.map((row) => ({
      id: row.resource_id,
      path: row.path,
      assigned: assignedOf(row),
      effective: effectiveOf(row),
    }));
  }

  private async ofUser(userName: string, serviceName: string): Promise<ReachedResource[]> {
    const tree = await this.api.assignedTree(userName, serviceName);
    const found = [
      { id: tree.resource_id, path: tree.service_name, assigned: tree.permissions.map(toReached) },
      ...below(tree.resources, tree.service_name),
    ].filter(({ assigned }) => assigned.length > 0);
    return Promise.all(
      found.slice(0, MAX_RESOURCES).map(async (resource) => ({
        ...resource,
        effective: (await this.api.effective(userName, resource.id)).map(toReached),
      })),
    );
  }
}

function below(
  resources: Readonly<Record<string, ResourceDto>> | undefined,
  above: string,
): Omit<ReachedResource, 'effective'>[] {
  return Object.values(resources ?? {}).flatMap((resource) => {
    const path = `${above}/${resource.resource_name}`;
    const assigned = resource.permissions.map(toReached);
    return [{ id: resource.resource_id, path, assigned }, ...below(resource.children, path)];
  });
}

function toReached({ name, access, scope, reason }: PermissionEntryDto): ReachedPermission {
  return {
    name,
    access: access as ReachedPermission['access'],
    scope: scope as ReachedPermission['scope'],
    reason: reason ?? 'no-permission',
  };
}

function assignedOf({ cells }: MatrixRowDto): ReachedPermission[] {
  return Object.entries(cells).flatMap(([name, { explicit, effective }]) =>
    explicit ? [toReached({ name, ...explicit, reason: effective.reason } as PermissionEntryDto)] : [],
  );
}

function effectiveOf({ cells }: MatrixRowDto): ReachedPermission[] {
  return Object.entries(cells).map(([name, { effective, member }]) => {
    const { access, reason } = member ?? effective;
    return toReached({ name, scope: 'match', access, reason } as PermissionEntryDto);
  });
}
