import { inject, Injectable } from '@angular/core';
import type { CanDeactivateFn, Routes } from '@angular/router';
import { LanguageChoice } from '../language/language-choice';

const QUESTION = {
  en: 'There are unsaved changes of permissions. Leave and lose them?',
  fr: 'Des modifications de permissions ne sont pas enregistrées. Quitter et les perdre ?',
};

/** Work that would be lost by leaving the pages it belongs to. It is kept apart from them, so that routes do not load them. */
@Injectable({ providedIn: 'root' })
export class UnsavedWork {
  private discard: (() => void) | undefined;

  get exists(): boolean {
    return this.discard !== undefined;
  }

  /** There is unsaved work, with what discards it; or there is none. */
  set(discard: (() => void) | undefined): void {
    this.discard = discard;
  }

  /** Requests confirmation to discard the work. */
  mayLeave(question: string): boolean {
    if (!this.discard) return true;
    if (!confirm(question)) return false;
    this.discard();
    return true;
  }
}

/** Between pages that show edits of permissions, they are kept; before leaving for others, a confirmation is required. */
const askFirst: CanDeactivateFn<unknown> = (_page, _route, _from, to) =>
  /^\/(permissions|services)\b/.test(to.url) ||
  inject(UnsavedWork).mayLeave(QUESTION[inject(LanguageChoice).locale().language]);

export function askingBeforeLeaving(routes: Routes): Routes {
  return routes.map((route) => ({ ...route, canDeactivate: [askFirst] }));
}
