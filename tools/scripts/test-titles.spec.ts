import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { testsIn } from './fixtures/named-tests';

const ROOT = join(__dirname, '../..');
const files = ['apps', 'libs', 'tools'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:e2e-)?spec\.ts$/.test(path) && !path.includes('node_modules'))
    .map((path) => join(folder, path)),
);

/** Words with which no sentence begins. */
const MIDDLE =
  /^(?:of|that|which|whose|because|and|or|but|than|by|to|is|are|was|were|has|have|does|do|can|may|must|reads|shows)\b/;
const SUBJECT = /^(?:an?|the|every|each|several)\b/;
/** After these a subject may follow: `in local reduction, the …`, `permissions in the eyes of a …`. */
const OPEN = /(?:[,:]|\b(?:of|by|in|on|with|and))$/;

/** Why a title, as `block › test`, is no sentence with one subject; undefined if it is one, as far as can be told. */
function fault(title: string): string | undefined {
  const parts = title.split(' › ');
  if (parts.some((part) => part.trim() === '')) return 'a part is empty';
  if (parts.some((part) => /\bshould\b/.test(part))) return 'it says what should be, not what is';
  if (MIDDLE.test(title)) return 'it begins in the middle';
  const second = parts.findIndex((part, index) => SUBJECT.test(part) && index > 0);
  return second > 0 && !OPEN.test(parts[second - 1] ?? '') ? 'it has two subjects' : undefined;
}

describe('the titles of all tests', () => {
  it('read as sentences with one subject', () => {
    const titles = files.flatMap((file) => testsIn(join(ROOT, file)).map((title) => ({ file, title })));
    expect(titles.length).toBeGreaterThan(2_000);
    const faults = titles.map(({ file, title }) => ({ file, title, fault: fault(title) }));
    expect(faults.filter((found) => found.fault !== undefined)).toEqual([]);
  });
});

describe('a title', () => {
  it.each([
    ['a session › ends', undefined],
    ['signed messages › with %s are refused', undefined],
    ['without a mail server, › a new address applies immediately', undefined],
    ['an order is kept', undefined],
    ['reads %s', 'it begins in the middle'],
    ['of one field › changes it once', 'it begins in the middle'],
    ['a change › a new user inherits nothing', 'it has two subjects'],
    ['without a mail server › a new address applies immediately', 'it has two subjects'],
    ['a session › should end', 'it says what should be, not what is'],
    [' › ends', 'a part is empty'],
  ])('is judged by its words: %j', (title, expected) => {
    expect(fault(title)).toBe(expected);
  });
});
