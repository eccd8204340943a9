import { NotPlain, type Pair, type ValueMaker, isCertainlyText } from '@gatehouse/plain-yaml';
import { finished } from '@gatehouse/request-body';
import { LineCounter, type Scalar, isScalar } from 'yaml';
import { composedParts } from './composed-parts';
import type { Message } from '../message';
import type { FileMember, FileScalar, FileValue, SourceFile } from './file-value';
import { Scalars } from './scalars';
import type { Variables } from './variables';

/** The values of a file that {@link readPlain} reads. */
export class PlainValues implements ValueMaker<FileValue> {
  private readonly scalars: Scalars;
  /** What texts without quotes mean: the same few occur often. */
  private readonly meanings = new Map<string, unknown>();

  constructor(
    private readonly source: SourceFile,
    variables: Variables | undefined,
  ) {
    this.scalars = new Scalars(source, variables);
  }

  warnings(): Iterable<Message> {
    return this.scalars.warnings();
  }

  scalar(text: string, isPlain: boolean, offset: number, isKey: boolean): FileScalar {
    this.scalars.add(offset);
    const value = this.scalars.of(isPlain ? this.meaningOf(text) : text, offset);
    return isKey && typeof value.value === 'boolean' ? { ...value, spelled: text } : value;
  }

  list(items: FileValue[], offset: number): FileValue {
    this.scalars.add(offset);
    return { kind: 'list', items, source: this.source, offset };
  }

  object(pairs: readonly Pair<FileValue>[], offset: number): FileValue {
    this.scalars.add(offset);
    const members = new Map<string, FileMember>();
    for (const [key, value] of pairs) {
      if (key.kind !== 'scalar') throw new NotPlain();
      members.set(String(key.value), { key, value });
    }
    // What is stated twice is left to those who report it.
    if (members.size < pairs.length) throw new NotPlain();
    return { kind: 'object', members, source: this.source, offset };
  }

  private meaningOf(text: string): unknown {
    if (isCertainlyText(text)) return text;
    if (!this.meanings.has(text)) this.meanings.set(text, textOf(scalarIn(text)));
    return this.meanings.get(text);
  }
}

/** Dates are the texts that they are written as. */
export function textOf({ value, source }: Scalar): unknown {
  return value instanceof Date ? source : value;
}

/** What the library reads. */
function scalarIn(text: string): Scalar {
  const [node] = finished(composedParts(text, new LineCounter()));
  if (!isScalar(node)) throw new NotPlain();
  return node;
}
