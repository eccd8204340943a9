import type { ConfigurationProblem } from '@gatehouse/service-types';

type Written = Readonly<Record<string, unknown>>;

/** Maximum number of characters of a name in a reported path. */
const MAX_STEP = 100;

/**
 * A value and its path in a document that an administrator wrote. Reads what it can and records problems with their paths,
 * so that all problems are reported together.
 */
export class WrittenValue {
  constructor(
    readonly value: unknown,
    private readonly path: string,
    private readonly problems: ConfigurationProblem[],
  ) {}

  get isAbsent(): boolean {
    return this.value === undefined;
  }

  refuse(expected: string): undefined {
    this.problems.push({ path: this.path, expected });
    return undefined;
  }

  /** The members of an object that must not have any others; empty if the value is not an object. */
  members<Name extends string>(...names: readonly Name[]): Readonly<Record<Name, WrittenValue>> {
    const value = isWritten(this.value) ? this.value : {};
    if (value !== this.value) this.refuse('an object');
    for (const name of Object.keys(value)) {
      if (!names.includes(name as Name)) this.member(name).refuse(`one of ${names.join(', ')}`);
    }
    const entries = names.map((name) => [
      name,
      this.member(name, Object.hasOwn(value, name) ? value[name] : undefined),
    ]);
    return Object.fromEntries(entries) as Record<Name, WrittenValue>;
  }

  /** The members of an object with arbitrary names. */
  entries(): readonly (readonly [name: string, value: WrittenValue])[] {
    if (!isWritten(this.value)) {
      this.refuse('an object');
      return [];
    }
    return Object.entries(this.value).map(([name, value]) => [name, this.member(name, value)]);
  }

  /** The entries of a list that is neither empty nor longer than `most`. */
  list(most: number): readonly WrittenValue[] {
    if (!Array.isArray(this.value) || this.value.length === 0 || this.value.length > most) {
      this.refuse(`a list of 1 to ${most}`);
      return [];
    }
    return this.value.map((value, index) => this.member(String(index), value));
  }

  /** The entries of a list, or the value itself as a list of one. */
  listOrOne(most: number): readonly WrittenValue[] {
    return Array.isArray(this.value) ? this.list(most) : [this];
  }

  text(most: number): string | undefined {
    if (typeof this.value === 'string' && this.value.length <= most) return this.value;
    return this.refuse(`a text of at most ${most} characters`);
  }

  oneOf<Word extends string>(...words: readonly Word[]): Word | undefined {
    return words.find((word) => word === this.value) ?? this.refuse(`one of ${words.join(', ')}`);
  }

  private member(name: string, value?: unknown): WrittenValue {
    const step = name.length > MAX_STEP ? `${name.slice(0, MAX_STEP)}…` : name;
    return new WrittenValue(value, this.path === '' ? step : `${this.path}.${step}`, this.problems);
  }
}

function isWritten(value: unknown): value is Written {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
