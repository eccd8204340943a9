import { withEscapes } from '@gatehouse/names';
import { type FileScalar, type FileValue, type Position, positionOf } from '@gatehouse/desired-state';

/** Where a value of a sent text is in the file that it was made from. */
interface Origin {
  readonly position: Position;
  /** The entry of a section that the value belongs to; the whole file outside of entries. */
  readonly entry: FileValue;
}

export interface SentText {
  readonly text: string;
  /** The value at a line and column of the text. */
  originOf(line: number, column: number): Origin | undefined;
}

/**
 * A file as a text without variables: in JSON, of which YAML is a superset, each value on its line of the file where that is possible. Aliases are followed.
 * What JSON does not have is written as `.nan`, which is as unusable.
 */
export function sentTextOf(content: FileValue): SentText {
  const writer = new Writer();
  writer.root(content);
  return { text: writer.text, originOf: (line, column) => writer.origins.get(`${line}:${column}`) };
}

class Writer {
  readonly origins = new Map<string, Origin>();
  private readonly parts: string[] = [];
  private line = 1;
  private column = 1;

  get text(): string {
    return `${this.parts.join('')}\n`;
  }

  root(content: FileValue): void {
    if (content.kind !== 'object') return this.value(content, content);
    this.begin(content, content);
    this.write('{');
    this.separated([...content.members.values()], ({ key, value }) => {
      this.key(key, content);
      this.section(value);
    });
    this.write('}');
  }

  /** A list of entries, or an object of them by their names. */
  private section(value: FileValue): void {
    if (value.kind === 'scalar') return this.value(value, value);
    this.begin(value, value);
    if (value.kind === 'list') {
      this.write('[');
      this.separated(value.items, (entry) => this.value(entry, entry));
      return this.write(']');
    }
    this.write('{');
    this.separated([...value.members], ([name, member]) => {
      const entry = { ...value, members: new Map([[name, member]]) };
      this.key(member.key, entry);
      this.value(member.value, entry);
    });
    this.write('}');
  }

  private value(value: FileValue, entry: FileValue): void {
    this.begin(value, entry);
    switch (value.kind) {
      case 'scalar':
        return this.write(scalarText(value));
      case 'list':
        this.write('[');
        this.separated(value.items, (item) => this.value(item, entry));
        return this.write(']');
      case 'object':
        this.write('{');
        this.separated([...value.members.values()], ({ key, value: member }) => {
          this.key(key, entry);
          this.value(member, entry);
        });
        return this.write('}');
    }
  }

  private key(key: FileScalar, entry: FileValue): void {
    this.begin(key, entry);
    this.write(`${scalarText(key)}: `);
  }

  private separated<T>(items: readonly T[], write: (item: T) => void): void {
    items.forEach((item, index) => {
      if (index > 0) this.write(', ');
      write(item);
    });
  }

  /** Goes to the line of a value, unless that is behind. */
  private begin(value: FileValue, entry: FileValue): void {
    const position = positionOf(value);
    if (position.line > this.line) {
      this.parts.push('\n'.repeat(position.line - this.line));
      this.line = position.line;
      this.column = 1;
      this.write(' ');
    }
    this.origins.set(`${this.line}:${this.column}`, { position, entry });
  }

  /** The text has no line breaks. */
  private write(text: string): void {
    this.parts.push(text);
    this.column += text.length;
  }
}

function scalarText({ value }: FileScalar): string {
  return value === undefined ? '.nan' : withEscapes(JSON.stringify(value));
}
