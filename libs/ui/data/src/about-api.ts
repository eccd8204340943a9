import { inject, Injectable } from '@angular/core';
import type { VersionDto } from '@gatehouse/dto';
import { ApiClient } from './api-client';

/** Version and description of the API. */
@Injectable({ providedIn: 'root' })
export class AboutApi {
  private readonly api = inject(ApiClient);

  version(): Promise<VersionDto> {
    return this.api.get('/version');
  }
}
