import { ChangeDetectionStrategy, Component, input } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { type ApiToken, DeploymentSettings, Session } from '@gatehouse/ui-data';
import { anAdministrator, aUser, signedIn, someSettings, StubbedApi } from '@gatehouse/ui-data/testing';
import { Toasts } from '@gatehouse/ui-kit';
import { render, type Rendered } from '@gatehouse/ui-kit/testing';
import { TokenList } from './token-list';
import { TokensStore } from './tokens.store';

const TOKENS = 'GET /prefix/users/alice/tokens';
const VALUE = 'gth_0123456789012345678901234567890123456789012abcdef';
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 + 3_600_000).toISOString();

const aToken = (token_name: string, of: Partial<ApiToken> = {}): ApiToken => ({
  token_id: `id-of-${token_name}`,
  token_name,
  created: '2026-11-20T07:00:00.000Z',
  expires: inDays(30),
  expired: false,
  administrator: false,
  restriction: null,
  last_used: null,
  ...of,
});

/** A page with the tokens of alice. */
@Component({
  changeDetection: ChangeDetectionStrategy.OnPush,
  imports: [TokenList],
  providers: [TokensStore],
  template: `<gh-api-tokens
    [userName]="'alice'"
    [own]="own()"
    [service]="service()"
    [administrator]="administrator()"
  />`,
})
class Page {
  readonly own = input(true);
  readonly service = input(false);
  readonly administrator = input(false);
}

describe('the list of API tokens', () => {
  let api: StubbedApi;
  const items = (page: Rendered<Page>) => page.region('API tokens').items;
  const said = () =>
    TestBed.inject(Toasts)
      .shown()
      .map(({ text }) => text);

  async function shown(tokens: readonly ApiToken[], inputs = {}, user = aUser()): Promise<Rendered<Page>> {
    api = new StubbedApi()
      .answer('GET /prefix/session', signedIn(user))
      .answer('GET /prefix/ui/settings.json', someSettings())
      .answer('GET /prefix/services', { services: {} })
      .answer('GET /prefix/users/alice/services?cascade=true&resolve=true&flatten=true', { services: [] })
      .answer(TOKENS, { tokens });
    await Promise.all([TestBed.inject(Session).refresh(), TestBed.inject(DeploymentSettings).load()]);
    return render(Page, inputs);
  }

  it('says of each token what it may do, until when, and who used it last', async () => {
    const entry = { resource_id: 31, path: 'thredds/public/climate', permission_names: ['browse', 'read'] };
    const page = await shown([
      aToken('all of it', { last_used: { time: inDays(-3), network: '192.0.2.7', client: 'curl/8.5.0' } }),
      aToken('backup', { administrator: true, expires: inDays(2) }),
      aToken('old', { expires: '2026-01-02T07:00:00.000Z', expired: true, restriction: [] }),
      aToken('one directory', {
        restriction: [
          { ...entry, scope: 'recursive' },
          { ...entry, path: 'thredds', scope: 'match', permission_names: ['browse'] },
        ],
      }),
    ]);
    const [all, backup, old, one] = items(page);
    expect(all).toContain('Expires in 30 days');
    expect(all).toContain('Everything that you may do');
    expect(all).toContain('from 192.0.2.7 with curl/8.5.0');
    expect(backup).toContain('Everything, as administrator');
    expect(backup).toContain('Expires soon');
    expect(backup).toContain('Never used');
    expect(old).toContain('Expired on Jan 2, 2026');
    expect(old).toContain('Only what is public: its restriction has no entry.');
    expect(one).toContain('browse and read · thredds/public/climate and below');
    expect(one).toContain('browse · thredds only, not below');
  });

  it('folds long restrictions', async () => {
    const restriction = Array.from({ length: 5 }, (_, id) => ({
      resource_id: id,
      path: `thredds/${id}`,
      scope: 'match' as const,
      permission_names: ['read'],
    }));
    const page = await shown([aToken('many', { restriction })]);
    const details = page.element.querySelector('details')!;
    expect(details.open).toBe(false);
    expect(details.textContent).toContain('2 more');
    expect(details.textContent).not.toContain('thredds/2');
    expect(details.textContent).toContain('thredds/4');
  });

  it('revokes a token after a question', async () => {
    const page = await shown([aToken('first'), aToken('second')]);
    api.on('DELETE /prefix/users/alice/tokens/id-of-first', () => {
      api.answer(TOKENS, { tokens: [aToken('second')] });
      return new Response(null, { status: 204 });
    });
    await page.button('Revoke first').click();
    expect(page.dialog().name).toBe('Revoke the token first?');
    expect(api.calls).not.toContain('DELETE /prefix/users/alice/tokens/id-of-first');
    await page.button('Revoke').click();
    await page.settle();
    expect(items(page)).toHaveLength(1);
    expect(said()).toEqual(['The token first was revoked.']);
  });

  it('shows a new token once', async () => {
    const page = await shown([]);
    api.answer('POST /prefix/users/alice/tokens', { token: aToken('nightly'), value: VALUE });
    await page.button('Create token').click();
    await page.field('Name').fill('nightly');
    page.element.querySelector<HTMLInputElement>('input[type="radio"][value="all"]')!.click();
    await page.settle();
    await page.field('Name').submit();
    expect(page.dialog().name).toBe('Token nightly');
    expect(page.text).toContain(VALUE);
    expect(page.text).toContain('curl -H "Authorization: Bearer $GATEHOUSE_TOKEN"');
    await page.button('Done').click();
    expect(document.documentElement.innerHTML).not.toContain(VALUE);
  });

  it('of another person can only be revoked', async () => {
    const page = await shown([aToken('first')], { own: false }, anAdministrator());
    expect(() => page.button('Create token')).toThrow();
    expect(() => page.button('Change first')).toThrow();
    expect(page.button('Revoke first')).toBeDefined();
    expect(items(page)[0]).toContain('Everything that the account may do');
  });

  it('of a service account is created and changed by administrators', async () => {
    const page = await shown([aToken('first')], { own: false, service: true }, anAdministrator());
    expect(page.button('Change first')).toBeDefined();
    expect(page.button('Create token')).toBeDefined();
  });

  it('finds tokens by their names when there are many', async () => {
    const page = await shown(Array.from({ length: 12 }, (_, at) => aToken(`token ${at}`)));
    expect(items(page)).toHaveLength(8);
    await page.field('Search tokens').fill('11');
    expect(items(page)).toHaveLength(1);
    await page.field('Search tokens').fill('');
    await page.button('Show all 12 tokens').click();
    expect(items(page)).toHaveLength(12);
  });
});
