import {
  type CompiledPattern,
  MAX_PATTERN_SIZE,
  MAX_PATTERN_LENGTH,
  type PatternEngine,
  type PatternOptions,
  type PatternProblem,
} from '@gatehouse/service-types';
import { type Matcher, RE2JS, RE2JSSyntaxException } from 're2js';
import { withRe2Escapes } from './javascript-escapes';
import { patternSize } from './pattern-size';

const SYNTAX = 'a regular expression in the syntax of RE2, which has neither lookaround nor backreferences';
const TOO_LONG: PatternProblem = { expected: `a pattern of at most ${MAX_PATTERN_LENGTH} characters` };

/**
 * Patterns in the syntax of RE2. They are run by automata that never try the same state at the same position twice, so the
 * time for matching is bounded by the size of the pattern times the length of the text.
 */
export const patternEngine: PatternEngine = {
  sizeOf: (source) => patternSize(withRe2Escapes(source)),
  compile: (source, { ignoreCase = false }: PatternOptions = {}) => {
    if (source.length > MAX_PATTERN_LENGTH) return TOO_LONG;
    const expression = withRe2Escapes(source);
    const size = patternSize(expression);
    if (size > MAX_PATTERN_SIZE) return tooLarge(size);
    try {
      return patternOf(source, RE2JS.compile(expression, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0));
    } catch (error) {
      return { expected: `${SYNTAX}${reasonOf(error)}` };
    }
  },
};

function tooLarge(size: number): PatternProblem {
  return {
    expected:
      `a pattern of a size of at most ${MAX_PATTERN_SIZE} instead of ${size}, where a character or class counts once for ` +
      'each repetition, and Unicode classes and wide ranges count more',
  };
}

function patternOf(source: string, program: RE2JS): CompiledPattern {
  const names = Object.keys(program.namedGroups());
  return {
    source,
    captures: names,
    matchWhole: (text) => {
      const matcher = program.matcher(text);
      return matcher.matches() ? capturesOf(matcher, names) : undefined;
    },
    matchStart: (text) => {
      const matcher = program.matcher(text);
      return matcher.lookingAt() ? text.slice(0, matcher.end()) : undefined;
    },
  };
}

function capturesOf(matcher: Matcher, names: readonly string[]): Record<string, string | undefined> {
  return Object.fromEntries(names.map((name) => [name, matcher.group(name) ?? undefined]));
}

function reasonOf(error: unknown): string {
  if (!(error instanceof RE2JSSyntaxException)) return '';
  return ` (${error.getDescription()})`;
}
