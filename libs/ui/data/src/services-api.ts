import { inject, Injectable } from '@angular/core';
import type { ServiceDto, ServicesReplyDto } from '@gatehouse/dto';
import { ApiClient } from './api-client';

/** Services by type, then by name; a type without services may be a key too. Reference: http#service-routes */
export type ServicesByType = Exclude<ServicesReplyDto['services'], readonly ServiceDto[]>;

/** The protected services of the deployment. For administrators. */
@Injectable({ providedIn: 'root' })
export class ServicesApi {
  private readonly api = inject(ApiClient);

  async byType(): Promise<ServicesByType> {
    // A list comes only when one is asked for.
    return (await this.api.get('/services')).services as ServicesByType;
  }
}
