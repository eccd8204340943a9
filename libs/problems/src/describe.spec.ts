import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHAPTERS, describeErrors } from './index';

const PAGE = 'docs/errors.md';

function sourcesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /(?<!\.spec|\.e2e-spec)\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.includes('libs/problems/') && !file.includes('/e2e/'));
}

describe('docs/errors.md', () => {
  it('matches the catalogue (npm run golden)', () => {
    const text = describeErrors();
    if (process.env['GOLDEN'] === 'write') writeFileSync(PAGE, text);
    expect(existsSync(PAGE) && readFileSync(PAGE, 'utf8')).toBe(text);
  });
});

describe('the catalogue of errors', () => {
  it('has no unused entries', () => {
    const sources = ['apps/api', 'apps/proxy', 'libs']
      .flatMap(sourcesBelow)
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n');
    const codes = Object.values(CHAPTERS).flatMap((chapter) => Object.keys(chapter));
    expect(codes.filter((code) => !sources.includes(`'${code}'`))).toEqual([]);
  });
});
