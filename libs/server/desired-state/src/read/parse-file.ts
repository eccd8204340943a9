import { readPlain } from '@gatehouse/plain-yaml';
import { problem } from '@gatehouse/problems';
import { type Steps, finished } from '@gatehouse/request-body';
import { LineCounter } from 'yaml';
import { type Message, messageOf } from '../message';
import { composedParts } from './composed-parts';
import { Conversion } from './conversion';
import type { FileValue, SourceFile } from './file-value';
import { PlainValues } from './plain-values';
import { Unusable } from './unusable';
import type { Variables } from './variables';

export interface ParsedFile {
  /** Undefined if the file cannot be parsed; a scalar with null if it is empty. */
  readonly content: FileValue | undefined;
  readonly messages: readonly Message[];
}

/**
 * Parses a text in YAML, of which JSON is a part, and replaces variables in all texts and names; without `variables`, `$` is an
 * ordinary character. YAML is read as version 1.1, like earlier software did: `yes` and `on` are booleans. Nothing that an
 * alias names is copied before it is counted.
 */
export function parseFile(name: string, text: string, variables?: Variables): ParsedFile {
  return finished(parseSteps(name, text, { variables }));
}

export interface ParseOptions {
  readonly variables?: Variables | undefined;
  readonly maxAtOnce?: number;
}

const CONTROL_CHARACTER = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]/;

/** YAML excludes them, and files in UTF-16 without a mark have them; the library accepts them. */
function rejectControlCharacters(text: string, lines: LineCounter): void {
  const offset = text.search(CONTROL_CHARACTER);
  if (offset < 0) return;
  noteLines(text.slice(0, offset), lines);
  const reason = {
    en: 'A control character is not allowed; is the file UTF-8?',
    fr: 'Un caractère de contrôle n’est pas permis ; le fichier est-il en UTF-8 ?',
  };
  throw new Unusable(offset, problem('configuration_syntax_invalid', { reason }));
}

function noteLines(text: string, lines: LineCounter): void {
  lines.addNewLine(0);
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) lines.addNewLine(end + 1);
}

/** The content of most files; undefined for one that needs a parser of the whole language, which also says what is wrong. */
function* plainContent(text: string, values: PlainValues): Steps<FileValue | undefined> {
  try {
    return yield* readPlain(text, values);
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    return undefined;
  }
}

/**
 * The same in steps, so that others have their turn: a text of a megabyte takes a second. One of at most `maxAtOnce` characters may be
 * parsed in one step, which is many times faster.
 */
export function* parseSteps(
  name: string,
  text: string,
  { variables, maxAtOnce = Infinity }: ParseOptions = {},
): Steps<ParsedFile> {
  const lines = new LineCounter();
  const source: SourceFile = {
    name,
    positionOf: (offset) => {
      const { line, col } = lines.linePos(offset);
      return { line: Math.max(1, line), column: Math.max(1, col) };
    },
  };
  try {
    rejectControlCharacters(text, lines);
    const values = new PlainValues(source, variables);
    const plain = text.length > maxAtOnce ? undefined : yield* plainContent(text, values);
    if (plain) {
      noteLines(text, lines);
      return { content: plain, messages: [...values.warnings()] };
    }
    const parts = yield* composedParts(text, lines);
    const conversion = new Conversion(source, variables);
    const content = yield* conversion.rootOf(parts);
    return { content, messages: [...conversion.repeated, ...conversion.warnings()] };
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    const position = { file: name, ...source.positionOf(error.offset) };
    return { content: undefined, messages: [{ ...messageOf('refused', '', error.problem), position }] };
  }
}
