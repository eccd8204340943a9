import { computed, type FactoryProvider, inject } from '@angular/core';
import { DeploymentSettings } from '@gatehouse/ui-data/deployment-settings';
import { CHANGES_REFUSED } from '@gatehouse/ui-kit/changes-refused';
import { translations } from '../language/translations';
import { pagePartsTexts } from './page-parts.texts';

/** In read-only mode, buttons and switches that make changes say so instead. */
export const changesRefused: FactoryProvider = {
  provide: CHANGES_REFUSED,
  useFactory: () => {
    const settings = inject(DeploymentSettings);
    const t = translations(pagePartsTexts);
    return computed(() => (settings.loaded()?.read_only === true ? t('readOnly') : ''));
  },
};
