import { nameKey } from '@gatehouse/names';
import type { ResourceRow } from './rows';

/** Parents whose children are cached. */
const MOST_PARENTS = 1_000;

/**
 * Finds the children of a resource by the part of their names after the colon, since feature services ignore prefixes. The
 * index of a parent is built from all of its children on first use and kept until resources change.
 */
export class LocalNames {
  private readonly byParent = new Map<number, ReadonlyMap<string, readonly number[]>>();

  /** Case-insensitive; `children` returns those of the parent. */
  childrenOf(parentId: number, localName: string, children: () => readonly ResourceRow[]): readonly number[] {
    let names = this.byParent.get(parentId);
    if (!names) {
      if (this.byParent.size >= MOST_PARENTS) this.byParent.clear();
      this.byParent.set(parentId, (names = byLocalName(children())));
    }
    return names.get(nameKey(localName)) ?? [];
  }

  forget(): void {
    this.byParent.clear();
  }
}

function byLocalName(rows: readonly ResourceRow[]): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const { id, name } of rows) {
    const lower = nameKey(name);
    const local = lower.slice(lower.indexOf(':') + 1);
    for (const key of new Set([lower, local])) {
      const ids = found.get(key);
      if (ids) ids.push(id);
      else found.set(key, [id]);
    }
  }
  return found;
}
