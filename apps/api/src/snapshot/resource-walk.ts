import type { AccessSnapshot, ResourceRow } from '@gatehouse/access-engine';
import type { Step } from '@gatehouse/wire';

/** Ids that a walk keeps in memory, of all levels together; others are read again. */
const MAX_HELD_IDS = 8_192;

/** The children of a resource that are visited at present. */
interface Level {
  /** The next ones by id; dropped when deeper levels need the memory. */
  ids: Int32Array | undefined;
}

/**
 * Visits resources below others by ascending id, in steps between which anything may change. It keeps only ids and looks them up
 * again: what was deleted meanwhile is left out with everything below it. Of each parent only a part of the children is
 * kept, so that the memory of a walk does not depend on the number of resources.
 */
export class ResourceWalk {
  private readonly levels: Level[] = [];
  private held = 0;

  constructor(
    /** The snapshot at present: a reload replaces it. */
    private readonly snapshot: () => AccessSnapshot,
    /** Which resources are visited; those below others are not. */
    private readonly includes: (id: number) => boolean = () => true,
    private readonly maxHeldIds = MAX_HELD_IDS,
  ) {}

  hasChildren(id: number): boolean {
    return this.snapshot().childCountOf(id) > 0;
  }

  /** The children of a resource. Those of a child are visited before the next one is requested, or never. */
  *children(parentId: number): Generator<Step<ResourceRow>, void, undefined> {
    const level: Level = { ids: undefined };
    this.levels.push(level);
    let after = -1;
    for (let isLast = false; !isLast;) {
      isLast = yield* this.readInto(level, parentId, after);
      // Not a variable of its own: it would keep the ids when deeper levels have taken the memory.
      for (let at = 0; level.ids !== undefined && at < level.ids.length; at += 1) {
        after = level.ids[at] ?? after;
        const row = this.includes(after) ? this.snapshot().resource(after) : undefined;
        if (row?.parentId === parentId) yield row;
      }
      isLast &&= level.ids !== undefined;
      this.drop(level);
    }
    this.levels.pop();
  }

  /** Reads the next part of the children; true if none follow. */
  private *readInto(level: Level, parentId: number, after: number): Generator<undefined, boolean, undefined> {
    const steps = this.snapshot().views.childIds({ parentId, after, limit: this.maxHeldIds });
    let step = steps.next();
    for (; !step.done; step = steps.next()) yield undefined;
    level.ids = step.value;
    this.held += step.value.length;
    for (const upper of this.levels) {
      if (this.held <= this.maxHeldIds) break;
      if (upper !== level) this.drop(upper);
    }
    return step.value.length < this.maxHeldIds;
  }

  private drop(level: Level): void {
    this.held -= level.ids?.length ?? 0;
    level.ids = undefined;
  }
}
