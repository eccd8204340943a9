import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** A pattern that makes some engines slow or makes them fail, with a text to match. */
export interface PathologicalPattern {
  readonly name: string;
  readonly pattern: string;
  readonly text: string;
  /** Whether it may be stored. */
  readonly accepted: boolean;
  /** Whether it matches the whole text, ignoring case; undefined if it is not accepted. */
  readonly matches: boolean | undefined;
  /** Whether PostgreSQL can store it. */
  readonly storable: boolean;
}

/** A text, or a text and its number of repetitions. */
type Part = string | readonly [text: string, times: number];

interface Written {
  readonly name: string;
  readonly pattern: readonly Part[];
  readonly text: readonly Part[];
  readonly accepted: boolean;
  readonly matches?: boolean;
  readonly storable?: boolean;
}

/** The corpus for tests of all code that accepts patterns. */
export function pathologicalPatterns(): readonly PathologicalPattern[] {
  const path = join(__dirname, '../cases/pathological-patterns.yaml');
  const written = parse(readFileSync(path, 'utf8')) as readonly Written[];
  return written.map(({ name, pattern, text, accepted, matches, storable = true }) => ({
    name,
    pattern: joined(pattern),
    text: joined(text),
    accepted,
    matches,
    storable,
  }));
}

function joined(parts: readonly Part[]): string {
  return parts.map((part) => (typeof part === 'string' ? part : part[0].repeat(part[1]))).join('');
}
