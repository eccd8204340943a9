import { inject, Injectable } from '@angular/core';
import { ServicesApi } from '@gatehouse/ui-data';
import { translations } from '../language/translations';
import type { BulkTexts } from '../page-parts/work-in-progress';
import { servicesTexts } from './services.texts';

/** Deletes services, and what is shown meanwhile and afterwards. */
@Injectable({ providedIn: 'root' })
export class ServiceDeletion {
  private readonly api = inject(ServicesApi);
  private readonly t = translations(servicesTexts);

  texts(): BulkTexts {
    return {
      name: this.t('deleting'),
      done: (count) => this.t('deleted', { count }),
      failed: (count) => this.t('notDeleted', { count }),
    };
  }

  readonly act = (name: string): Promise<void> => this.api.delete(name);
}
