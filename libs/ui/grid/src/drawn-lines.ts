import type { IndexedLine } from './grid-state';

/** A line and the element that draws it, by its number. */
export interface DrawnLine {
  readonly line: IndexedLine;
  readonly element: number;
}

/**
 * Chooses the element of each line. A line keeps its element, with focus and pointer, as long as it is drawn; new lines
 * take the elements of lines that are no longer drawn, so that scrolling creates no elements. Where most lines are new,
 * all elements keep their order: writing their texts takes less time than moving them in the page.
 */
export function drawLines(lines: readonly IndexedLine[], before: readonly DrawnLine[] = []): DrawnLine[] {
  const wanted = new Set(lines.map(({ index }) => index));
  const staying = before.filter(({ line }) => wanted.has(line.index));
  if (staying.length * 2 < lines.length) wanted.clear();
  const kept = new Map<number, number>();
  const left: number[] = [];
  for (const { line, element } of before)
    if (wanted.has(line.index)) kept.set(line.index, element);
    else left.push(element);
  const used = new Set(kept.values());
  let next = 0;
  const unused = (): number => {
    while (used.has(next)) next++;
    return next;
  };
  let taken = 0;
  return lines.map((line) => {
    const element = kept.get(line.index) ?? left[taken++] ?? unused();
    used.add(element);
    return { line, element };
  });
}
