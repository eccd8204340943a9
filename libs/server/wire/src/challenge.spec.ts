import { Challenge } from './challenge';

const SETTINGS = { publicUrl: 'https://gate.example.org/api', cookieName: 'auth_tkt' };
const COOKIE = /^Cookie cookie-name="auth_tkt", /;
const BASIC = 'Basic realm="gate.example.org"';

describe('the headers of a 401', () => {
  const refusing = new Challenge({ ...SETTINGS, tokenBasic: false });
  const accepting = new Challenge({ ...SETTINGS, tokenBasic: true });
  const namesOf = (headers: object) => Object.keys(headers).sort();

  it('name no Basic where it is not accepted', () => {
    expect(refusing.headersFor({ headers: {} })['WWW-Authenticate']).toMatch(COOKIE);
  });

  it('name Basic first, in the same field, where everything or the service accepts it', () => {
    for (const headers of [
      accepting.headersFor({ headers: {} }),
      refusing.headersFor({ headers: { accept: '*/*' } }, true),
      accepting.headersFor({ headers: { accept: 'application/json, text/xml;q=0.9' } }),
    ])
      expect(headers['WWW-Authenticate']).toMatch(
        /^Basic realm="gate\.example\.org", Cookie cookie-name="auth_tkt", /,
      );
  });

  it('are otherwise the same with and without Basic', () => {
    const [one, other] = [refusing, accepting].map((challenge) => challenge.headersFor({ headers: {} }));
    expect({ ...one, 'WWW-Authenticate': '' }).toEqual({ ...other, 'WWW-Authenticate': '' });
  });

  it.each([
    ['fetch metadata', { 'sec-fetch-site': 'same-origin' }],
    ['any of it', { 'sec-fetch-mode': 'cors', accept: '*/*' }],
    ['an Accept that names HTML', { accept: 'application/xml;q=0.9, text/html;q=0.1' }],
    ['an Accept that names HTML in another case', { accept: 'TEXT/HTML' }],
    ['both', { 'sec-fetch-dest': 'document', accept: 'text/html, */*' }],
  ])('name no Basic to a browser that shows itself by %s', (_how, headers) => {
    expect(accepting.headersFor({ headers }, true)['WWW-Authenticate']).toMatch(COOKIE);
  });

  it('have only the names without effect for scripts that declare themselves', () => {
    for (const requestedWith of ['XMLHttpRequest', 'xmlhttprequest'])
      expect(namesOf(accepting.headersFor({ headers: { 'x-requested-with': requestedWith } }, true))).toEqual(
        ['Location-When-Unauthenticated', 'WWW-Authentication'],
      );
    const other = accepting.headersFor({ headers: { 'x-requested-with': 'com.example.app' } });
    expect(other['WWW-Authenticate']).toContain(BASIC);
  });
});
