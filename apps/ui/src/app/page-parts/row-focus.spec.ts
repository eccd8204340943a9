import { TestBed } from '@angular/core/testing';
import type { Type } from '@angular/core';
import { provideRouter } from '@angular/router';
import { DeploymentSettings } from '@gatehouse/ui-data';
import { someSettings, StubbedApi } from '@gatehouse/ui-data/testing';
import { render } from '@gatehouse/ui-kit/testing';
import { Identities } from '../users/identities';
import { MembershipList } from '../users/membership-list';
import { SessionList } from '../users/session-list';

const created = '2026-11-22T08:00:00.000Z';
const session = (session_id: string, device: string, current = false) => ({
  session_id,
  device,
  current,
  created,
  last_used: created,
  address: '192.0.2.7',
});
const identity = (identity_id: number, name: string) => ({
  identity_id,
  provider_name: 'campus',
  external_id: String(identity_id),
  external_user_name: name,
  created,
});
const of = (part: string) => `GET /prefix/users/alice/${part}`;

describe('the focus in a list', () => {
  let api: StubbedApi;

  beforeEach(async () => {
    api = new StubbedApi()
      .answer('GET /prefix/ui/settings.json', someSettings())
      .answer('GET /prefix/groups', { group_names: ['anonymous', 'hydro', 'ocean'] });
    TestBed.configureTestingModule({ providers: [provideRouter([])] });
    await TestBed.inject(DeploymentSettings).load();
  });

  afterEach(() => document.body.replaceChildren());

  const shown = (list: Type<unknown>) => render(list, { userName: 'alice' });
  const focused = () =>
    document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;

  it('moves to the next session when one has ended, then to the heading', async () => {
    const sessions = [session('a', 'This', true), session('b', 'Phone'), session('c', 'Tablet')];
    api.answer(of('sessions'), { sessions });
    const page = await shown(SessionList);
    for (const [gone, name, next] of [
      ['b', 'Phone', 'End the session on Tablet'],
      ['c', 'Tablet', 'Sessions'],
    ] as const) {
      sessions.splice(1, 1);
      api.answer(`DELETE /prefix/users/alice/sessions/${gone}`, {}).answer(of('sessions'), { sessions });
      await page.button(`End the session on ${name}`).click();
      expect(focused()).toBe(next);
    }
  });

  it('moves to the identity before the last one when that was unlinked', async () => {
    api.answer(of('identities'), { identities: [identity(7, 'anna'), identity(8, 'a.b')] });
    const page = await shown(Identities);
    await page.button('Unlink a.b at campus').click();
    api
      .answer('DELETE /prefix/users/alice/identities/8', {})
      .answer(of('identities'), { identities: [identity(7, 'anna')] });
    await page.button('Unlink').click();
    expect(focused()).toBe('Unlink anna at campus');
  });

  it('moves to the next group when one was left', async () => {
    const groups = 'GET /prefix/users/alice/groups?status=';
    api
      .answer(`${groups}active`, { group_names: ['anonymous', 'hydro', 'ocean'] })
      .answer(`${groups}pending`, { group_names: [] });
    const page = await shown(MembershipList);
    api
      .answer('DELETE /prefix/users/alice/groups/hydro', {})
      .answer(`${groups}active`, { group_names: ['anonymous', 'ocean'] });
    await page.button('Remove from hydro').click();
    expect(focused()).toBe('Remove from ocean');
  });
});
