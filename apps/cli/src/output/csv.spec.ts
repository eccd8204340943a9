import { column } from '../declaration/shown';
import { csvOf } from './csv';

describe('CSV', () => {
  const columns = [column('NAME', 'user_name'), column('GROUPS', 'group_names')];

  it('has the names of fields as its header, lists joined by blanks, and nothing for null', () => {
    const rows = [
      { user_name: 'ada', group_names: ['a', 'b'] },
      { user_name: 'bob, the "other"', group_names: null },
    ];
    expect(csvOf(rows, columns)).toBe('user_name,group_names\nada,a b\n"bob, the ""other""",\n');
  });

  it('goes on below other rows without the header', () => {
    expect(csvOf([{ user_name: 'eve' }], columns, false)).toBe('eve,\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
    'of a text that spreadsheets would execute has a quote before it: %j',
    (text) => {
      expect(csvOf([{ user_name: text }], columns.slice(0, 1)).split('user_name\n')[1]).toMatch(/^"?'/);
    },
  );
});
