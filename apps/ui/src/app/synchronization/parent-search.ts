import { inject, Injectable } from '@angular/core';
import { SearchApi } from '@gatehouse/ui-data';

/** Results among which the resource of a path is looked for. */
const RESULTS = 20;

/** Finds the registered resource closest above a place of a service. */
@Injectable({ providedIn: 'root' })
export class ParentSearch {
  private readonly api = inject(SearchApi);

  /** `path`: names from below the service down. Returns the identifier of the service if nothing else above is registered. */
  async above(service: string, serviceId: number, path: readonly string[]): Promise<number> {
    for (let length = path.length - 1; length > 0; length -= 1) {
      const wanted = [service, ...path.slice(0, length)].join('/');
      const { results } = await this.api.find(wanted, ['resource'], RESULTS, service);
      const found = results.find((one) => pathOf(one.path) === wanted);
      if (found) return Number(found.id);
    }
    return serviceId;
  }
}

function pathOf(path = ''): string {
  return path.replace(/^\//, '');
}
