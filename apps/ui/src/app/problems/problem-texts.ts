import { inject, Injectable } from '@angular/core';
import type { Problem } from '@gatehouse/ui-data';
import { LanguageChoice } from '../language/language-choice';
import { problemMessages, problemText } from './problem.messages';

/** What the console says about a problem, in the language of the reader. */
@Injectable({ providedIn: 'root' })
export class ProblemTexts {
  private readonly choice = inject(LanguageChoice);

  of(problem: Problem): string {
    return problemText(problem, problemMessages[this.choice.locale().language]);
  }
}
