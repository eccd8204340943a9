import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describeGrammars } from './describe';

const PAGE = 'docs/reference/request-grammar.md';

describe('docs/reference/request-grammar.md', () => {
  it('equals the grammars (npm run golden)', () => {
    const text = describeGrammars();
    if (process.env['GOLDEN'] === 'write') writeFileSync(PAGE, text);
    expect(existsSync(PAGE) && readFileSync(PAGE, 'utf8')).toBe(text);
  });
});
