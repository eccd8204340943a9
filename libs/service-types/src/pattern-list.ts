import {
  type CompiledPattern,
  MAX_PATTERN_SIZE,
  MAX_PATTERN_LIST_SIZE,
  MAX_PATTERN_LENGTH,
  type PatternEngine,
  type PatternOptions,
  type PatternProblem,
} from './pattern-engine';

const TOO_MANY: PatternProblem = {
  expected:
    `patterns of a total size of at most ${MAX_PATTERN_LIST_SIZE}, where a character or class counts once for each ` +
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
    const size = source.length > MAX_PATTERN_LENGTH ? 0 : this.engine.sizeOf(source);
    if (size <= MAX_PATTERN_SIZE) {
      if (this.total + size > MAX_PATTERN_LIST_SIZE) return TOO_MANY;
      this.total += size;
    }
    return this.engine.compile(source, options);
  }
}
