import { inject, Injectable } from '@angular/core';
import { ServicesApi } from '@gatehouse/ui-data/services-api';
import { SynchronizationApi } from '@gatehouse/ui-data/synchronization-api';
import { refusalOf } from './refusal';

/** Finds services whose names are refused since they are not registered, although a synchronization has found them. */
@Injectable({ providedIn: 'root' })
export class RefusedServices {
  private readonly services = inject(ServicesApi);
  private readonly synchronizations = inject(SynchronizationApi);

  /** Those among some services, which are asked one after the other: to find for whom names are refused takes the API a while. */
  async among(names: readonly string[]): Promise<readonly string[]> {
    const found: string[] = [];
    for (const name of names) {
      if (refusalOf(await this.services.unregisteredNames(name, 0)) === 'none') continue;
      const query = { kind: 'appeared', state: 'open', limit: 1 };
      const { changes } = await this.synchronizations.changes(name, query);
      if (changes.length > 0) found.push(name);
    }
    return found;
  }
}
