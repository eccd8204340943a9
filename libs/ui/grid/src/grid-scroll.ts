import { computed, signal } from '@angular/core';
import {
  bodyHeight,
  rootFontSize,
  scrolledTo,
  scrolledToMiddle,
  topOf,
  type Viewport,
  visibleLines,
} from './viewport';

/** Height of a line in `rem`, which follows the text size of the reader. */
const ROW_REM = 3.25;
const FALLBACK_HEIGHT = 640;

/** The scrolled element of a grid: which lines and columns it shows, and how others are brought into view. */
export class GridScroll {
  private readonly scrollTop = signal(0);
  private readonly height = signal(FALLBACK_HEIGHT);
  private readonly isWider = signal(false);
  private readonly rowHeight = ROW_REM * rootFontSize();
  private readonly viewport = computed<Viewport>(() => ({
    scrollTop: this.scrollTop(),
    height: this.height(),
    rowHeight: this.rowHeight,
    length: this.length(),
  }));
  /** Height of all lines, as far as they can be scrolled. */
  readonly bodyHeight = computed(() => bodyHeight(this.viewport()));
  /** The lines to draw. */
  readonly lines = computed(() => visibleLines(this.viewport()));
  /** Whether the columns are wider than the grid. */
  readonly sideways = this.isWider.asReadonly();

  constructor(
    private readonly element: () => HTMLElement,
    /** Number of lines. */
    private readonly length: () => number,
  ) {}

  /** Lines by which a page moves the cursor. */
  get page(): number {
    return Math.max(1, Math.floor(this.height() / this.rowHeight) - 1);
  }

  /** Where a line is drawn. */
  topOf(index: number): number {
    return topOf(index, this.viewport());
  }

  /** The element was scrolled. */
  scrolled(): void {
    this.scrollTop.set(this.element().scrollTop);
  }

  /** Its size, or that of its columns, may have changed. */
  measure(): void {
    const element = this.element();
    const head = element.querySelector<HTMLElement>('.head')?.offsetHeight ?? 0;
    if (element.clientHeight > 0) this.height.set(element.clientHeight - head);
    this.isWider.set(element.scrollWidth > element.clientWidth);
  }

  showLine(index: number, where: 'visible' | 'middle'): void {
    if (index < 0) return;
    const top = (where === 'middle' ? scrolledToMiddle : scrolledTo)(index, this.viewport());
    if (top === this.scrollTop()) return;
    this.element().scrollTop = top;
    this.scrollTop.set(top);
  }

  /** Brings a cell out from under the column of resources, which is fixed. */
  showCell(cell: HTMLElement): void {
    if (cell.dataset['column'] === '0') return;
    const element = this.element();
    const covered = element.querySelector<HTMLElement>('.head > .name')?.offsetWidth ?? 0;
    const { offsetLeft: start, offsetWidth: width } = cell;
    if (start - covered < element.scrollLeft) element.scrollLeft = start - covered;
    else if (start + width > element.scrollLeft + element.clientWidth)
      element.scrollLeft = start + width - element.clientWidth;
  }
}
