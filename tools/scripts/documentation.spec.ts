import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';

const ROOT = join(__dirname, '..', '..');

const pages = new Map(
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .map((file) => [file, withoutCode(readFileSync(join(ROOT, file), 'utf8'))]),
);

function withoutCode(page: string): string {
  return page.replace(/^ *(```+|~~~+)[^]*?^ *\1/gm, '').replace(/(`+)(?!`)[^]*?[^`]\1(?!`)/g, (code) => {
    // Headings with code have anchors as well.
    return code.replace(/[[\]()]/g, '');
  });
}

/** Anchors of a page, as GitHub makes them of its headings. */
function anchorsOf(page: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of page.matchAll(/^#{1,6} (.+)$/gm)) {
    const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
    const anchor = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
    let unique = anchor;
    for (let count = 1; anchors.has(unique); count++) unique = `${anchor}-${count}`;
    anchors.add(unique);
  }
  for (const [, id = ''] of page.matchAll(/<a (?:id|name)="([^"]+)"/g)) anchors.add(id);
  return anchors;
}

interface Link {
  readonly from: string;
  readonly target: string;
}

const links: Link[] = [...pages].flatMap(([from, page]) =>
  [...page.matchAll(/\]\(<?([^)\s>]+)>?\)|^\[[^\]]+\]: (\S+)/gm)]
    .map(([, inline, defined]) => ({ from, target: inline ?? defined ?? '' }))
    .filter(({ target }) => !/^[a-z]+:/.test(target)),
);

/** Path from the root of the repository, and anchor. */
function resolve({ from, target }: Link): { file: string; anchor: string } {
  const [path = '', anchor = ''] = target.split('#');
  return { file: path ? normalize(join(dirname(from), decodeURI(path))) : from, anchor };
}

describe('the documentation', () => {
  it('has links', () => {
    expect(links.length).toBeGreaterThan(300);
  });

  it('links only to files that exist', () => {
    expect(links.filter((link) => !existsSync(join(ROOT, resolve(link).file)))).toEqual([]);
  });

  it('links only to headings that exist', () => {
    const broken = links.filter((link) => {
      const { file, anchor } = resolve(link);
      const page = pages.get(file);
      return anchor !== '' && page !== undefined && !anchorsOf(page).has(anchor);
    });
    expect(broken).toEqual([]);
  });

  it('shows every picture of the repository', () => {
    const pictures = execFileSync('git', ['ls-files', 'docs'], { cwd: ROOT, encoding: 'utf8' })
      .split('\n')
      .filter((file) => /\.(?:webp|png)$/.test(file));
    const shown = new Set(links.map((link) => resolve(link).file));
    expect(pictures.length).toBeGreaterThan(10);
    expect(pictures.filter((file) => !shown.has(file))).toEqual([]);
  });

  it('has no two pages of one file name', () => {
    const names = [...pages.keys()].filter((page) => page.startsWith('docs/')).map((page) => basename(page));
    const repeated = names.filter((name, index) => name !== 'README.md' && names.indexOf(name) !== index);
    expect(repeated).toEqual([]);
  });

  it('lists every page in its index', () => {
    const listed = new Set(
      links.filter(({ from }) => from === 'docs/README.md').map((link) => resolve(link).file),
    );
    const unlisted = [...pages.keys()].filter(
      (page) =>
        (page.startsWith('docs/') || !page.includes('/')) &&
        !listed.has(page) &&
        !listed.has(dirname(page)) &&
        page !== 'docs/README.md',
    );
    expect(unlisted).toEqual([]);
  });
});
