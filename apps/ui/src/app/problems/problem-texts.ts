import { inject, Injectable } from '@angular/core';
import type { Problem } from '@gatehouse/ui-data';
import { Online } from '@gatehouse/ui-kit/online';
import type { Catalogue } from '../language/language';
import { LanguageChoice } from '../language/language-choice';
import { problemMessages, problemText } from './problem.messages';

const messages: Catalogue<{ offline: string }> = {
  en: { offline: 'This needs a connection. Try again when it has returned; nothing you entered is lost.' },
  fr: {
    offline:
      'Une connexion est nécessaire. Réessayez dès son retour ; ce que vous avez saisi n’est pas perdu.',
  },
};

/** Texts of the console for a problem, in the language of the user. */
@Injectable({ providedIn: 'root' })
export class ProblemTexts {
  private readonly choice = inject(LanguageChoice);
  private readonly online = inject(Online).online;

  of(problem: Problem): string {
    const { language } = this.choice.locale();
    if (problem.isUnreachable && !this.online()) return messages[language].offline;
    return problemText(problem, problemMessages[language]);
  }
}
