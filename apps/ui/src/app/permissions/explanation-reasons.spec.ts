import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TestBed } from '@angular/core/testing';
import type { ExplainedRuleDto } from '@gatehouse/dto';
import { LanguageChoice } from '../language/language-choice';
import { translations } from '../language/translations';
import { becauseText } from './explanation-reasons';
import { explanationTexts } from './explanation.texts';

type Code = ExplainedRuleDto['because_code'];

interface Description {
  readonly components: {
    readonly schemas: { readonly AssignmentReason: { readonly enum: readonly Code[] } };
  };
}

const file = join(__dirname, '../../../../../docs/openapi.json');
const description = JSON.parse(readFileSync(file, 'utf8')) as Description;
const codes = description.components.schemas.AssignmentReason.enum;

const inFrench = (code: Code): string => {
  TestBed.inject(LanguageChoice).choose('fr');
  const t = TestBed.runInInjectionContext(() => translations(explanationTexts));
  return becauseText({ because: 'the sentence of the API', because_code: code }, t);
};

describe('the reason why an assignment is used or ignored', () => {
  it('has a French text of its own for each code of the API', () => {
    const texts = codes.map(inFrench);
    expect(texts).toContain('cette attribution décide');
    expect(texts).not.toContain('the sentence of the API');
    expect(new Set(texts).size).toBe(codes.length);
  });

  it.each(['a-newer-code', 'constructor'])(
    'is the sentence of the API if its code has no text: %s',
    (code) => {
      expect(inFrench(code as Code)).toBe('the sentence of the API');
    },
  );
});
