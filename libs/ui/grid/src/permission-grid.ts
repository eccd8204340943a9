import {
  afterNextRender,
  afterRenderEffect,
  ChangeDetectionStrategy,
  Component,
  computed,
  DestroyRef,
  effect,
  ElementRef,
  inject,
  Injector,
  input,
  linkedSignal,
  output,
  signal,
  untracked,
  viewChild,
} from '@angular/core';
import { assignmentText, type CellView, viewCell } from './cell-view';
import { choiceItems, choiceOf } from './cell-choices';
import { type DrawnLine, drawLines } from './drawn-lines';
import { GridMenu, type MenuItem } from './grid-menu';
import { activePermission, pressKey } from './grid-keys';
import { GridScroll } from './grid-scroll';
import type { GridRow } from './grid-source';
import type { GridState, IndexedLine } from './grid-state';
import type { GridTexts } from './grid-texts';
import { SizeWatch } from './size-watch';
import type { Branch } from './tree-rows';

/** A cell to be explained. */
export interface CellRequest {
  readonly branch: Branch;
  readonly permission: string;
}

/** An action on a resource that was chosen from its menu. */
export interface ActionRequest {
  readonly branch: Branch;
  readonly action: string;
}

interface OpenMenu {
  readonly kind: 'cell' | 'actions';
  readonly items: readonly MenuItem[];
  readonly label: string;
  readonly anchor: HTMLElement;
}

/** Milliseconds for which the resource of a link is highlighted. */
const HIGHLIGHT_MS = 2_400;

/**
 * The permissions of a principal on the resources of a service: an ARIA treegrid of which only the visible rows exist.
 *
 * What it shows and how keys work is in `GridState` and `pressKey`; this component draws it, keeps the focus with the cursor,
 * and opens the choices of a cell.
 */
@Component({
  selector: 'gh-permission-grid',
  imports: [GridMenu],
  changeDetection: ChangeDetectionStrategy.OnPush,
  templateUrl: './permission-grid.html',
  styleUrl: './permission-grid.css',
})
export class PermissionGrid {
  readonly state = input.required<GridState>();
  readonly texts = input.required<GridTexts>();
  readonly label = input.required<string>();
  /** Whether single keys edit (WCAG 2.1.4). */
  readonly shortcuts = input(true);
  /** Actions on a resource; with them, the grid has a column for their menu. */
  readonly actions = input<(branch: Branch) => readonly MenuItem[]>();
  /** What else is to be known about a resource, in a few words; empty for nothing. */
  readonly marks = input<(branch: Branch) => string>();
  readonly explain = output<CellRequest>();
  readonly acted = output<ActionRequest>();

  protected readonly names = computed(() => this.state().permissionNames());
  protected readonly activeColumn = computed(() => this.state().active().column);
  protected readonly announcement = signal('');
  protected readonly menu = signal<OpenMenu | undefined>(undefined);
  protected readonly drawn = linkedSignal<readonly IndexedLine[], readonly DrawnLine[]>({
    source: () => this.state().lines(),
    computation: (lines, before) => drawLines(lines, before?.value),
  });

  private readonly scroller = viewChild.required<ElementRef<HTMLElement>>('scroller');
  private readonly injector = inject(Injector);
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  protected readonly scroll = new GridScroll(
    () => this.scroller().nativeElement,
    () => this.state().length(),
  );
  /** Views by row; edits and another language change them all. */
  private readonly views = computed(() => {
    this.state().edits.list();
    this.texts();
    return new WeakMap<GridRow, Map<string, CellView>>();
  });
  private focused = false;
  private focusesDone = 0;
  /** The resource to which a link has led, for as long as it is highlighted. */
  protected readonly found = signal<Branch | undefined>(undefined);
  private foundTimer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    effect(() => {
      const { start, end } = this.scroll.lines();
      const state = this.state();
      untracked(() => state.show(start, Math.max(end, start + 1)));
    });
    // Elements are reused for other lines during scrolling: the focus remains on the line of the cursor.
    afterRenderEffect(() => {
      this.drawn();
      this.state().active();
      if (this.focused && !this.menu()) this.focusActive();
    });
    afterRenderEffect(() => {
      if (this.state().focusRequests() > this.focusesDone) untracked(() => this.focusCursor());
      this.focusesDone = this.state().focusRequests();
    });
    inject(DestroyRef).onDestroy(() => clearTimeout(this.foundTimer));
    const observed = new SizeWatch(inject(DestroyRef), () => this.scroll.measure());
    afterRenderEffect(() => {
      this.names();
      observed.observe(this.scroller().nativeElement);
      this.scroll.measure();
    });
  }

  /** Scrolls to the cursor and moves the focus there. */
  focusCursor(): void {
    this.focused = true;
    this.scroll.showLine(this.state().activeIndex(), 'visible');
    this.focusActive();
    // The page may be higher than the screen: the cell is brought out from under what sticks to its edges (WCAG 2.4.11).
    this.activeCell()?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }

  /**
   * Shows the resource of the cursor in the middle of the screen and highlights it for a moment. The focus moves there unless the
   * user has moved it to something else meanwhile.
   */
  showFound(): void {
    this.scroll.showLine(this.state().activeIndex(), 'middle');
    this.found.set(this.state().activeBranch());
    clearTimeout(this.foundTimer);
    this.foundTimer = setTimeout(() => this.found.set(undefined), HIGHLIGHT_MS);
    afterNextRender(() => this.bringToMiddle(), { injector: this.injector });
  }

  protected mark(branch: Branch | undefined): string {
    return (branch && this.marks()?.(branch)) ?? '';
  }

  /** Where a resource is, and its number if it is registered. */
  protected titleOf({ row: { path, resource_id: id, unregistered } }: Branch): string {
    return unregistered ? path : `${path} · #${id}`;
  }

  /** What a cell shows; kept for rows that have not changed, since all visible rows are checked with every scroll. */
  protected view(branch: Branch, permission: string): CellView {
    const views = this.views();
    const ofRow = views.get(branch.row) ?? new Map<string, CellView>();
    views.set(branch.row, ofRow);
    const cached = ofRow.get(permission);
    if (cached) return cached;
    const view = viewCell(this.state(), branch, permission, this.texts());
    ofRow.set(permission, view);
    return view;
  }

  protected pressed(event: KeyboardEvent): void {
    if (event.defaultPrevented) return;
    const done = pressKey(this.state(), event, { page: this.scroll.page, shortcuts: this.shortcuts() });
    if (!done) return;
    event.preventDefault();
    if (done === 'choose' || done === 'act') this.openMenu();
    else if (done === 'explain') this.requestExplanation();
    else if (done === 'edited') this.announceCell();
    else if (done === 'undo') this.undoEdit();
    else this.focusCursor();
  }

  protected clicked(event: Event): void {
    const cell = (event.target as Element).closest<HTMLElement>('[data-column]');
    const row = cell?.closest<HTMLElement>('[data-index]');
    if (!cell || !row) return;
    const state = this.state();
    state.moveToIndex(Number(row.dataset['index']), Number(cell.dataset['column']));
    const branch = state.activeBranch();
    if (!branch) return;
    const permission = activePermission(state);
    if (permission !== undefined ? state.cell(branch, permission) : state.active().column > 0)
      this.openMenu(cell);
    else if (state.active().column === 0 && !state.onlyAssigned()) state.toggle(branch);
  }

  protected entered(event: FocusEvent): void {
    this.focused = true;
    const cell = event.target as HTMLElement;
    const index = cell.closest<HTMLElement>('[data-index]')?.dataset['index'];
    const column = cell.dataset['column'];
    if (index === undefined || column === undefined) return;
    const state = this.state();
    if (Number(index) !== state.activeIndex() || Number(column) !== this.activeColumn())
      state.moveToIndex(Number(index), Number(column));
  }

  protected left(event: FocusEvent): void {
    const to = event.relatedTarget as Node | null;
    if (to && !this.host.contains(to)) this.focused = false;
  }

  protected choose(id: string): void {
    const open = this.menu();
    const state = this.state();
    const branch = state.activeBranch();
    const permission = activePermission(state);
    this.closeMenu();
    if (!open || !branch) return;
    if (open.kind === 'actions') return this.acted.emit({ branch, action: id });
    if (permission === undefined) return;
    if (id === 'explain') return this.requestExplanation();
    if (id === 'revert') state.edits.withdraw(branch.row.resource_id, permission);
    else state.assign(branch, permission, choiceOf(id));
    this.announceCell();
  }

  protected closeMenu(): void {
    this.menu.set(undefined);
    this.focusCursor();
  }

  private openMenu(cell = this.activeCell()): void {
    const state = this.state();
    const branch = state.activeBranch();
    if (!cell || !branch) return;
    const permission = activePermission(state);
    const { resource_name } = branch.row;
    if (permission === undefined) {
      const items = this.actions()?.(branch) ?? [];
      this.menu.set({
        kind: 'actions',
        items,
        label: `${this.texts().actions}: ${resource_name}`,
        anchor: cell,
      });
      return;
    }
    const edited = state.edits.of(branch.row.resource_id, permission) !== undefined;
    const items = choiceItems(state.assigned(branch, permission), edited, this.shortcuts(), this.texts());
    const label = this.texts().choices(permission, resource_name);
    this.menu.set({ kind: 'cell', items, label, anchor: cell });
  }

  private requestExplanation(): void {
    const branch = this.state().activeBranch();
    const permission = activePermission(this.state());
    if (branch && permission !== undefined) this.explain.emit({ branch, permission });
  }

  private undoEdit(): void {
    const undone = this.state().undoEdit();
    if (undone) this.focusCursor();
    this.announcement.set(
      undone ? this.texts().undid(undone.permission, undone.path) : this.texts().nothingToUndo,
    );
  }

  private announceCell(): void {
    const branch = this.state().activeBranch();
    const permission = activePermission(this.state());
    if (!branch || permission === undefined) return;
    const assigned = assignmentText(this.state().assigned(branch, permission), this.texts());
    this.announcement.set(`${permission}: ${assigned}`);
  }

  private bringToMiddle(): void {
    const cell = this.activeCell();
    const at = cell?.ownerDocument.activeElement;
    if (!cell || !at) return;
    if (at.matches('body, h1') || this.host.contains(at)) {
      this.focused = true;
      this.focusActive();
    }
    cell.scrollIntoView?.({ block: 'center', inline: 'nearest' });
  }

  private activeCell(): HTMLElement | null {
    const row = `[data-index="${this.state().activeIndex()}"]`;
    return this.host.querySelector<HTMLElement>(`${row} > [data-column="${this.activeColumn()}"]`);
  }

  private focusActive(): void {
    const cell = this.activeCell();
    if (!cell || cell === cell.ownerDocument.activeElement) return;
    cell.focus({ preventScroll: true });
    this.scroll.showCell(cell);
  }
}
