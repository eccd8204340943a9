import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describeSettings } from './index';

const PAGE = 'docs/configuration.md';

describe('docs/configuration.md', () => {
  it('equals the page generated from the definitions (npm run golden)', () => {
    const text = describeSettings();
    if (process.env['GOLDEN'] === 'write') writeFileSync(PAGE, text);
    expect(existsSync(PAGE) && readFileSync(PAGE, 'utf8')).toBe(text);
  });
});
