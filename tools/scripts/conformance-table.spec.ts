import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const DOCS = resolve(__dirname, '../../docs');

describe('the table of conformance cases', () => {
  const page = readFileSync(join(DOCS, 'conformance-cases.md'), 'utf8');
  const specs = [...page.matchAll(/\]\(([^)]+\.ts)\)/g)].map(([, path = '']) =>
    // A row may begin on a separate line.
    readFileSync(join(DOCS, path), 'utf8').replace(/\[\s+'/g, "['"),
  );
  const titles = [...page.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title);

  /** Whether a file has a test of that title, as written or as a row of `it.each`. */
  const has = (source: string, title: string): boolean =>
    source.includes(`it('${title}'`) ||
    [...title.matchAll(/ /g)].some(
      ({ index }) =>
        source.includes(`['${title.slice(0, index)}'`) && source.includes(`('%s${title.slice(index)}'`),
    );

  it('has files and titles', () => {
    expect(specs).toHaveLength(4);
    expect(titles.length).toBeGreaterThan(35);
  });

  it('cites tests that exist', () => {
    const missing = titles.filter((title) => !specs.some((spec) => has(spec, title)));
    expect(missing).toEqual([]);
  });
});
