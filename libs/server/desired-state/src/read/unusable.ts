import { type Problem, problem } from '@gatehouse/problems';

/** Levels of lists and objects in a file. */
export const MAX_DEPTH = 64;
/** Values of a file, those behind aliases as often as these are used: 100,000 entries with ten fields each. */
export const MAX_VALUES = 1_000_000;
/** Characters of all texts of a file, those behind aliases as often as these are used, and with the values of variables. */
export const MAX_CHARACTERS = 64 * 1024 * 1024;

const MEASURES = {
  values: { maximum: MAX_VALUES, what: { en: 'values', fr: 'valeurs' } },
  characters: { maximum: MAX_CHARACTERS, what: { en: 'characters', fr: 'caractères' } },
  levels: { maximum: MAX_DEPTH, what: { en: 'levels', fr: 'niveaux' } },
};

/** A file cannot be parsed further. */
export class Unusable extends Error {
  constructor(
    readonly offset: number,
    readonly problem: Problem,
  ) {
    super(problem.detail);
  }
}

export function tooComplex(measure: keyof typeof MEASURES): Problem {
  return problem('configuration_too_complex', MEASURES[measure]);
}
