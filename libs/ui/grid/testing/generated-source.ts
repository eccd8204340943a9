import type { GridCell, GridPage, GridRow, GridSource, PageQuery, PathStep } from '../src';

const NOTHING: GridCell = {
  explicit: null,
  effective: { access: 'deny', reason: 'no-permission', resource_id: null, principal: null },
};

export function aRow(of: Partial<GridRow> & Pick<GridRow, 'resource_id'>): GridRow {
  const name = of.resource_name ?? `r${of.resource_id}`;
  return {
    parent_id: null,
    resource_name: name,
    resource_display_name: name,
    resource_type: 'route',
    level: 0,
    path: name,
    child_count: 0,
    assigned_below: 0,
    cells: { read: NOTHING, write: NOTHING },
    ...of,
  };
}

/**
 * A service whose tree is computed: `children[n]` is the number of children on level n. Identifiers follow the positions, and
 * replies are sent when the test releases them (`hold`), or immediately.
 */
export class GeneratedSource implements GridSource {
  readonly queries: PageQuery[] = [];
  revision = 1;
  private held: (() => void)[] | undefined;
  private readonly changedRows = new Map<number, Partial<GridRow>>();

  constructor(private readonly children: readonly number[]) {}

  /** Replaces fields of a row from now on. */
  change(resourceId: number, fields: Partial<GridRow>): void {
    this.changedRows.set(resourceId, { ...this.changedRows.get(resourceId), ...fields });
    this.revision++;
  }

  /** Replies wait until `release`. */
  hold(): void {
    this.held = [];
  }

  release(): void {
    const held = this.held ?? [];
    this.held = undefined;
    held.forEach((reply) => reply());
  }

  async page(query: PageQuery): Promise<GridPage> {
    this.queries.push(query);
    if (this.held) await new Promise<void>((resolve) => this.held?.push(resolve));
    const parent = this.positionsOf(query.parentId ?? 1);
    const total = this.childCount(parent.length);
    const rows: GridRow[] = [];
    if (query.parentId === undefined && !query.assigned) rows.push(this.row([]));
    const assigned = query.assigned
      ? [...this.changedRows.keys()].map((id) => this.positionsOf(id))
      : Array.from({ length: total }, (_, position) => [...parent, position]);
    for (const positions of assigned.slice(query.offset, query.offset + query.limit - rows.length))
      rows.push(this.row(positions));
    return {
      revision: this.revision,
      permission_names: ['read', 'write'],
      total: query.assigned ? assigned.length : total,
      offset: query.offset,
      rows,
    };
  }

  async locate(resourceId: number): Promise<readonly PathStep[]> {
    const positions = this.positionsOf(resourceId);
    return [
      { resource_id: 1, offset: 0 },
      ...positions.map((offset, level) => ({
        resource_id: this.idOf(positions.slice(0, level + 1)),
        offset,
      })),
    ];
  }

  /** The identifier of the resource at some positions: digits in the base of the tree's width, after those of its ancestors. */
  idOf(positions: readonly number[]): number {
    return positions.reduce((id, position) => id * this.base + position + 1, 1);
  }

  private get base(): number {
    return Math.max(...this.children) + 1;
  }

  private positionsOf(id: number): number[] {
    const positions: number[] = [];
    for (let rest = id; rest > 1; rest = Math.floor((rest - 1) / this.base) || 1) {
      const digit = (rest - 1) % this.base;
      positions.unshift(digit);
      rest -= digit;
    }
    return positions;
  }

  private childCount(level: number): number {
    return this.children[level] ?? 0;
  }

  private row(positions: readonly number[]): GridRow {
    const id = this.idOf(positions);
    const names = ['service', ...positions.map((position) => `r${position}`)];
    return {
      ...aRow({
        resource_id: id,
        parent_id: positions.length === 0 ? null : this.idOf(positions.slice(0, -1)),
        resource_name: names.at(-1) ?? '',
        resource_type: positions.length === 0 ? 'service' : 'route',
        level: positions.length,
        path: names.join('/'),
        child_count: this.childCount(positions.length),
      }),
      ...this.changedRows.get(id),
    };
  }
}
