import { computed, type FactoryProvider } from '@angular/core';
import { KIT_TEXTS, type KitTexts } from '@gatehouse/ui-kit/kit-texts';
import { translations } from '../language/translations';
import { pagePartsTexts } from './page-parts.texts';

/** Provides the texts of the kit's components in the current language. */
export const kitLanguage: FactoryProvider = {
  provide: KIT_TEXTS,
  useFactory: () => {
    const t = translations(pagePartsTexts);
    return computed<KitTexts>(() => ({
      cancel: t('kit.cancel'),
      close: t('kit.close'),
      edit: t('kit.edit'),
      save: t('kit.save'),
      filter: t('kit.filter'),
      exportCsv: t('kit.exportCsv'),
      selectAll: t('kit.selectAll'),
      clearSelection: t('kit.clearSelection'),
      previous: t('kit.previous'),
      next: t('kit.next'),
      loading: t('kit.loading'),
      messages: t('kit.messages'),
      noMatch: t('kit.noMatch'),
      offline: t('kit.offline'),
      selectRow: (name) => t('kit.selectRow', { name }),
      selected: (count) => t('kit.selected', { count }),
      range: (from, to, total) => t('kit.range', { from, to, total }),
    }));
  },
};
