import { computed, inject, Injectable, signal } from '@angular/core';
import type { ServiceDto } from '@gatehouse/dto';
import { type NewService, Remote, ServicesApi } from '@gatehouse/ui-data';
import { Action } from '../page-parts/action';

/** Services of one type. */
export interface ServiceGroup {
  readonly type: string;
  readonly services: readonly ServiceDto[];
}

/** The services of the deployment. */
@Injectable()
export class ServicesStore {
  private readonly api = inject(ServicesApi);
  private readonly change = new Action();

  readonly byType = new Remote(() => this.api.byType());
  readonly types = new Remote(() => this.api.types());
  readonly filter = signal('');
  readonly saving = this.change.busy;
  readonly problem = this.change.problem;
  readonly removed = signal<string | undefined>(undefined);

  readonly count = computed(() => this.all()?.reduce((sum, { services }) => sum + services.length, 0));
  readonly groups = computed<readonly ServiceGroup[] | undefined>(() => {
    const wanted = this.filter().trim().toLowerCase();
    const matches = ({ service_name, service_type }: ServiceDto): boolean =>
      `${service_name} ${service_type}`.toLowerCase().includes(wanted);
    return this.all()
      ?.map(({ type, services }) => ({ type, services: services.filter(matches) }))
      .filter(({ services }) => services.length > 0);
  });
  private readonly all = computed<readonly ServiceGroup[] | undefined>(() => {
    const byType = this.byType.value();
    if (!byType) return undefined;
    return Object.entries(byType)
      .map(([type, services]) => ({ type, services: Object.values(services) }))
      .filter(({ services }) => services.length > 0)
      .sort((a, b) => a.type.localeCompare(b.type));
  });

  async load(): Promise<void> {
    await Promise.all([this.byType.load(), this.types.load()]);
  }

  /** Registers a service; returns whether it worked. */
  create(service: NewService): Promise<boolean> {
    return this.change.run(() => this.api.create(service));
  }

  async remove(name: string): Promise<boolean> {
    const done = await this.change.run(() => this.api.delete(name));
    if (done) {
      this.removed.set(name);
      await this.byType.load();
    }
    return done;
  }

  /** Number of resources directly below a service. */
  async childCount({ resource_id }: ServiceDto): Promise<number> {
    return (await this.api.children(resource_id)).length;
  }

  /** Clears the problem of the last change. */
  clearProblem(): void {
    this.change.reset();
  }
}
