import { MAX_RESOURCE_NAME_LENGTH } from '@gatehouse/names';
import type { ChildTypeName } from '@gatehouse/service-types';
import type { SourceEntry } from '../source';

/** Longest name of a source that is kept: longer ones cannot be registered anyway. */
const MAX_KEPT_NAME_LENGTH = 500;

/** A resource of a source. */
export interface RemoteNode {
  /** From 1, in the order in which they were found: parents precede their children. */
  readonly id: number;
  /** 0 directly below the service. */
  readonly parentId: number;
  readonly name: string;
  /** A display name; undefined if the source states none. */
  title: string | undefined;
  type: ChildTypeName;
  /** Whether it may have children that were not read. */
  isOpen: boolean;
}

/** The resources of a source as a tree. What is found again is the same resource. */
export class RemoteTree {
  private readonly all: RemoteNode[] = [];
  private readonly byPlace = new Map<string, RemoteNode>();
  /** Whether the service itself may have children that were not read. */
  isOpen = false;

  /** @param depth levels below the service that are kept */
  constructor(
    private readonly depth: number,
    private readonly innerType: ChildTypeName,
  ) {}

  get nodes(): readonly RemoteNode[] {
    return this.all;
  }

  /** Adds a resource and what is above it; what is too deep marks the last one above it as open. */
  add({ path, type, title }: SourceEntry): void {
    if (path.length === 0) return;
    const isTooDeep = path.length > this.depth;
    let parentId = 0;
    for (let level = 0; level < Math.min(path.length, this.depth); level += 1) {
      const isLast = level === path.length - 1;
      const node = this.childOf(parentId, path[level] ?? '', isLast ? type : this.innerType);
      if (isLast) {
        node.title ??= displayNameOf(title);
      } else if (node.type === 'file') {
        // It is listed as a file, and has files below it.
        node.type = this.innerType;
      }
      if (isTooDeep && level === this.depth - 1) node.isOpen = true;
      parentId = node.id;
    }
  }

  /** Marks a resource, which may be the service, whose children were not read. */
  open(path: readonly string[]): void {
    let parentId = 0;
    let last: RemoteNode | undefined;
    for (const name of path.slice(0, this.depth)) {
      last = this.byPlace.get(placeOf(parentId, keptName(name)));
      if (!last) break;
      parentId = last.id;
    }
    if (last) last.isOpen = true;
    else this.isOpen = true;
  }

  private childOf(parentId: number, given: string, type: ChildTypeName): RemoteNode {
    const name = keptName(given);
    const place = placeOf(parentId, name);
    const known = this.byPlace.get(place);
    if (known) return known;
    const node = { id: this.all.length + 1, parentId, name, title: undefined, type, isOpen: false };
    this.all.push(node);
    this.byPlace.set(place, node);
    return node;
  }
}

function placeOf(parentId: number, name: string): string {
  return `${parentId}/${name}`;
}

/** PostgreSQL stores neither NUL nor unpaired surrogates. */
function keptName(name: string): string {
  return storable(name)
    .slice(0, MAX_KEPT_NAME_LENGTH)
    .replace(/\p{Surrogate}/gu, '\ufffd');
}

function storable(text: string): string {
  return text.replace(/[\0\p{Surrogate}]/gu, '\ufffd');
}

/** A title as a display name: visible characters on one line, as many as a display name may have. */
function displayNameOf(title: string | undefined): string | undefined {
  const line = storable(title?.slice(0, 1_000) ?? '')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .normalize('NFC')
    .trim();
  const kept = line
    .slice(0, MAX_RESOURCE_NAME_LENGTH)
    .replace(/\p{Surrogate}/gu, '')
    .trim();
  return kept === '' ? undefined : kept;
}
