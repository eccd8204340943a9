import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { Toasts } from '@gatehouse/ui-kit';
import { someSettings, StubbedApi } from '@gatehouse/ui-data/testing';
import { render, type Rendered } from '@gatehouse/ui-kit/testing';
import { changedFields, newDefinition, type ProviderValues } from './provider-values';
import { linesOf, mappingFrom, PROVIDER_KINDS } from './provider-kinds';
import { ProvidersPage } from './providers-page';

const campus = {
  provider_name: 'campus',
  source: 'api',
  has_secret: true,
  definition: {
    name: 'campus',
    display_name: 'Campus',
    protocol: 'openid-connect',
    client_id: 'gatehouse',
    issuer: 'https://login.example.org/realms/campus',
    scopes: ['openid', 'profile', 'email'],
    groups: { claim: 'groups', mapping: { '/hydrology': 'hydrologists' } },
    trust_emails: false,
    accept_tokens: null,
    provisioning: true,
  },
};

const values: ProviderValues = {
  name: 'campus',
  display_name: 'Campus',
  client_id: 'gatehouse',
  client_secret: '',
  issuer: 'https://login.example.org/realms/campus',
  identifier_url: '',
  authorization_url: '',
  token_url: '',
  identity_url: '',
  scopes: 'openid profile email',
  claim: 'groups',
  mapping: '/hydrology = hydrologists',
  provisioning: true,
  trust_emails: false,
  accept_tokens: null,
};

describe('the page of identity providers', () => {
  let api: StubbedApi;
  let page: Rendered<ProvidersPage>;

  beforeEach(async () => {
    const github = { ...campus, provider_name: 'github', source: 'settings' };
    api = new StubbedApi()
      .answer('GET /prefix/providers', {
        identity_providers: [{ provider_name: 'campus' }, { provider_name: 'github' }],
      })
      .answer('GET /prefix/providers/campus', { provider: campus })
      .answer('GET /prefix/providers/github', {
        provider: { ...github, definition: { ...campus.definition, display_name: 'GitHub' } },
      })
      .answer('GET /prefix/ui/settings.json', someSettings());
    TestBed.configureTestingModule({ providers: [provideRouter([])] });
    page = await render(ProvidersPage);
  });

  it('lists them with their source, and changes only those that are defined in the console', () => {
    expect(page.text).toContain('Settings');
    expect(page.button('Edit Campus')).toBeDefined();
    expect(() => page.button('Edit GitHub')).toThrow();
  });

  it('sends the fields that were changed', async () => {
    api.answer('PATCH /prefix/providers/campus', { provider: campus });
    await page.button('Edit Campus').click();
    await page.field('Display name').fill('The campus');
    await page.button('Save').click();
    const sent = api.requests.find(({ method }) => method === 'PATCH');
    expect(sent?.body).toEqual({ definition: { display_name: 'The campus' } });
  });

  /** What discovery finds at any issuer. */
  const discovers = (found: { state: string; reason?: string; stated_issuer?: string }) =>
    api.answer('POST /prefix/discovery', { reason: null, stated_issuer: null, ...found });
  const sentTo = (call: string) =>
    api.requests.filter(({ method, path }) => `${method} ${path}` === call).map(({ body }) => body);
  const banners = () =>
    [...page.element.querySelectorAll('.banner')].map(({ className, textContent }) => [
      className.replace('banner', '').trim(),
      textContent?.trim(),
    ]);

  it('saves an issuer that cannot be used only when that is confirmed, and reports no success then', async () => {
    api.answer('PATCH /prefix/providers/campus', { provider: campus });
    discovers({ state: 'unusable', reason: 'the connection failed (ECONNREFUSED)' });
    await page.button('Edit Campus').click();
    await page.field('Issuer').fill('https://login.example.org/typo');
    await page.field('Client secret').fill('secret');
    await page.button('Save').click();
    expect(sentTo('POST /prefix/discovery')).toEqual([{ issuer: 'https://login.example.org/typo' }]);
    expect(sentTo('PATCH /prefix/providers/campus')).toEqual([]);
    expect(page.text).toContain('There is no usable OpenID provider at https://login.example.org/typo');
    expect(page.text).toContain('ECONNREFUSED');
    // Another issuer is tried again.
    discovers({ state: 'other_issuer', reason: '', stated_issuer: 'https://login.example.org' });
    await page.field('Issuer').fill('https://login.example.org/');
    expect(() => page.button('Save anyway')).toThrow();
    await page.button('Save').click();
    expect(page.text).toContain('states another issuer: https://login.example.org.');
    await page.button('Save anyway').click();
    expect(sentTo('PATCH /prefix/providers/campus')).toEqual([
      { definition: { issuer: 'https://login.example.org/' }, client_secret: 'secret' },
    ]);
    expect(TestBed.inject(Toasts).shown()).toEqual([]);
    expect(banners()).toEqual([
      ['warning', 'Campus was saved, but nobody can sign in with it yet: its issuer could not be verified.'],
    ]);
  });

  it('asks for the secret beside its field, and moves the focus there, if the provider has another address', async () => {
    discovers({ state: 'usable' });
    api.refuse('PATCH /prefix/providers/campus', 400, {
      error_code: 'value_missing',
      param: { name: 'client_secret' },
    });
    await page.button('Edit Campus').click();
    expect(page.element.querySelector('dialog h2')?.textContent).toBe('Edit Campus');
    await page.field('Display name').fill('');
    await page.field('Issuer').fill('https://login.example.org/new');
    await page.button('Save').click();
    expect(page.field('Client secret').description).toContain('Enter the secret again');
    expect(document.activeElement?.getAttribute('name')).toBe('client_secret');
    expect(page.element.querySelector('dialog h2')?.textContent).toBe('Edit Campus');
    await page.field('Issuer').fill('');
    await page.button('Save').click();
    expect(document.activeElement?.getAttribute('name')).toBe('issuer');
  });

  it('creates one, and shows next to its field why a value is refused', async () => {
    api.refuse('POST /prefix/providers', 422, {
      error_code: 'provider_target_refused',
      param: { name: 'issuer' },
    });
    discovers({ state: 'usable' });
    await page.button('Add provider').click();
    await page.field('Short name (used in URLs)').fill('lab');
    await page.field('Issuer').submit();
    expect(page.field('Issuer').description).toContain('This field is required.');
    await page.field('Issuer').fill('https://10.0.0.1');
    await page.field('Client ID').fill('client');
    await page.field('Client secret').fill('secret');
    await page.field('Issuer').submit();
    expect(page.field('Issuer').description).toContain('Refused with 422.');
    expect(api.requests.at(-1)?.body).toEqual({
      definition: {
        name: 'lab',
        protocol: 'openid-connect',
        client_id: 'client',
        issuer: 'https://10.0.0.1',
        provisioning: true,
        trust_emails: false,
      },
      client_secret: 'secret',
    });
  });

  it('creates one of OpenID 2.0 with the fields of that kind, and warns if anyone can be the provider', async () => {
    api.answer('POST /prefix/providers', { provider: campus });
    await page.button('Add provider').click();
    const kinds = page.element.querySelector<HTMLSelectElement>('#gh-provider-kind')!;
    kinds.value = 'openid2';
    kinds.dispatchEvent(new Event('change', { bubbles: true }));
    await page.settle();
    expect(() => page.field('Client ID')).toThrow();
    expect(() => page.field('Scopes')).toThrow();
    expect(page.text).toContain('which anyone can run');
    expect(() => page.field('Claim that lists groups')).toThrow();
    await page.field('Short name (used in URLs)').fill('esgf');
    await page.field('Identifiers of users').fill('https://esgf.example.org/openid/{username}');
    expect(page.text).not.toContain('which anyone can run');
    expect(page.field('Claim that lists groups')).toBeDefined();
    await page.field('Identifiers of users').submit();
    expect(api.requests.find(({ method }) => method === 'POST')?.body).toEqual({
      definition: {
        name: 'esgf',
        protocol: 'openid2',
        identifier_url: 'https://esgf.example.org/openid/{username}',
        provisioning: true,
        trust_emails: false,
        accept_tokens: false,
      },
    });
  });
});

describe('the definition of a provider', () => {
  it('of OpenID 2.0 has the URL of identifiers, and neither a client nor tokens', () => {
    const kind = PROVIDER_KINDS.find(({ id }) => id === 'openid2');
    const template = 'https://esgf.example.org/openid/{username}';
    const node = { ...values, issuer: '', identifier_url: template, trust_emails: true };
    const definition = {
      name: 'campus',
      display_name: 'Campus',
      protocol: 'openid2',
      identifier_url: template,
      groups: { claim: 'groups', mapping: { '/hydrology': 'hydrologists' } },
      provisioning: true,
      trust_emails: true,
      accept_tokens: false,
    };
    expect(newDefinition(node, kind)).toEqual(definition);
    const stored = { ...definition, client_id: null, scopes: [] };
    expect(changedFields(stored, node)).toEqual({});
    // Without that URL anyone can be the provider.
    const open = { identifier_url: null, groups: null, trust_emails: false };
    expect(changedFields(stored, { ...node, identifier_url: ' ' })).toEqual(open);
  });

  it('of a preset uses its values for empty fields', () => {
    const kind = PROVIDER_KINDS.find(({ id }) => id === 'gitlab');
    const empty = { display_name: '', issuer: '', scopes: '', claim: '' };
    expect(newDefinition({ ...values, ...empty }, kind)).toEqual({
      name: 'campus',
      preset: 'gitlab',
      client_id: 'gatehouse',
      provisioning: true,
      trust_emails: false,
    });
  });

  it('accepts tokens of all clients only if that was chosen', () => {
    const kind = PROVIDER_KINDS.find(({ id }) => id === 'gitlab');
    expect(newDefinition(values, kind)).not.toHaveProperty('accept_tokens');
    expect(newDefinition({ ...values, accept_tokens: true }, kind)).toMatchObject({ accept_tokens: true });
    const stored = { ...campus.definition, accept_tokens: true };
    expect(changedFields(stored, { ...values, accept_tokens: true })).toEqual({});
    expect(changedFields(stored, values)).toEqual({ accept_tokens: null });
  });

  it('that is not changed has no changes; an emptied field is removed', () => {
    expect(changedFields(campus.definition, values)).toEqual({});
    expect(changedFields(campus.definition, { ...values, claim: '', scopes: ' ' })).toEqual({
      groups: null,
      scopes: null,
    });
  });

  it('reads groups by value of a claim from lines', () => {
    const text = 'urn:geant:x#y=1 = hydrologists\n\n /a = b';
    expect(mappingFrom(text)).toEqual({ 'urn:geant:x#y=1': 'hydrologists', '/a': 'b' });
    expect(mappingFrom(linesOf({ '/a': 'b' }))).toEqual({ '/a': 'b' });
    expect(mappingFrom('no group')).toBeUndefined();
    expect(mappingFrom('= b')).toBeUndefined();
  });
});
