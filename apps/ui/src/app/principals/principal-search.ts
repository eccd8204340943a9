import { inject, Injectable } from '@angular/core';
import { type Principal, SearchApi } from '@gatehouse/ui-data';
import type { Option } from '@gatehouse/ui-grid';
import { PrincipalNames } from './principal-names';

interface Found {
  readonly name: string;
  readonly email?: string | null | undefined;
}

/** Finds users or groups by parts of their names: those that are displayed, and the technical ones. */
@Injectable({ providedIn: 'root' })
export class PrincipalSearch {
  private readonly search = inject(SearchApi);
  private readonly names = inject(PrincipalNames);

  /** The id of each option is the technical name. */
  async find(kind: Principal['kind'], q: string): Promise<readonly Option[]> {
    const { results } = await this.search.find(q, [kind]);
    const everyone = this.names.everyoneFor(q);
    const isMissing = everyone !== undefined && !results.some(({ name }) => name === everyone);
    const found: readonly Found[] = isMissing ? [{ name: everyone }, ...results] : results;
    return found.map(({ name, email }) => {
      const note = this.names.technical(name) ?? email;
      return { id: name, label: this.names.of(name), ...(note && { note }) };
    });
  }
}
