import { foldOf, foldsOf } from '@gatehouse/names';
import type { ResourceRow } from './rows';

/** Parents whose children are indexed, at most; a request may look names up in as many workspaces. */
const MAX_PARENTS = 20_000;

type Named = Pick<ResourceRow, 'id' | 'name'>;

/**
 * Finds the children of a resource by the folds of their names and of what follows a colon in them. The index of a
 * parent is built from all of its children on first use and then updated child by child.
 */
export class FoldedNames {
  private readonly byParent = new Map<number, Map<string, number[]>>();

  /** The ids in the order in which they were added; `children` returns those of the parent. */
  childrenOf(parentId: number, name: string, children: () => readonly Named[]): readonly number[] {
    let folds = this.byParent.get(parentId);
    if (!folds) {
      if (this.byParent.size >= MAX_PARENTS) this.byParent.clear();
      this.byParent.set(parentId, (folds = new Map()));
      for (const child of children()) addTo(folds, child);
    }
    return folds.get(foldOf(name)) ?? [];
  }

  /** Called when a child is placed below a parent. */
  add(parentId: number, child: Named): void {
    const folds = this.byParent.get(parentId);
    if (folds) addTo(folds, child);
  }

  /** Called when a child is removed from a parent, or before it gets another name. */
  remove(parentId: number, { id, name }: Named): void {
    const folds = this.byParent.get(parentId);
    if (!folds) return;
    for (const fold of foldsOf(name)) {
      const left = (folds.get(fold) ?? []).filter((one) => one !== id);
      if (left.length > 0) folds.set(fold, left);
      else folds.delete(fold);
    }
  }

  /** Called when resources with children are removed. */
  forget(): void {
    this.byParent.clear();
  }
}

function addTo(folds: Map<string, number[]>, { id, name }: Named): void {
  for (const fold of foldsOf(name)) {
    const ids = folds.get(fold);
    if (ids) ids.push(id);
    else folds.set(fold, [id]);
  }
}
