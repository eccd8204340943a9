import { type DrawnLine, drawLines } from './drawn-lines';
import type { IndexedLine } from './grid-state';

const lines = (from: number, to: number): IndexedLine[] =>
  Array.from({ length: to - from }, (_, offset) => ({
    index: from + offset,
    branch: undefined,
    parent: undefined,
    position: from + offset,
    setSize: 1000,
    level: 1,
  }));

const elements = (drawn: readonly DrawnLine[]) => drawn.map(({ element }) => element);
const indexes = (drawn: readonly DrawnLine[]) => drawn.map(({ line }) => line.index);

describe('the elements of drawn lines', () => {
  it('are numbered from 0 at first', () => {
    expect(elements(drawLines(lines(0, 4)))).toEqual([0, 1, 2, 3]);
  });

  it('are kept for lines that are still drawn, and are reused for new ones otherwise', () => {
    const drawn = drawLines(lines(2, 6), drawLines(lines(0, 4)));
    expect(indexes(drawn)).toEqual([2, 3, 4, 5]);
    expect(elements(drawn)).toEqual([2, 3, 0, 1]);
  });

  it('keep their order in a jump to other lines', () => {
    const scrolled = drawLines(lines(1, 5), drawLines(lines(0, 4)));
    expect(elements(drawLines(lines(500, 504), scrolled))).toEqual(elements(scrolled));
  });

  it('keep their order where most lines are new', () => {
    const drawn = drawLines(lines(3, 7), drawLines(lines(0, 4)));
    expect(indexes(drawn)).toEqual([3, 4, 5, 6]);
    expect(elements(drawn)).toEqual([0, 1, 2, 3]);
  });

  it('are as many as lines, each for one line', () => {
    const cursor = lines(900, 901);
    const withCursor = drawLines([...lines(0, 4), ...cursor], drawLines(lines(0, 4)));
    expect(elements(withCursor)).toEqual([0, 1, 2, 3, 4]);
    const few = drawLines([...lines(2, 4), ...cursor], withCursor);
    expect(elements(few)).toEqual([2, 3, 4]);
    expect(elements(drawLines([...lines(0, 5), ...cursor], few))).toEqual([0, 1, 2, 3, 5, 4]);
  });
});
