import type { GridPage, GridRow, PageQuery, UnregisteredPage } from './grid-source';

/** A resource that has been read, with the children that have been read so far. */
export interface Branch {
  row: GridRow;
  readonly parent: Branch | undefined;
  /** Position among its siblings, from 0. */
  position: number;
  expanded: boolean;
  /** Number of children, as last read. */
  total: number;
  readonly children: Map<number, Branch>;
  /** The expanded children. */
  readonly open: Set<Branch>;
  /** Those after the children that only the real service has, as far as they were read. */
  unregistered: readonly Branch[];
  /** How far they were read, and in which generation of them. */
  unregisteredRead: { readonly generation: number; readonly isLast: boolean } | undefined;
  /** The generation of the tree in which the row was read. */
  generation: number;
  /** The revision of the reply with the row. */
  revision: number;
}

/** One visible line: a resource, or the position of one that has not been read yet. */
export interface Line {
  readonly branch: Branch | undefined;
  readonly parent: Branch | undefined;
  readonly position: number;
  readonly setSize: number;
  readonly level: number;
}

/** A page of children that is needed and has not been read. `parent` is undefined for the first read and for flat rows. */
export interface MissingPage {
  readonly parent: Branch | undefined;
  readonly query: PageQuery;
}

/** Resources that only the real service has, which are needed and have not been read: those after `last`. */
export interface MissingUnregistered {
  readonly parent: Branch;
  readonly last: Branch | undefined;
}

/**
 * The lines of a tree of which only pages have been read, as one flat list.
 *
 * Its length follows from the counts of children, so that it can be scrolled to the end without reading the rows between.
 * Finding a line takes time in proportion to the number of expanded branches.
 */
export class TreeRows {
  private root: Branch | undefined;
  private generation = 0;
  private unregisteredGeneration = 0;
  private readonly byId = new Map<number, Branch>();

  /** A flat list has rows of any depth side by side; its root is not a line. */
  constructor(
    private readonly pageSize: number,
    readonly flat = false,
  ) {}

  get loaded(): boolean {
    return this.root !== undefined;
  }

  /** The service; in a flat list there is none. */
  get service(): Branch | undefined {
    return this.flat ? undefined : this.root;
  }

  get length(): number {
    if (!this.root) return 0;
    return (this.flat ? 0 : 1) + visibleBelow(this.root);
  }

  find(resourceId: number): Branch | undefined {
    return this.byId.get(resourceId);
  }

  /** Lines from `start` to before `end`. */
  slice(start: number, end: number): Line[] {
    const lines: Line[] = [];
    if (!this.root || start >= end) return lines;
    let first = 0;
    if (!this.flat) {
      if (start === 0) lines.push(lineOf(this.root));
      first = 1;
    }
    if (this.root.expanded) this.collect(this.root, first, start, end, lines);
    return lines;
  }

  /** Position of a line in the flat list; -1 when an ancestor is collapsed. */
  indexOf(parent: Branch | undefined, position: number): number {
    if (!parent) return 0;
    if (!parent.expanded) return -1;
    const above = parent === this.root && this.flat ? -1 : this.indexOf(parent.parent, parent.position);
    if (above < 0 && parent !== this.root) return -1;
    return openChildren(parent)
      .filter((open) => open.position < position)
      .reduce((index, open) => index + visibleBelow(open), above + 1 + position);
  }

  /** Pages that lines from `start` to before `end` need. */
  missing(start: number, end: number): MissingPage[] {
    if (!this.root) return [this.firstPage()];
    const wanted = new Map<Branch, Set<number>>();
    const pages: MissingPage[] = [];
    for (const { branch, parent, position } of this.slice(start, end)) {
      if (branch?.row.unregistered || branch?.generation === this.generation) continue;
      if (!parent) pages.push(this.firstPage());
      else wanted.set(parent, (wanted.get(parent) ?? new Set()).add(Math.floor(position / this.pageSize)));
    }
    for (const [parent, numbers] of wanted)
      for (const number of numbers) pages.push(this.pageOf(parent, number));
    return pages;
  }

  /** The page with the child at a position, unless it has been read. */
  missingAt(parent: Branch, position: number): MissingPage | undefined {
    if (parent.children.get(position)?.generation === this.generation) return undefined;
    return this.pageOf(parent, Math.floor(position / this.pageSize));
  }

  /** Of the resources that only the real service has, what lines from `start` to before `end` need. */
  missingUnregistered(
    start: number,
    end: number,
    mayHave: (row: GridRow) => boolean,
  ): MissingUnregistered | undefined {
    if (this.flat) return undefined;
    for (const { branch, parent } of this.slice(start, end)) {
      for (const above of [branch, parent]) {
        if (!above?.expanded || !mayHave(above.row)) continue;
        const { unregistered, unregisteredRead: read } = above;
        if (read?.generation !== this.unregisteredGeneration) return { parent: above, last: undefined };
        const last = unregistered.at(-1);
        if (!read.isLast && last && last === branch) return { parent: above, last };
      }
    }
    return undefined;
  }

  /** Takes those that have been read. */
  acceptUnregistered({ parent, last }: MissingUnregistered, { rows, isLast }: UnregisteredPage): void {
    const before = last ? parent.unregistered : [];
    const first = parent.total + before.length;
    const read = rows.map((row, index) => this.adopt(row, parent, first + index, 0));
    const shown = new Set([...before, ...read]);
    for (const gone of parent.unregistered) if (!shown.has(gone)) parent.open.delete(gone);
    parent.unregistered = [...shown];
    parent.unregisteredRead = { generation: this.unregisteredGeneration, isLast };
  }

  /** Those that only the real service has remain visible, and are read again when needed. */
  invalidateUnregistered(): void {
    this.unregisteredGeneration++;
  }

  forgetUnregistered(): void {
    this.unregisteredGeneration++;
    for (const branch of this.byId.values()) {
      for (const one of branch.unregistered) branch.open.delete(one);
      branch.unregistered = [];
    }
  }

  setExpanded(branch: Branch, expanded: boolean): void {
    branch.expanded = expanded;
    if (branch.expanded) branch.parent?.open.add(branch);
    else branch.parent?.open.delete(branch);
  }

  /** Takes a page that has been read. */
  accept({ parent, query }: MissingPage, page: GridPage): void {
    if (parent) return this.acceptChildren(parent, query, page);
    if (this.flat) {
      this.root ??= newBranch(NO_ROW, undefined, 0);
      this.root.expanded = true;
      return this.acceptChildren(this.root, query, page);
    }
    const [service, ...children] = page.rows;
    if (!service) throw new Error('The first page of a service begins with the service.');
    const isNew = !this.root;
    this.root = this.adopt(service, undefined, 0, page.revision);
    if (isNew) this.root.expanded = true;
    const rest = { ...page, total: service.child_count, rows: children };
    this.acceptChildren(this.root, { ...query, limit: query.limit - 1 }, rest);
  }

  /** Rows that have been read remain visible, and are read again when needed. */
  invalidate(): void {
    this.generation++;
    this.unregisteredGeneration++;
  }

  private firstPage(): MissingPage {
    const query = { offset: 0, limit: this.pageSize, ...(this.flat && { assigned: true }) };
    return { parent: undefined, query };
  }

  private pageOf(parent: Branch, page: number): MissingPage {
    const offset = page * this.pageSize;
    if (this.flat) return { parent, query: { offset, limit: this.pageSize, assigned: true } };
    return { parent, query: { parentId: parent.row.resource_id, offset, limit: this.pageSize } };
  }

  private collect(parent: Branch, first: number, start: number, end: number, lines: Line[]): number {
    let index = first;
    let position = 0;
    const plain = (until: number): void => {
      const from = Math.max(position, position + start - index);
      const to = Math.min(until, position + end - index);
      for (let at = from; at < to; at++) lines.push(this.childLine(parent, at));
      index += until - position;
      position = until;
    };
    for (const open of openChildren(parent)) {
      if (index >= end) return index;
      plain(open.position + 1);
      const below = visibleBelow(open);
      if (index < end && index + below > start) this.collect(open, index, start, end, lines);
      index += below;
    }
    if (index < end) plain(sizeOf(parent));
    return index;
  }

  private childLine(parent: Branch, position: number): Line {
    const branch = parent.children.get(position) ?? parent.unregistered[position - parent.total];
    const level = this.flat ? 0 : parent.row.level + 1;
    return { branch, parent, position, setSize: sizeOf(parent), level };
  }

  private acceptChildren(
    parent: Branch,
    { offset, limit }: PageQuery,
    { total, rows, revision }: Pick<GridPage, 'total' | 'rows' | 'revision'>,
  ): void {
    // A short page is the last one, regardless of the total; otherwise the rest would be requested forever.
    parent.total = rows.length < limit ? offset + rows.length : total;
    for (const [position, child] of parent.children) {
      if (position < parent.total) continue;
      parent.children.delete(position);
      parent.open.delete(child);
    }
    rows.forEach((row, index) => {
      const position = offset + index;
      const child = this.adopt(row, parent, position, revision);
      const previous = parent.children.get(position);
      if (previous !== child && previous?.position === position) parent.open.delete(previous);
      parent.children.set(position, child);
      if (child.expanded) parent.open.add(child);
    });
    parent.unregistered.forEach((one, index) => (one.position = parent.total + index));
  }

  /** The branch of a row: the existing one, so that it remains expanded. */
  private adopt(row: GridRow, parent: Branch | undefined, position: number, revision: number): Branch {
    const existing = this.byId.get(row.resource_id);
    const branch = existing && existing.parent === parent ? existing : newBranch(row, parent, position);
    if (branch.position !== position && parent?.children.get(branch.position) === branch)
      parent.children.delete(branch.position);
    branch.row = row;
    branch.position = position;
    branch.total = row.child_count;
    branch.generation = this.generation;
    branch.revision = revision;
    if (branch.total === 0 && branch.unregistered.length === 0) branch.expanded = false;
    this.byId.set(row.resource_id, branch);
    return branch;
  }
}

function newBranch(row: GridRow, parent: Branch | undefined, position: number): Branch {
  return {
    row,
    parent,
    position,
    expanded: false,
    total: row.child_count,
    children: new Map(),
    open: new Set(),
    unregistered: [],
    unregisteredRead: undefined,
    generation: -1,
    revision: 0,
  };
}

function lineOf(branch: Branch): Line {
  return { branch, parent: branch.parent, position: branch.position, setSize: 1, level: 0 };
}

/** Expanded children, in their order. */
function openChildren(branch: Branch): Branch[] {
  return [...branch.open].sort((a, b) => a.position - b.position);
}

/** Number of lines below a branch. */
function visibleBelow(branch: Branch): number {
  if (!branch.expanded) return 0;
  return openChildren(branch).reduce((sum, child) => sum + visibleBelow(child), sizeOf(branch));
}

/** Number of lines directly below an expanded branch. */
function sizeOf({ total, unregistered }: Branch): number {
  return total + unregistered.length;
}

const NO_ROW: GridRow = {
  resource_id: -1,
  parent_id: null,
  resource_name: '',
  resource_display_name: '',
  resource_type: '',
  level: 0,
  path: '',
  child_count: 0,
  assigned_below: 0,
  cells: {},
};
