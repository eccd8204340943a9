import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../../../..');

/** Released migrations are not changed; what they leave is checked in the database. */
const EXCLUDED = /\.spec\.ts$|\/migrations\/|\/name-key-sql\.ts$|^libs\/server\/testing\//;

const sources = execFileSync('git', ['ls-files', 'libs/server', 'apps/api/src', 'apps/proxy/src'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file.endsWith('.ts') && !EXCLUDED.test(file))
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));

/** Places in statements, each with its file. */
function placesOf(pattern: RegExp): string[] {
  return sources.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].map(([place]) => `${file}: ${place.replace(/\s+/g, ' ')}`),
  );
}

describe('statements', () => {
  it('never fold the case of names by the language of the database', () => {
    expect(placesOf(/(?<![.\w])(?:lower|upper|initcap)\([^)]*\)|\bILIKE\b|~\*/g)).toEqual([
      // Of display names, by which nothing is decided.
      'libs/server/directory/src/search/directory-search.ts: lower(${expression})',
    ]);
  });

  it('never sort names by the language of the database', () => {
    expect(
      placesOf(
        /ORDER BY (?:[\w.]+(?: COLLATE "C")?, )*(?:\w+\.)?(?:name|email|actor_name)\b(?! COLLATE "C"| =)/g,
      ),
    ).toEqual([]);
    expect(placesOf(/orderBy\(['"`](?:\w+\.)?(?:name|email|actorName)(?! COLLATE "C")/g)).toEqual([]);
  });
});
