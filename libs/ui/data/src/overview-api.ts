import { inject, Injectable } from '@angular/core';
import type { OverviewDto } from '@gatehouse/dto';
import { ApiClient } from './api-client';

/** How much there is of everything, and what needs attention. For administrators. Reference: console-api#overview */
@Injectable({ providedIn: 'root' })
export class OverviewApi {
  private readonly api = inject(ApiClient);

  read(): Promise<OverviewDto> {
    return this.api.get('/overview');
  }
}
