import { type TestApi, startApi } from './harness/start-api';

describe('an error reply', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi({ SVC_CORS_ORIGINS: 'https://app.example' });
  });
  afterAll(() => api.close());

  const TEXTS = { en: 'Group not found.', fr: 'Groupe introuvable.' } as const;

  it.each([
    [undefined, 'en'],
    ['*', 'en'],
    ['de-CH, de;q=0.9', 'en'],
    ['fr-CA, en;q=0.5', 'fr'],
    ['en;q=0.4, fr;q=0.6', 'fr'],
    [`fr, ${'x-y;q=0.1,'.repeat(1000)}`, 'en'],
  ] as const)('to a client that accepts the languages %s is in %s', async (header, locale) => {
    const request = api.admin.get('/groups/nosuch');
    const reply = await (header === undefined ? request : request.set('Accept-Language', header)).expect(404);
    expect(reply.body).toMatchObject({ detail: TEXTS[locale], error_code: 'group_not_found' });
    expect(reply.headers).toMatchObject({
      'content-language': locale,
      'x-gatehouse-reason': 'group_not_found',
      vary: expect.stringMatching(/(^|, )Accept, Accept-Language$/),
    });
  });

  it('is in French in every format, with escaped characters', async () => {
    const inFrench = (format: string) =>
      api.anonymous
        .get(`/providers/gatehouse/signin?format=${format}`)
        .set('Accept-Language', 'fr')
        .set('Authorization', 'Basic x');
    const text = 'L’en-tête Authorization doit être Bearer suivi d’un jeton.';
    expect((await inFrench('json').expect(400)).body).toMatchObject({ detail: text });
    const html = await inFrench('html').expect(400);
    expect(html.text).toContain(`<p lang="fr">${text}</p>`);
    expect(html.text).toContain('"error_code": "provider_token_malformed"'.replaceAll('"', '&quot;'));
    const xml = await inFrench('xml').expect(400);
    expect(xml.text).toContain(`<detail type="str">${text}</detail>`);
    expect(xml.text).toContain('<error_code type="str">provider_token_malformed</error_code>');
  });

  it('varies by origin as well if other origins are allowed', async () => {
    const reply = await api.anonymous.get('/users').set('Origin', 'https://app.example').expect(401);
    expect(reply.headers['vary']).toBe('Origin, Accept, Accept-Language');
  });

  it('describes the violated rule in English and in French', async () => {
    const account = { user_name: 'short', email: 'short@example.org', password: 'x' };
    const english = await api.admin.post('/users', account).expect(400);
    const french = await api.admin.post('/users', account).set('Accept-Language', 'fr').expect(400);
    expect(english.body['detail']).toBe('Password must be at least 12 characters.');
    expect(french.body['detail']).toBe('Le mot de passe doit comporter au moins 12 caractères.');
    expect([english.body['error_code'], french.body['param']]).toEqual([
      'password_too_short',
      english.body['param'],
    ]);
  });

  it('is translated, while replies of success stay in English', async () => {
    const reply = await api.anonymous.get('/version').set('Accept-Language', 'fr').expect(200);
    expect(reply.body['detail']).toMatch(/^Version/);
    expect(reply.headers).not.toHaveProperty('content-language');
  });
});
