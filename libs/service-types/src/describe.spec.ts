import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describeForConsole, describeGrammars } from './describe';

describe.each([
  ['docs/reference/request-grammar.md', describeGrammars],
  ['libs/ui/data/src/generated/service-types.ts', describeForConsole],
])('%s', (page, describePage) => {
  it('equals the service types (npm run golden)', () => {
    const text = describePage();
    if (process.env['GOLDEN'] === 'write') writeFileSync(page, text);
    expect(existsSync(page) && readFileSync(page, 'utf8')).toBe(text);
  });
});
