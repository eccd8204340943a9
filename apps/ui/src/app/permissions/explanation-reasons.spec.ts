import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TestBed } from '@angular/core/testing';
import { LanguageChoice } from '../language/language-choice';
import { translations } from '../language/translations';
import { becauseText } from './explanation-reasons';
import { explanationTexts } from './explanation.texts';

/** The sentences of the API, from its source. */
const source = readFileSync(join(__dirname, '../../../../../libs/access-engine/src/explain.ts'), 'utf8');
const [, block = ''] = /BECAUSE = \{([^}]*)\}/.exec(source) ?? [];
const sentences = [...block.matchAll(/:\s*'([^']+)'/g)].map(([, sentence = '']) => sentence);

describe('the reason why an assignment is used or ignored', () => {
  it.each(sentences)('is shown in French: %s', (sentence) => {
    TestBed.inject(LanguageChoice).choose('fr');
    const t = TestBed.runInInjectionContext(() => translations(explanationTexts));
    expect(becauseText(sentence, t)).not.toBe(sentence);
  });

  it('is shown for all ten sentences of the API', () => {
    expect(sentences).toHaveLength(10);
  });
});
