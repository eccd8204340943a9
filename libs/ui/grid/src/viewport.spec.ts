import { bodyHeight, scrolledTo, scrolledToMiddle, topOf, type Viewport, visibleLines } from './viewport';

const viewport = (of: Partial<Viewport>): Viewport => ({
  scrollTop: 0,
  height: 520,
  rowHeight: 52,
  length: 1_000,
  ...of,
});

describe('the visible part of a list', () => {
  it('is the lines on the screen with some above and below', () => {
    expect(visibleLines(viewport({ scrollTop: 52 * 100 }))).toEqual({ start: 96, end: 115 });
    expect(visibleLines(viewport({}))).toEqual({ start: 0, end: 15 });
  });

  it('never has more than 58 lines, and none beyond the end', () => {
    const { start, end } = visibleLines(viewport({ height: 5_000, scrollTop: 520 }));
    expect(end - start).toBe(58);
    expect(visibleLines(viewport({ length: 3 }))).toEqual({ start: 0, end: 3 });
  });

  it.each([0, 17, 500_000, 999_990, 999_999])(
    'of a million lines, which no browser scrolls in full, contains line %i after scrolling to it',
    (index) => {
      const before = viewport({ length: 1_000_000 });
      const scrollTop = scrolledTo(index, before);
      expect(scrollTop).toBeLessThanOrEqual(bodyHeight(before) - before.height);
      const after = { ...before, scrollTop };
      const { start, end } = visibleLines(after);
      expect(index).toBeGreaterThanOrEqual(start);
      expect(index).toBeLessThan(end);
      expect(topOf(index, after)).toBeGreaterThanOrEqual(scrollTop - 0.01);
      expect(topOf(index, after) + 52).toBeLessThanOrEqual(scrollTop + 520.01);
    },
  );

  it('does not move for a line that is visible as a whole', () => {
    const { scrollTop } = viewport({ scrollTop: 100 });
    expect(scrolledTo(5, viewport({ scrollTop }))).toBe(100);
    expect(scrolledTo(1, viewport({ scrollTop }))).toBe(52);
    expect(scrolledTo(12, viewport({ scrollTop }))).toBe(13 * 52 - 520);
  });

  it.each([10, 1_000, 3_000_000])(
    'of %i lines shows a line in the middle, or as near as the list reaches',
    (length) => {
      for (const index of [0, 3, Math.floor(length / 2), length - 1]) {
        const before = viewport({ length });
        const scrollTop = scrolledToMiddle(index, before);
        const after = { ...before, scrollTop };
        const middle = topOf(index, after) - scrollTop + before.rowHeight / 2;
        const most = length * before.rowHeight - before.height;
        const wanted = (index + 0.5) * before.rowHeight - before.height / 2;
        const reached = Math.max(0, Math.min(most, wanted));
        expect(middle).toBeCloseTo(before.height / 2 + wanted - reached, 0);
      }
    },
  );
});
