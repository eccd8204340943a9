import { problem } from '@gatehouse/problems';
import type { Steps } from '@gatehouse/request-body';
import { type Alias, type Pair, isAlias, isMap, isScalar, isSeq } from 'yaml';
import { type Message, messageOf } from '../message';
import type { FileMember, FileObject, FileScalar, FileValue, SourceFile } from './file-value';
import { textOf } from './plain-values';
import { Scalars } from './scalars';
import { MAX_DEPTH, Unusable, tooComplex } from './unusable';
import type { Variables } from './variables';

type Members = Map<string, FileMember>;

/** Nodes of the library become values that know where they are; variables are replaced in their texts. */
export class Conversion {
  readonly repeated: Message[] = [];
  private readonly scalars: Scalars;
  /** The nodes that aliases name, as far as they were met. */
  private readonly anchors = new Map<string, unknown>();

  constructor(
    private readonly source: SourceFile,
    variables: Variables | undefined,
  ) {
    this.scalars = new Scalars(source, variables);
  }

  warnings(): Iterable<Message> {
    return this.scalars.warnings();
  }

  valueOf(node: unknown, depth = 0, around = 0): FileValue {
    const { source } = this;
    const offset = offsetOf(node) ?? around;
    this.scalars.add(offset);
    if (depth > MAX_DEPTH) throw new Unusable(offset, tooComplex('levels'));
    const anchor = (node as { readonly anchor?: string } | null)?.anchor;
    if (anchor !== undefined) this.anchors.set(anchor, node);
    if (isAlias(node)) return this.valueOf(this.named(node, offset), depth + 1, offset);
    if (isMap<unknown, unknown>(node)) return this.objectOf(node.items, depth, offset);
    if (isSeq(node)) {
      const items = node.items.map((item) => this.valueOf(item, depth + 1, offset));
      return { kind: 'list', items, source, offset };
    }
    return this.scalars.of(isScalar(node) ? textOf(node) : (node ?? null), offset);
  }

  /** The value of a root that was composed in parts: their members follow one another, and so do the entries of one list. */
  *rootOf(parts: Iterable<unknown>): Steps<FileValue> {
    let root: FileValue | undefined;
    const members: Members = new Map();
    for (const part of parts) {
      const value = this.valueOf(part);
      if (value.kind === 'object') this.join(members, value.members);
      root ??= value.kind === 'object' ? { ...value, members } : value;
      yield 0;
    }
    return root ?? this.valueOf(null);
  }

  private join(members: Members, others: ReadonlyMap<string, FileMember>): void {
    for (const [name, { key, value, isInherited }] of others) {
      const before = members.get(name);
      if (isInherited && before) continue;
      if (isInherited || before?.isInherited) {
        members.set(name, { key, value, ...(isInherited && { isInherited }) });
        continue;
      }
      const isSame = before?.key.offset === key.offset;
      if (isSame && before.value.kind === 'list' && value.kind === 'list') {
        const items = before.value.items as FileValue[];
        for (const item of value.items) items.push(item);
        continue;
      }
      if (!isSame) this.noteRepeated(before, key, name);
      members.set(name, { key, value });
    }
  }

  private named(alias: Alias, offset: number): unknown {
    const node = this.anchors.get(alias.source);
    if (node !== undefined) return node;
    const reason = { en: `Unresolved alias ${alias.source}`, fr: `Alias inconnu : ${alias.source}` };
    throw new Unusable(offset, problem('configuration_syntax_invalid', { reason }));
  }

  private objectOf(pairs: readonly Pair<unknown, unknown>[], depth: number, offset: number): FileObject {
    const { source } = this;
    const own = new Map<string, FileMember>();
    const merged = new Map<string, FileMember>();
    for (const pair of pairs) {
      const key = this.keyOf(pair.key, depth + 1, offset);
      const value = this.valueOf(pair.value, depth + 1, key.offset);
      if (isMerge(pair.key)) {
        for (const [name, member] of inheritedFrom(value))
          if (!merged.has(name)) merged.set(name, { ...member, isInherited: true });
        continue;
      }
      const name = String(key.value);
      this.noteRepeated(own.get(name), key, name);
      own.set(name, { key, value });
    }
    // Own members beat those that are merged in.
    return { kind: 'object', members: new Map([...merged, ...own]), source, offset };
  }

  private keyOf(node: unknown, depth: number, around: number): FileScalar {
    const key = this.valueOf(node, depth, around);
    if (key.kind !== 'scalar') return { ...key, kind: 'scalar', value: undefined };
    const spelled = typeof key.value === 'boolean' && isScalar(node) ? node.source : undefined;
    return spelled === undefined ? key : { ...key, spelled };
  }

  private noteRepeated(before: FileMember | undefined, key: FileScalar, name: string): void {
    if (!before) return;
    const { line } = this.source.positionOf(before.key.offset);
    const written = key.written ?? name;
    const found = problem('configuration_name_repeated', { name: written, line });
    const position = { file: this.source.name, ...this.source.positionOf(key.offset) };
    this.repeated.push({ ...messageOf('refused', written, found), position });
  }
}

function offsetOf(node: unknown): number | undefined {
  const range = (node as { readonly range?: readonly number[] | null } | null)?.range;
  return range?.[0];
}

/** The library has a symbol for the key `<<` unless it is quoted. */
function isMerge(key: unknown): boolean {
  return isScalar(key) && typeof key.value === 'symbol';
}

function inheritedFrom(value: FileValue): [string, FileMember][] {
  if (value.kind === 'object') return [...value.members];
  return value.kind === 'list' ? value.items.flatMap(inheritedFrom) : [];
}
