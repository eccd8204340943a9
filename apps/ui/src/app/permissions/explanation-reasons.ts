import type { TextKey, Translate } from '../language/console-texts';
import type { ExplanationTexts } from './explanation.texts';

type ReasonKey = Extract<TextKey<ExplanationTexts>, `reasons.${string}`>;

/** Texts for the sentences of the API about an assignment, which are in English, by their meaning. */
const SENTENCES: ReadonlyMap<string, ReasonKey> = new Map<string, ReasonKey>([
  ['this assignment decides', 'reasons.decides'],
  ['this assignment decides, together with the same assignment of another group', 'reasons.decidesWithOther'],
  ['administrators have all permissions, regardless of assignments', 'reasons.administrator'],
  ['a match assignment applies only to the resource on which it is set', 'reasons.matchElsewhere'],
  ['a match assignment does not apply to unregistered resources', 'reasons.matchUnregistered'],
  [
    'an assignment of the user takes precedence over those of groups, on any resource',
    'reasons.userOutranks',
  ],
  [
    'an assignment of another group takes precedence over those of the anonymous group, on any resource',
    'reasons.groupOutranks',
  ],
  ['an assignment of equal rank is closer to the target', 'reasons.closer'],
  ['on the same resource, a denial takes precedence over an allowance of equal rank', 'reasons.denial'],
  ['of equal assignments on the same resource, the recursive one is reported', 'reasons.recursive'],
]);

/** Why an assignment is used or ignored, in the language of the reader; a sentence that is not known remains as it is. */
export function becauseText(because: string, t: Translate<ExplanationTexts>): string {
  const key = SENTENCES.get(because);
  return key ? t(key) : because;
}
