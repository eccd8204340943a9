import { inject, Injectable } from '@angular/core';
import type { Problem } from '@gatehouse/ui-data';
import { LanguageChoice } from '../language/language-choice';
import { problemMessages, problemText } from './problem.messages';

/** Texts of the console for a problem, in the language of the user. */
@Injectable({ providedIn: 'root' })
export class ProblemTexts {
  private readonly choice = inject(LanguageChoice);

  of(problem: Problem): string {
    return problemText(problem, problemMessages[this.choice.locale().language]);
  }
}
