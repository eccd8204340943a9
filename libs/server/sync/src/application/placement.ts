import type { EntityManager } from 'typeorm';
import { nameKeySql } from '@gatehouse/database';
import { nameKey } from '@gatehouse/names';

/** A registered resource, as far as creation needs it. */
export interface Placed {
  readonly id: number;
  readonly name: string;
  /** The registered resources above it, the closest first, the service last. */
  readonly above: readonly number[];
}

/** Finds registered resources by paths of names, level by level; inside a unit of work, so that nothing changes meanwhile. */
export class Placement {
  private readonly byPath = new Map<string, Placed>();

  constructor(
    private readonly manager: Pick<EntityManager, 'query'>,
    serviceId: number,
  ) {
    this.byPath.set('[]', { id: serviceId, name: '', above: [] });
  }

  /** Reads all resources on some paths. */
  async load(paths: readonly (readonly string[])[]): Promise<void> {
    const levels = Math.max(0, ...paths.map(({ length }) => length));
    for (let level = 1; level <= levels; level += 1) {
      const wanted = new Map<string, readonly [parent: Placed, name: string]>();
      for (const path of paths) {
        const key = keyOf(path.slice(0, level));
        const parent = this.byPath.get(keyOf(path.slice(0, level - 1)));
        const name = path[level - 1];
        if (path.length >= level && parent && name !== undefined && !this.byPath.has(key))
          wanted.set(key, [parent, name]);
      }
      if (wanted.size > 0) await this.loadLevel(wanted);
    }
  }

  /** The resource at a path; undefined if it is not registered. */
  at(path: readonly string[]): Placed | undefined {
    return this.byPath.get(keyOf(path));
  }

  /** Notes a resource that was created. */
  add(path: readonly string[], id: number): void {
    const parent = this.at(path.slice(0, -1));
    if (!parent) throw new Error('a parent has to precede its children');
    this.byPath.set(keyOf(path), { id, name: path.at(-1) ?? '', above: [parent.id, ...parent.above] });
  }

  private async loadLevel(
    wanted: ReadonlyMap<string, readonly [parent: Placed, name: string]>,
  ): Promise<void> {
    const entries = [...wanted];
    const rows = await this.manager.query<{ position: string; id: number; name: string }[]>(
      `SELECT w.position, r.id, r.name FROM unnest($1::integer[], $2::text[]) WITH ORDINALITY AS w (parent_id, name, position)
       CROSS JOIN LATERAL (SELECT id, name FROM resources c
         WHERE c.parent_id = w.parent_id AND ${nameKeySql('c.name')} = ${nameKeySql('w.name')} OFFSET 0) r`,
      [entries.map(([, [parent]]) => parent.id), entries.map(([, [, name]]) => name)],
    );
    for (const { position, id, name } of rows) {
      const [key, [parent]] = entries[Number(position) - 1] ?? ['', [{ id: 0, name: '', above: [] }]];
      this.byPath.set(key, { id, name, above: [parent.id, ...parent.above] });
    }
  }
}

function keyOf(path: readonly string[]): string {
  return JSON.stringify(path.map(nameKey));
}
