import { computed, signal } from '@angular/core';
import type { Assignment, GridCell, GridSource, UnregisteredRows } from './grid-source';
import { PendingEdits } from './pending-edits';
import { type Branch, type Line, type MissingPage, type MissingUnregistered, TreeRows } from './tree-rows';

/** A cell of the grid: column 0 is the resource, the permissions follow. */
export interface Position {
  readonly parent: Branch | undefined;
  readonly position: number;
  readonly column: number;
}

/** A line with its index in the flat list. */
export interface IndexedLine extends Line {
  readonly index: number;
}

/** Lines that are read beyond those that are shown, in both directions. */
const MARGIN = 6;

/**
 * The state of a permission grid: which lines there are, which of them are shown, where the cursor is, what is edited.
 *
 * Rows are read by pages as they become visible. While the reader scrolls, pages that have left the window are not read any
 * more: after each reply, what the window needs by then is read next.
 */
export class GridState {
  readonly edits: PendingEdits;
  private tree: TreeRows;
  private readonly version = signal(0);
  private readonly window = signal({ start: 0, end: 40 });
  private readonly cursor = signal<Position>({ parent: undefined, position: 0, column: 0 });
  private reading: Promise<void> | undefined;
  private disposed = false;
  private unregistered: UnregisteredRows | undefined;

  readonly permissionNames = signal<readonly string[]>([]);
  /** The revision of the rows read last. */
  readonly revision = signal<number | undefined>(undefined);
  readonly failure = signal<unknown>(undefined);
  readonly loading = signal(false);
  readonly onlyAssigned = signal(false);
  /** Changes when the focus is to move to the cursor. */
  readonly focusRequests = signal(0);

  readonly loaded = computed(() => (this.version(), this.tree.loaded));
  readonly length = computed(() => (this.version(), this.tree.length));
  /** The lines of the window, with the line of the cursor even if it has been scrolled out of it. */
  readonly lines = computed<readonly IndexedLine[]>(() => {
    this.version();
    const { start, end } = this.window();
    const from = Math.max(0, start);
    const lines = this.tree.slice(from, end).map((line, offset) => ({ ...line, index: from + offset }));
    const active = this.activeIndex();
    if (active >= 0 && (active < from || active >= end)) {
      const [line] = this.tree.slice(active, active + 1);
      if (line) lines.push({ ...line, index: active });
    }
    return lines;
  });
  readonly active = this.cursor.asReadonly();
  readonly activeIndex = computed(() => {
    this.version();
    const { parent, position } = this.cursor();
    return this.tree.loaded ? this.tree.indexOf(parent, position) : -1;
  });
  /** Number of columns: the resource, the permissions, and that of actions if there is one. */
  readonly columns = computed(() => this.permissionNames().length + 1 + (this.actions ? 1 : 0));
  private readonly pageSize: number;
  private readonly actions: boolean;

  constructor(
    private readonly source: GridSource,
    options: { edits?: PendingEdits; pageSize?: number; actions?: boolean } = {},
  ) {
    this.edits = options.edits ?? new PendingEdits();
    this.pageSize = options.pageSize ?? 60;
    this.actions = options.actions ?? false;
    this.tree = new TreeRows(this.pageSize);
  }

  /** Reads what the window needs; resolves when it has all of it, or a read has failed. */
  read(): Promise<void> {
    this.reading ??= this.readWindow().finally(() => (this.reading = undefined));
    return this.reading;
  }

  /** Further replies are ignored. */
  dispose(): void {
    this.disposed = true;
  }

  /** Shows other lines. */
  show(start: number, end: number): void {
    const { start: shownStart, end: shownEnd } = this.window();
    if (start !== shownStart || end !== shownEnd) this.window.set({ start, end });
    void this.read();
  }

  /** Reads the rows again as they become visible; until then the previous ones are shown, with edits. */
  refresh(): Promise<void> {
    this.tree.invalidate();
    return this.read();
  }

  /** Shows what only the real service has after the children of resources; undefined for nothing. What was read is read again. */
  showUnregistered(rows: UnregisteredRows | undefined): void {
    if (rows === this.unregistered) return;
    this.unregistered = rows;
    if (rows) this.tree.invalidateUnregistered();
    else this.tree.forgetUnregistered();
    this.changed();
    void this.read();
  }

  /** Shows all rows by their hierarchy, or only those with an assignment. */
  showOnlyAssigned(only: boolean): Promise<void> {
    if (only === this.onlyAssigned()) return this.read();
    this.onlyAssigned.set(only);
    this.restart();
    return this.read();
  }

  /** Drops what has been read: another principal or another service. */
  restart(): void {
    this.tree = new TreeRows(this.pageSize, this.onlyAssigned());
    this.cursor.set({ parent: undefined, position: 0, column: 0 });
    this.window.set({ start: 0, end: 40 });
    this.changed();
  }

  lineAt(index: number): Line | undefined {
    return this.tree.slice(index, index + 1)[0];
  }

  /** The resource of the cursor, unless its row has not been read yet. */
  activeBranch(): Branch | undefined {
    const index = this.activeIndex();
    return index < 0 ? undefined : this.lineAt(index)?.branch;
  }

  toggle(branch: Branch): void {
    this.expand(branch, !branch.expanded);
  }

  /** Whether anything is below a resource. */
  isExpandable({ row, total, unregistered }: Branch): boolean {
    if (this.onlyAssigned()) return false;
    return total > 0 || unregistered.length > 0 || this.unregistered?.has(row) === true;
  }

  expand(branch: Branch, expanded: boolean): void {
    if (!this.isExpandable(branch)) return;
    this.tree.setExpanded(branch, expanded);
    if (!expanded && isBelow(this.cursor().parent, branch)) this.moveTo(branch, this.cursor().column);
    this.changed();
    void this.read();
  }

  moveTo(branch: Pick<Branch, 'parent' | 'position'>, column: number): void {
    this.cursor.set({ parent: branch.parent, position: branch.position, column: this.inRange(column) });
  }

  /** Moves to a line of the flat list, which is clamped to the existing ones. */
  moveToIndex(index: number, column = this.cursor().column): void {
    const line = this.lineAt(Math.max(0, Math.min(index, this.length() - 1)));
    if (line) this.cursor.set({ ...positionOf(line), column: this.inRange(column) });
  }

  moveToColumn(column: number): void {
    this.cursor.update((cursor) => ({ ...cursor, column: this.inRange(column) }));
  }

  /** Expands the path to a resource and moves to it; returns its index, or -1 if it no longer exists. */
  async reveal(resourceId: number, column = this.cursor().column): Promise<number> {
    if (this.onlyAssigned()) {
      this.onlyAssigned.set(false);
      this.restart();
    }
    if (!this.tree.loaded) await this.read();
    const path = await this.source.locate(resourceId);
    let parent = this.tree.service;
    for (const { resource_id, offset } of path.slice(1)) {
      if (!parent) return -1;
      this.tree.setExpanded(parent, true);
      const missing = this.tree.missingAt(parent, offset);
      if (missing) await this.readPage(missing);
      const child = this.tree.find(resource_id);
      if (!child || child.parent !== parent) return -1;
      parent = child;
    }
    if (!parent || parent.row.resource_id !== resourceId) return -1;
    this.moveTo(parent, column);
    this.changed();
    return this.activeIndex();
  }

  cell(branch: Branch, permission: string): GridCell | undefined {
    return branch.row.cells[permission];
  }

  /** What is assigned in a cell, edits included. */
  assigned(branch: Branch, permission: string): Assignment | null {
    const edit = this.edits.of(branch.row.resource_id, permission);
    return edit ? edit.after : (this.cell(branch, permission)?.explicit ?? null);
  }

  /** Edits a cell; a cell that does not apply is unchanged. */
  assign(branch: Branch, permission: string, assignment: Assignment | null): void {
    const cell = this.cell(branch, permission);
    if (!cell) return;
    const read = { assignment: cell.explicit, revision: branch.revision };
    this.edits.set(branch.row, permission, read, assignment);
  }

  /** Takes back the last edit and moves to it, if its row is shown; returns it, or undefined if there is none. */
  undoEdit(): ReturnType<PendingEdits['undo']> {
    const undone = this.edits.undo();
    const branch = undone && this.tree.find(undone.resourceId);
    if (!branch || this.tree.indexOf(branch.parent, branch.position) < 0) return undone;
    this.moveTo(branch, this.permissionNames().indexOf(undone.permission) + 1);
    return undone;
  }

  /** Moves the focus to the cursor, for instance after a dialog about its cell. */
  requestFocus(): void {
    this.focusRequests.update((count) => count + 1);
  }

  private inRange(column: number): number {
    return Math.max(0, Math.min(column, this.columns() - 1));
  }

  private async readWindow(): Promise<void> {
    this.failure.set(undefined);
    // Called at every step of scrolling: nothing changes if nothing must be read.
    let next = this.nextRead();
    if (!next) return;
    this.loading.set(true);
    try {
      for (; next; next = this.nextRead()) await next();
    } catch (thrown) {
      this.failure.set(thrown);
    } finally {
      this.loading.set(false);
    }
  }

  /** Reads what the window needs first: registered resources before others. */
  private nextRead(): (() => Promise<void>) | undefined {
    const missing = this.missingPage();
    if (missing) return () => this.readPage(missing);
    const source = this.unregistered;
    if (!source || this.disposed) return undefined;
    const { start, end } = this.window();
    const mayHave = (row: Branch['row']): boolean => source.has(row) !== false;
    const rest = this.tree.missingUnregistered(Math.max(0, start - MARGIN), end + MARGIN, mayHave);
    return rest && (() => this.readUnregistered(source, rest));
  }

  /** The first page that the window needs. */
  private missingPage(): MissingPage | undefined {
    const { start, end } = this.window();
    const [missing] = this.tree.missing(Math.max(0, start - MARGIN), end + MARGIN);
    return this.disposed ? undefined : missing;
  }

  private async readPage(missing: MissingPage): Promise<void> {
    const tree = this.tree;
    const page = await this.source.page(missing.query);
    if (tree !== this.tree || this.disposed) return;
    tree.accept(missing, page);
    if (this.edits.count() > 0) for (const row of page.rows) this.edits.reread(row, page.revision);
    this.permissionNames.set(sameNames(this.permissionNames(), page.permission_names));
    this.revision.set(page.revision);
    this.changed();
  }

  private async readUnregistered(source: UnregisteredRows, missing: MissingUnregistered): Promise<void> {
    const tree = this.tree;
    const page = await source.page(missing.parent.row, missing.last?.row);
    if (tree !== this.tree || source !== this.unregistered || this.disposed) return;
    tree.acceptUnregistered(missing, page);
    this.changed();
  }

  private changed(): void {
    this.version.update((version) => version + 1);
  }
}

const positionOf = ({ parent, position }: Line) => ({ parent, position });

/** Keeps the list that is shown when nothing has changed, so that no column is drawn again. */
function sameNames(shown: readonly string[], read: readonly string[]): readonly string[] {
  return shown.join() === read.join() ? shown : read;
}

function isBelow(branch: Branch | undefined, ancestor: Branch): boolean {
  for (let at = branch; at; at = at.parent) if (at === ancestor) return true;
  return false;
}
