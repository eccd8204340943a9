import { inject, Injectable } from '@angular/core';
import type { VersionDto } from '@gatehouse/dto';
import { ApiClient } from './api-client';

/** What the API says about itself. */
@Injectable({ providedIn: 'root' })
export class AboutApi {
  private readonly api = inject(ApiClient);

  version(): Promise<VersionDto> {
    return this.api.get('/version');
  }
}
