/** Heights above this many pixels are not drawn reliably by every browser; taller lists are scrolled in proportion. */
const MAX_HEIGHT = 10_000_000;

/** Lines drawn above and below the visible ones. */
const OVERSCAN = 4;

/** The maximum number of rows in the page, regardless of the height of the screen. */
const MAX_ROWS = 58;

/** The part of a list of equally high lines that a scrolled element shows. All lengths are in CSS pixels. */
export interface Viewport {
  readonly scrollTop: number;
  /** Height of the visible part. */
  readonly height: number;
  readonly rowHeight: number;
  readonly length: number;
}

/** Height of the whole list, as far as it can be scrolled. */
export function bodyHeight({ length, rowHeight }: Pick<Viewport, 'length' | 'rowHeight'>): number {
  return Math.min(length * rowHeight, MAX_HEIGHT);
}

/** How far the first visible line is from the top of the list at its full height. */
function offsetOf({ scrollTop, height, rowHeight, length }: Viewport): number {
  const full = length * rowHeight;
  if (full <= MAX_HEIGHT) return scrollTop;
  return (scrollTop * (full - height)) / (MAX_HEIGHT - height);
}

/** The lines to draw. */
export function visibleLines(viewport: Viewport): { start: number; end: number } {
  const { height, rowHeight, length } = viewport;
  const first = Math.floor(offsetOf(viewport) / rowHeight);
  const shown = Math.ceil(height / rowHeight) + 1;
  const start = Math.max(0, first - OVERSCAN);
  const end = Math.min(length, Math.min(first + shown + OVERSCAN, start + MAX_ROWS));
  return { start, end };
}

/** Where a line is drawn, from the top of the scrolled element. */
export function topOf(index: number, viewport: Viewport): number {
  const full = viewport.length * viewport.rowHeight;
  if (full <= MAX_HEIGHT) return index * viewport.rowHeight;
  return index * viewport.rowHeight - offsetOf(viewport) + viewport.scrollTop;
}

/** How far to scroll so that a line is visible as a whole; the present position if it is. */
export function scrolledTo(index: number, viewport: Viewport): number {
  const { height, rowHeight } = viewport;
  const top = offsetOf(viewport);
  const wanted = Math.min(index * rowHeight, Math.max((index + 1) * rowHeight - height, top));
  return scrolledBy(Math.max(0, wanted), viewport);
}

/** How far to scroll so that a line is in the middle, as far as the list reaches. */
export function scrolledToMiddle(index: number, viewport: Viewport): number {
  const { height, rowHeight, length } = viewport;
  const most = Math.max(0, length * rowHeight - height);
  return scrolledBy(Math.max(0, Math.min(most, (index + 0.5) * rowHeight - height / 2)), viewport);
}

/** The position of the scrolled element for an offset in the list at its full height. */
function scrolledBy(offset: number, viewport: Viewport): number {
  const { height, rowHeight, length, scrollTop } = viewport;
  if (offset === offsetOf(viewport)) return scrollTop;
  const full = length * rowHeight;
  return full <= MAX_HEIGHT ? offset : (offset * (MAX_HEIGHT - height)) / (full - height);
}

/** Text size of the page in CSS pixels, which the reader can change. */
export function rootFontSize(): number {
  const size =
    typeof getComputedStyle === 'function' ? getComputedStyle(document.documentElement).fontSize : '';
  return Number.parseFloat(size) || 16;
}
