import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeCommands } from './describe';

const PAGE = join(process.cwd(), 'docs/reference/commands.md');

describe('the page of commands', () => {
  it('is the committed one', () => {
    const page = describeCommands();
    if (process.env['GOLDEN'] === 'write') writeFileSync(PAGE, page);
    expect(readFileSync(PAGE, 'utf8')).toBe(page);
  });
});
