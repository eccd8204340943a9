import { computed, inject, Injectable, signal } from '@angular/core';
import type { ServiceDto } from '@gatehouse/dto';
import { asProblem, type NewService, type Problem, Remote, ServicesApi } from '@gatehouse/ui-data';

/** Services of one type. */
export interface ServiceGroup {
  readonly type: string;
  readonly services: readonly ServiceDto[];
}

/** The services of the deployment. */
@Injectable()
export class ServicesStore {
  private readonly api = inject(ServicesApi);

  readonly byType = new Remote(() => this.api.byType());
  readonly types = new Remote(() => this.api.types());
  readonly filter = signal('');
  readonly saving = signal(false);
  readonly problem = signal<Problem | undefined>(undefined);
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
    return this.attempt(() => this.api.create(service));
  }

  async remove(name: string): Promise<boolean> {
    const done = await this.attempt(() => this.api.delete(name));
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

  private async attempt(work: () => Promise<void>): Promise<boolean> {
    this.saving.set(true);
    this.problem.set(undefined);
    try {
      await work();
      return true;
    } catch (thrown) {
      this.problem.set(asProblem(thrown));
      return false;
    } finally {
      this.saving.set(false);
    }
  }
}
