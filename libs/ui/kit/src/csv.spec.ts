import { toCsv } from './csv';

describe('a table as CSV', () => {
  it('quotes what would end a field', () => {
    expect(toCsv([['a,b', 'say "x"', 'two\nlines', 5, null, true]])).toBe(
      '\ufeff"a,b","say ""x""","two\nlines",5,,true\r\n',
    );
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '\r=1', '＝1', '|cmd', '%0A'])(
    'runs no formula in a spreadsheet: %j',
    (text) => {
      expect(toCsv([[text]])).toMatch(/^\ufeff"?'/);
    },
  );

  it('does not change numbers and common names', () => {
    expect(toCsv([['ada.lovelace', 'a-b', -5]])).toBe('\ufeffada.lovelace,a-b,-5\r\n');
  });
});
