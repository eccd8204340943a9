import type { FileScalar, SourceFile } from './file-value';
import { MAX_CHARACTERS, MAX_VALUES, Unusable, tooComplex } from './unusable';
import { type Variables, expanded } from './variables';

/** Makes the scalars of a file, and bounds what there is: variables are replaced in texts. */
export class Scalars {
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
    if (!variables || !value.includes('$')) return { kind: 'scalar', value, source, offset };
    const text = expanded(value, variables, (characters) => this.addCharacters(characters, offset));
    return { kind: 'scalar', value: text, source, offset, ...(text !== value && { written: value }) };
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
