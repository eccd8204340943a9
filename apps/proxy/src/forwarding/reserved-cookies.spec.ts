import { ReservedCookies } from './reserved-cookies';

const reserved = new ReservedCookies({ cookieName: 'auth_tkt' });

describe('a cookie of a service', () => {
  it.each([
    'auth_tkt=evil; Path=/',
    'AUTH_TKT=evil',
    'Auth_Tkt=',
    '__Host-auth_tkt=evil; Secure; Path=/',
    '__SECURE-Auth_tkt=evil; Secure',
    '__Host-Http-auth_tkt=evil',
    '__Host-__Secure-auth_tkt=evil',
    'auth_tkt_provider=evil',
    '__Host-AUTH_TKT_PROVIDER=evil',
    'homepage_route=https%3A%2F%2Fevil.example',
    'HOMEPAGE_ROUTE=x',
    ' auth_tkt =evil',
    '\tauth_tkt\t=evil',
    '\x0bauth_tkt=evil',
    '\x0cauth_tkt\x1f=evil',
    '\xa0auth_tkt\xa0=evil',
    'auth_\x00tkt=evil',
    '=auth_tkt=evil',
    ' = auth_tkt=evil',
    '==auth_tkt=evil',
    '=AUTH_TKT=evil',
    '="auth_tkt=evil',
    '\t=x auth_tkt=evil',
    '\xa0=auth_tkt=evil',
    'auth_tkt',
    '=auth_tkt',
    'Homepage_Route',
  ])('that is or may be read as one of Gatehouse is refused: %j', (value) => {
    expect(reserved.refuses(value)).toBe(true);
  });

  it.each([
    'sid=1; Domain=example.org',
    'sid=1; domain=.example.org; Path=/',
    'sid=1;DOMAIN=localhost',
    'sid=1; \tDoMaIn\t= example.org',
    'sid=1; domain',
    'sid=1; Domain=',
    'sid=1; Path=/; \xa0domain=example.org',
  ])('that is for other hosts is refused: %j', (value) => {
    expect(reserved.refuses(value)).toBe(true);
  });

  it.each([
    'sid=1; Path=/; HttpOnly; SameSite=Lax',
    '__Host-sid=1; Path=/; Secure',
    'xauth_tkt=1; auth_tkt=2',
    'auth_tkt2=1',
    'domain=1',
    'a=b=auth_tkt=c',
    'a=; Path=/domain',
    'bare value',
    '',
  ])('with a name of its own is set: %j', (value) => {
    expect(reserved.refuses(value)).toBe(false);
  });

  it('is compared with the name in the settings', () => {
    const renamed = new ReservedCookies({ cookieName: 'Gate' });
    expect(['gate=x', 'GATE_PROVIDER=x', 'auth_tkt=x'].map((value) => renamed.refuses(value))).toEqual([
      true,
      true,
      false,
    ]);
  });
});
