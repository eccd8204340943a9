import { problem } from '@gatehouse/problems';
import { type Message, messageOf } from '../message';
import type { FileScalar, SourceFile } from './file-value';
import { MAX_CHARACTERS, MAX_VALUES, Unusable, tooComplex } from './unusable';
import { type Variables, expanded } from './variables';

/** Escapes of YAML and JSON can state them, and no database stores them. */
const NOT_STORED = /[\0\p{Cs}]/u;
const NOT_STORED_REASON = {
  en: 'The character U+0000 and halves of surrogate pairs are not allowed.',
  fr: 'Le caractère U+0000 et les moitiés de paires de substitution ne sont pas permis.',
};

/** A file may have a million texts. */
const MAX_WARNINGS = 1_000;

/** Makes the scalars of a file, and bounds what there is: variables are replaced in texts. */
export class Scalars {
  /** Where each variable that is not set is first named, and where those are whose names are not told. */
  private readonly unset = new Map<string | number, number>();
  private count = 0;
  private characters = 0;

  constructor(
    private readonly source: SourceFile,
    private readonly variables: Variables | undefined,
  ) {}

  /** Counts a value of any kind. Throws {@link Unusable} if there are too many. */
  add(offset: number): void {
    this.count += 1;
    if (this.count > MAX_VALUES) throw new Unusable(offset, tooComplex('values'));
  }

  of(value: unknown, offset: number): FileScalar {
    const { source, variables } = this;
    if (typeof value !== 'string') return { kind: 'scalar', value: jsonValue(value), source, offset };
    this.addCharacters(value.length, offset);
    if (NOT_STORED.test(value))
      throw new Unusable(offset, problem('configuration_syntax_invalid', { reason: NOT_STORED_REASON }));
    if (!variables || !value.includes('$')) return { kind: 'scalar', value, source, offset };
    const text = expanded(value, variables, {
      count: (characters) => this.addCharacters(characters, offset),
      unset: (name) => this.noteUnset(name ?? offset, offset),
    });
    return { kind: 'scalar', value: text, source, offset, ...(text !== value && { written: value }) };
  }

  private noteUnset(key: string | number, offset: number): void {
    if (this.unset.size < MAX_WARNINGS && !this.unset.has(key)) this.unset.set(key, offset);
  }

  /** One for each variable that is not set, the first ones. Lines are known when the whole file was read. */
  *warnings(): Iterable<Message> {
    for (const [name, offset] of this.unset) {
      const position = { file: this.source.name, ...this.source.positionOf(offset) };
      const found = problem('configuration_variable_unset', { name: typeof name === 'string' ? name : '$…' });
      yield { ...messageOf('warning', '', found), position };
    }
  }

  private addCharacters(characters: number, offset: number): void {
    this.characters += characters;
    if (this.characters > MAX_CHARACTERS) throw new Unusable(offset, tooComplex('characters'));
  }
}

function jsonValue(value: unknown): FileScalar['value'] {
  if (value === null || typeof value === 'boolean') return value;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
