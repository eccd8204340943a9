import type { ExplainedRuleDto } from '@gatehouse/dto';
import type { TextKey, Translate } from '../language/console-texts';
import type { ExplanationTexts } from './explanation.texts';

type ReasonKey = Extract<TextKey<ExplanationTexts>, `reasons.${string}`>;

/** The text of each code. A code that is added to the API does not compile without one. */
const TEXT_KEYS: Readonly<Record<ExplainedRuleDto['because_code'], ReasonKey>> = {
  decides: 'reasons.decides',
  'decides-together': 'reasons.decidesWithOther',
  administrator: 'reasons.administrator',
  'match-elsewhere': 'reasons.matchElsewhere',
  'match-not-exact': 'reasons.matchUnregistered',
  'user-first': 'reasons.userOutranks',
  'group-first': 'reasons.groupOutranks',
  closer: 'reasons.closer',
  'deny-first': 'reasons.denial',
  'recursive-first': 'reasons.recursive',
};

/**
 * Why an assignment is used or ignored, in the language of the reader. For the code of a newer API, which has no text here, the
 * sentence of the API.
 */
export function becauseText(
  { because, because_code: code }: Pick<ExplainedRuleDto, 'because' | 'because_code'>,
  t: Translate<ExplanationTexts>,
): string {
  return Object.hasOwn(TEXT_KEYS, code) ? t(TEXT_KEYS[code]) : because;
}
