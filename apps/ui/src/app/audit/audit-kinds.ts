import { keyIn } from '../language/console-texts';
import { kindTexts } from './kind.texts';

type Kinds = (typeof kindTexts)['en']['kinds'];

/** The first word of kinds: `user` of `user.created`. */
type Kind = keyof Kinds;

type Happening = { readonly [K in Kind]: `kinds.${K}.${Exclude<keyof Kinds[K] & string, 'noun' | 'count'>}` };

/** All first words, in the order of the filter. */
export const KINDS = Object.keys(kindTexts.en.kinds) as readonly Kind[];

/** The known first word of a kind; undefined for what a newer API has. */
export function kindOf(kind: string): Kind | undefined {
  return keyIn(kindTexts.en.kinds, kind.split('.', 1)[0] ?? '');
}

/** The sentence of a kind, in `kindTexts`; of some kinds it depends on a `variant`. Undefined if there is none. */
export function sentenceOf(kind: string, variant = ''): Happening[Kind] | undefined {
  const subject = kindOf(kind);
  const operation = kind.split('.')[1] + variant;
  const known = subject && keyIn(kindTexts.en.kinds[subject], operation);
  return known && (`kinds.${subject}.${known}` as Happening[Kind]);
}

/** A kind without texts, as words: `disk full` for `disk.full`. */
export function wordsOf(kind: string): string {
  return kind.replaceAll(/[._]/g, ' ');
}
