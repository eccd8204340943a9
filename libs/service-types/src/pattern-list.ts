import {
  type CompiledPattern,
  LARGEST_PATTERN,
  LARGEST_PATTERN_LIST,
  LONGEST_PATTERN,
  type PatternEngine,
  type PatternOptions,
  type PatternProblem,
} from './pattern-engine';

const TOO_MANY: PatternProblem = {
  expected:
    `patterns of a total size of at most ${LARGEST_PATTERN_LIST}, where a character or class counts once for each ` +
    'repetition',
};

/**
 * Compiles the patterns of one configuration or one list of hooks within the limit on all of them. The limit bounds the time
 * for compiling and for matching all of them, so it is checked before, and a pattern counts whether it is valid or not and as
 * often as it occurs.
 */
export class PatternList {
  private total = 0;

  constructor(private readonly engine: PatternEngine) {}

  compile(source: string, options: PatternOptions = {}): CompiledPattern | PatternProblem {
    // The engine itself rejects what is too long or too large, without compiling it.
    const size = source.length > LONGEST_PATTERN ? 0 : this.engine.sizeOf(source);
    if (size <= LARGEST_PATTERN) {
      if (this.total + size > LARGEST_PATTERN_LIST) return TOO_MANY;
      this.total += size;
    }
    return this.engine.compile(source, options);
  }
}
