import { column } from '../declaration/shown';
import { recordOf, tableOf } from './table';
import { longestPart, wrapped } from './wrap';

// Jest does not load packages without CommonJS; the texts below are as wide as they are long.
jest.mock('string-width', () => ({ __esModule: true, default: (text: string) => text.length }));

const paint = (_style: string, text: string): string => text;
const at = (width: number) => ({ width, paint });

describe('a table', () => {
  const columns = [
    column('USER', 'user_name'),
    column('ABOUT', 'about', { isDetail: true }),
    column('CHANGES', 'changes', { isDetail: true }),
    column('ID', 'id', { isNumber: true }),
  ];
  const rows = [
    { user_name: 'ada', about: 'resource archive/daily/temperature', changes: 'name: read', id: 7 },
    { user_name: 'bob', about: 'user bob', changes: null, id: 12 },
  ];

  it('has all columns beside each other where they fit', () => {
    expect(tableOf(rows, columns, at(80)).split('\n')).toEqual([
      'USER  ABOUT                               CHANGES     ID',
      'ada   resource archive/daily/temperature  name: read   7',
      'bob   user bob                            –           12',
    ]);
  });

  it('breaks long names after separators', () => {
    expect(tableOf(rows, columns, at(41)).split('\n')).toEqual([
      'USER  ABOUT                CHANGES     ID',
      'ada   resource             name: read   7',
      '      archive/daily/',
      '      temperature',
      'bob   user bob             –           12',
    ]);
  });

  it('has details below each row where it is too narrow for them', () => {
    expect(tableOf(rows, columns, at(30)).split('\n')).toEqual([
      'USER  ID',
      'ada    7',
      '  ABOUT    resource',
      '           archive/daily/temperature',
      '  CHANGES  name: read',
      'bob   12',
      '  ABOUT  user bob',
    ]);
  });

  it('has details below each row where the columns would be many lines high', () => {
    const about = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen';
    const [title, ...lines] = tableOf([{ ...rows[0], about }], columns, at(40)).split('\n');
    expect([title, lines[0], lines[1]]).toEqual([
      'USER  ID',
      'ada    7',
      '  ABOUT    one two three four five six',
    ]);
  });

  it('goes on below rows that are shown already without its titles, and at least as wide', () => {
    const more = [{ user_name: 'eve', about: 'user eve', changes: null, id: 13 }];
    expect(tableOf(more, columns, { ...at(80), above: rows })).toBe(
      'eve   user eve                            –           13',
    );
    expect(tableOf(more, columns.slice(0, 1), { ...at(2), above: rows })).toBe('\nUSER  eve');
  });

  it('becomes a block for each row where even that is too wide', () => {
    const unbroken = [column('TOKEN', 'token', { isUnbroken: true }), column('NAME', 'name')];
    const tokens = ['one', 'two'].map((name) => ({ token: '0f8fad5b-d9cb-469f', name }));
    expect(tableOf(tokens, unbroken, at(20))).toBe(
      'TOKEN  0f8fad5b-d9cb-469f\nNAME   one\n\nTOKEN  0f8fad5b-d9cb-469f\nNAME   two',
    );
  });
});

describe('a record', () => {
  it('breaks texts between words, and none inside of an address', () => {
    const record = { text: 'rivers and lakes of http://maps.example.org:8080/geoserver/wfs', id: 3 };
    expect(recordOf(record, [column('TEXT', 'text'), column('ID', 'id')], at(24))).toBe(
      'TEXT  rivers and lakes\n      of\n      http://maps.example.org:8080/geoserver/wfs\nID    3',
    );
  });

  it('has a line for each member of an object that is longer than a line', () => {
    const columns = [column('NAME', 'name'), column('DEFINITION', 'definition')];
    const definition = { type: 'oidc', scopes: ['openid'], text: 'two\nlines\u001b[2J' };
    expect(recordOf({ name: 'a', definition }, columns, at(40)).split('\n')).toEqual([
      'NAME        a',
      'DEFINITION  {',
      '              "type": "oidc",',
      '              "scopes": [',
      '                "openid"',
      '              ],',
      '              "text": "two\\nlines\\u001b[2J"',
      '            }',
    ]);
    expect(recordOf({ name: 'a', definition: { type: 'oidc' } }, columns, at(40)).split('\n')).toEqual([
      'NAME        a',
      'DEFINITION  {"type":"oidc"}',
    ]);
  });
});

describe('wrapped text', () => {
  it('is broken between words, after separators, and elsewhere only inside of longer parts', () => {
    expect(wrapped('user ada@example.org', 12)).toEqual(['user', 'ada@example.', 'org']);
    expect(wrapped('a abcdefghijkl', 5)).toEqual(['a', 'abcde', 'fghij', 'kl']);
    expect(wrapped('', 5)).toEqual(['']);
  });

  it('can be as narrow as its longest part', () => {
    expect(longestPart('group_permission.created by ada')).toBe('permission.'.length);
  });
});
