import { generatedPart, markdownTable } from '@gatehouse/testing';
import { DISCLOSURE } from './disclosure-table';
import { COLUMNS, MATRIX } from './revocation-matrix';

const disclosure = markdownTable(
  ['Route', 'Tells'],
  Object.entries(DISCLOSURE).map(([route, tells]) => [`\`${route}\``, `\`${tells}\``]),
);
const revocation = markdownTable(
  ['Event', ...COLUMNS],
  Object.entries(MATRIX).map(([event, row]) => [event, ...COLUMNS.map((column) => row[column])]),
);

describe('a table of the reference', () => {
  it.each([
    ['disclosure of routes', 'permission-rules.md', disclosure],
    ['what events end', 'sessions.md', revocation],
  ])('on the %s equals what is tested (npm run golden)', (name, page, table) => {
    expect(generatedPart(`docs/reference/${page}`, name, table)).toBe(table);
  });
});
