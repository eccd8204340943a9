import { namedCookies } from './named-cookies';

describe('the cookies of a header that an option names', () => {
  const named = (header: string) => namedCookies(header, (name) => name === 'sid' || name === 'lang');

  it.each([
    ['sid=1', 'sid=1'],
    ['mode=map; sid=1; layer=secret', 'sid=1'],
    ['lang=fr;sid=1', 'lang=fr; sid=1'],
    ['sid=a=b', 'sid=a=b'],
    ['sid="quoted"; lang=', 'sid="quoted"; lang='],
    ['sid=1; sid=2', 'sid=1; sid=2'],
  ])('of %j are %j', (header, expected) => {
    expect(named(header)).toBe(expected);
  });

  it.each([
    '',
    ';',
    'sid',
    '=sid',
    '=sid=1',
    'SID=1',
    'xsid=1',
    'sid =1',
    'sid= 1',
    'sid=1, mode=map',
    'sid=1,mode=map',
    'mode=map, sid=1',
    'sid="1; mode=map"',
    'sid="1, mode=map"',
    'sid="1',
    'sid=a"b',
    'sid=a\\',
    'sid=a b',
    'sid=1\tmode=map',
    'sid\t=1',
    '$Version=1',
    'sid=\u00e9',
  ])('of %j are none', (header) => {
    expect(named(header)).toBeUndefined();
  });
});
