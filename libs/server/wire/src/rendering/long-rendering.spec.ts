import type { Steps } from '@gatehouse/request-body';
import { FairScheduler } from '../fair-scheduler';
import { writeHtml } from './html';
import { renderJson, writeJson } from './json';
import { renderInTurns } from './long-rendering';
import { writeXml } from './xml';

/** How often a piece of work can be stopped. */
function stops(work: Steps<string>): number {
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
  ])('as %s has more interruption points the longer it is', (_, write) => {
    expect(stops(write({ rows: rows(10_000) }))).toBeGreaterThan(9 * stops(write({ rows: rows(1_000) })));
    expect(stops(write({ names: rows(10_000).map(({ name }) => name) }))).toBeGreaterThan(100);
  });

  it('in steps equals the text in one step, and other work runs in between', async () => {
    const body = { rows: rows(30_000) };
    let turns = 0;
    let ended = false;
    const count = (): void => {
      turns += 1;
      if (!ended) setImmediate(count);
    };
    setImmediate(count);
    const text = await renderInTurns(new FairScheduler(), '192.0.2.1', writeJson(body));
    ended = true;
    expect(text).toBe(renderJson(body));
    expect(turns).toBeGreaterThan(1);
  });

  it('of one client does not delay that of another by the number of its replies', async () => {
    const scheduler = new FairScheduler();
    const ended: string[] = [];
    const render = async (name: string, address: string, count: number) => {
      await renderInTurns(scheduler, address, writeJson({ rows: rows(count) }));
      ended.push(name);
    };
    const many = Array.from({ length: 6 }, () => render('many', '192.0.2.1', 10_000));
    await Promise.all([...many, render('one', '192.0.2.2', 10_000)]);
    expect(ended.indexOf('one')).toBeLessThan(3);
  });
});
