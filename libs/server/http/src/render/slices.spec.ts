import { writeHtml } from './html';
import { renderJson, writeJson } from './json';
import { type Sliced, inSlices } from './slices';
import { writeXml } from './xml';

/** How often a piece of work can be stopped. */
function stops(work: Sliced<string>): number {
  let count = 0;
  while (!work.next().done) count += 1;
  return count;
}

const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `row${n}`, number: n }));

describe('the text of a reply', () => {
  it.each([
    ['JSON', (body: Record<string, unknown>) => writeJson(body)],
    ['HTML', (body: Record<string, unknown>) => writeHtml(200, body)],
    ['XML', (body: Record<string, unknown>) => writeXml(body)],
  ])('as %s can be stopped the more often the longer it is', (_, write) => {
    expect(stops(write({ rows: rows(10_000) }))).toBeGreaterThan(9 * stops(write({ rows: rows(1_000) })));
    expect(stops(write({ names: rows(10_000).map(({ name }) => name) }))).toBeGreaterThan(100);
  });

  it('in slices is the text in one go, and other work is done in between', async () => {
    const body = { rows: rows(100_000) };
    let turns = 0;
    let ended = false;
    const count = (): void => {
      turns += 1;
      if (!ended) setImmediate(count);
    };
    setImmediate(count);
    const text = await inSlices(writeJson(body));
    ended = true;
    expect(text).toBe(renderJson(body));
    expect(turns).toBeGreaterThan(1);
  });
});
