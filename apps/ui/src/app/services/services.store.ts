import { computed, inject, Injectable } from '@angular/core';
import type { ServiceDto } from '@gatehouse/dto';
import { type NewService, Remote, ServicesApi } from '@gatehouse/ui-data';
import { Action } from '../page-parts/action';

/** The services of the deployment. */
@Injectable()
export class ServicesStore {
  private readonly api = inject(ServicesApi);
  private readonly change = new Action();

  readonly byType = new Remote(() => this.api.byType());
  readonly types = new Remote(() => this.api.types());
  readonly saving = this.change.busy;
  readonly problem = this.change.problem;

  /** All services, by type and name. */
  readonly all = computed<readonly ServiceDto[] | undefined>(() => {
    const byType = this.byType.value();
    if (!byType) return undefined;
    return Object.entries(byType)
      .sort(([a], [b]) => a.localeCompare(b))
      .flatMap(([, services]) => Object.values(services));
  });

  /** Registers a service; returns whether it worked. */
  create(service: NewService): Promise<boolean> {
    return this.change.run(() => this.api.create(service));
  }

  /** Clears the problem of the last change. */
  clearProblem(): void {
    this.change.reset();
  }
}
