import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

const ROOT = join(__dirname, '..', '..');
const PAGES = join(ROOT, 'docs', 'reference');

/** Anchors of a page as GitHub makes them of its headings. */
function anchorsOf(page: string): string[] {
  return [...readFileSync(join(PAGES, page), 'utf8').matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  );
}

const anchors = new Set(
  readdirSync(PAGES).flatMap((page) => anchorsOf(page).map((anchor) => `${basename(page, '.md')}#${anchor}`)),
);

const sources = execFileSync('git', ['ls-files', '*.ts', '*.mjs', '*.yaml', '*.html', '*.py', '*.go'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));

describe('citations of the reference pages', () => {
  const cited = sources.flatMap(({ file, text }) =>
    [
      ...text.matchAll(
        /[Rr]eference:?\s+(?:(?:\*|\/\/|#)\s+)?((?:[a-z-]+#[\w-]+(?:,\s*(?:\*|\/\/|#)?\s*)?)+)/g,
      ),
    ].flatMap(([, list = '']) => [...list.matchAll(/[a-z-]+#[\w-]+/g)].map(([anchor]) => ({ file, anchor }))),
  );

  it('are found in the sources', () => {
    expect(cited.length).toBeGreaterThan(100);
  });

  it('name a heading of a page in docs/reference', () => {
    expect(cited.filter(({ anchor }) => !anchors.has(anchor))).toEqual([]);
  });

  it('never name a document that is not in the repository', () => {
    const unresolved = /\b[Ss]pec: [a-z]|\b(?:decisions|http-api|config-flows) \d/;
    expect(
      sources
        .filter(({ file, text }) => file !== 'tools/scripts/citations.spec.ts' && unresolved.test(text))
        .map(({ file }) => file),
    ).toEqual([]);
  });
});
