import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { DeploymentSettings, Session } from '@gatehouse/ui-data';
import { aUser, signedIn, someSettings, StubbedApi } from '@gatehouse/ui-data/testing';
import { Toasts } from '@gatehouse/ui-kit';
import { render, type Rendered } from '@gatehouse/ui-kit/testing';
import { AccountPage } from './account-page';

const session = (session_id: string, device: string, current = false) => ({
  session_id,
  device,
  current,
  address: '192.0.2.7',
  created: '2026-11-22T08:00:00.000Z',
  last_used: '2026-11-22T08:00:00.000Z',
  expires: '2026-12-22T08:00:00.000Z',
});

const token = (token_name: string) => ({
  token_id: `id-of-${token_name}`,
  token_name,
  created: '2026-11-22T08:00:00.000Z',
  expires: '2126-11-22T08:00:00.000Z',
  expired: false,
  administrator: false,
  restriction: null,
  last_used: null,
});

describe('the page of the own account', () => {
  let api: StubbedApi;
  let page: Rendered<AccountPage>;

  const sessionsAre = (...sessions: object[]) => api.answer('GET /prefix/users/alice/sessions', { sessions });
  const tokensAre = (...names: string[]) =>
    api.answer('GET /prefix/users/alice/tokens', { tokens: names.map(token) });
  const said = () =>
    TestBed.inject(Toasts)
      .shown()
      .map(({ text }) => text);
  async function setPassword(): Promise<void> {
    await page.button('Edit: New password').click();
    await page.field('New password').fill('tractor under the bridge');
    await page.field('New password').submit();
    await page.settle();
  }

  beforeEach(async () => {
    TestBed.configureTestingModule({ providers: [provideRouter([])] });
    api = new StubbedApi()
      .answer('GET /prefix/session', signedIn(aUser()))
      .answer('GET /prefix/ui/settings.json', someSettings())
      .answer('GET /prefix/users/alice/groups?status=active', { group_names: [] })
      .answer('GET /prefix/users/alice/groups?status=pending', { group_names: [] })
      .answer('GET /prefix/register/groups?detail=true', { group_names: [], groups: [] })
      .answer('GET /prefix/users/alice/services?cascade=true&resolve=true&flatten=true', { services: [] });
    tokensAre();
    sessionsAre(session('a', 'Firefox', true), session('b', 'curl 7'), session('c', 'curl 8'));
    await Promise.all([TestBed.inject(Session).refresh(), TestBed.inject(DeploymentSettings).load()]);
    page = await render(AccountPage);
    await page.settle();
  });

  it('shows after a new password which sessions are left, and states how many were ended', async () => {
    expect(page.text).toContain('curl 7');
    api.on('PATCH /prefix/users/alice', () => {
      sessionsAre(session('a', 'Firefox', true));
      return new Response(null, { status: 204 });
    });
    await setPassword();
    expect(page.text).toContain('Firefox');
    expect(page.text).not.toContain('curl');
    expect(said()).toEqual(['Your password was changed. 2 other sessions were ended.']);
  });

  it('says nothing of sessions when there was no other', async () => {
    sessionsAre(session('a', 'Firefox', true));
    api.on('PATCH /prefix/users/alice', () => new Response(null, { status: 204 }));
    await setPassword();
    expect(said()).toEqual(['Your password was changed.']);
  });

  describe('with API tokens,', () => {
    beforeEach(async () => {
      sessionsAre(session('a', 'Firefox', true));
      tokensAre('nightly', 'weekly');
      page = await render(AccountPage);
      await page.settle();
    });

    it('sends none to keep by default, and states how many were revoked', async () => {
      api.on('PATCH /prefix/users/alice', () => {
        tokensAre();
        return new Response(null, { status: 204 });
      });
      await setPassword();
      expect(api.requests.find(({ method }) => method === 'PATCH')?.body).toEqual({
        password: 'tractor under the bridge',
      });
      expect(said()).toEqual(['Your password was changed.', '2 API tokens were revoked.']);
    });

    it('sends those that are to stay', async () => {
      api.on('PATCH /prefix/users/alice', () => {
        tokensAre('weekly');
        return new Response(null, { status: 204 });
      });
      await page.button('Edit: New password').click();
      expect(page.text).toContain('The others are revoked with the new password.');
      const kept = page.element.querySelectorAll<HTMLInputElement>('gh-kept-tokens input');
      expect(Array.from(kept, ({ checked }) => checked)).toEqual([false, false]);
      kept[1]?.click();
      await page.field('New password').fill('tractor under the bridge');
      await page.field('New password').submit();
      await page.settle();
      expect(api.requests.find(({ method }) => method === 'PATCH')?.body).toEqual({
        password: 'tractor under the bridge',
        keep_tokens: ['id-of-weekly'],
      });
      expect(said()).toEqual(['Your password was changed.', '1 API token was revoked.']);
    });
  });
});
