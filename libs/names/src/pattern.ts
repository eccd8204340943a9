import { type NameProblem, nameProblem } from './name-problem';

/** A named set of texts that a value must belong to. Reference: http#names. */
export interface Pattern {
  readonly name: string;
  readonly test: (text: string) => boolean;
  /** Source of the regular expression, as `param.compare` shows it. */
  readonly source: string;
  /** The regular expression in the OpenAPI description, if it differs from `source`. */
  readonly described?: string;
  /** The rule for names that the value violates. */
  readonly problemOf?: (text: string) => NameProblem | undefined;
}

export function pattern(name: string, expression: RegExp): Pattern {
  return { name, test: (text) => expression.test(text), source: expression.source };
}

/** A pattern of new names, which also follow the rules that apply to all names. Reference: http#names. */
export function namePattern(name: string, expression: RegExp): Pattern {
  return {
    ...pattern(name, expression),
    test: (text) => expression.test(text) && nameProblem(text) === undefined,
    problemOf: nameProblem,
  };
}
