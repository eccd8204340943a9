import { inject } from '@angular/core';
import type { Catalogue } from './language';
import { LanguageChoice } from './language-choice';

/**
 * The texts of a catalogue of the public pages, in the language that is chosen at the time they are read: templates and computed
 * values follow it, since it is a signal. Call it where `inject` may be called.
 */
export function liveTexts<T extends object>(catalogue: Catalogue<T>): T {
  const choice = inject(LanguageChoice);
  return new Proxy(catalogue.en, {
    get: (_, key) => catalogue[choice.locale().language][key as keyof T],
  });
}
