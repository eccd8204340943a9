import { TestBed } from '@angular/core/testing';
import { provideRouter } from '@angular/router';
import { DeploymentSettings } from '@gatehouse/ui-data';
import { someSettings, StubbedApi } from '@gatehouse/ui-data/testing';
import { render } from '@gatehouse/ui-kit/testing';
import { NetworkPage } from './network-page';
import { RemoteUserList } from './remote-user-list';

const node = {
  name: 'node-b',
  base_url: 'https://b.example.org',
  jwks_url: 'https://b.example.org/network/jwks',
  token_url: 'https://b.example.org/network/token',
  authorization_url: 'https://b.example.org/ui/network/authorize',
  redirect_uris: ['https://b.example.org/network/link'],
};
const state = (condition: string) => ({
  state: { name: 'node-b', condition, detail: null, checked: '2026-11-22T08:00:00.000Z', gatehouse: true },
});

describe('the page of the network', () => {
  let api: StubbedApi;

  async function shown(network_enabled = true) {
    api = new StubbedApi()
      .answer('GET /prefix/ui/settings.json', someSettings({ network_enabled }))
      .answer('GET /prefix/network/nodes', { nodes: [node] })
      .answer('GET /prefix/network/nodes/node-b/state', state('clock_skew'))
      .answer('GET /prefix/network/remote_users', {
        remote_users: [{ user_name: 'toto', remote_user_name: 'billy', node_name: 'node-b' }],
      });
    TestBed.configureTestingModule({ providers: [provideRouter([])] });
    await TestBed.inject(DeploymentSettings).load();
    return render(NetworkPage);
  }

  it('shows how network mode is switched on where it is off', async () => {
    const page = await shown(false);
    expect(page.text).toContain('SVC_NETWORK_ENABLED');
    expect(api.calls).toEqual(['GET /prefix/ui/settings.json']);
  });

  it('shows the state of each instance with what to do about it, and checks it again', async () => {
    const page = await shown();
    expect(page.text).toContain('Clocks differ');
    expect(page.text).toContain('Synchronize them (NTP).');
    api
      .answer('POST /prefix/network/nodes/node-b/state', state('ok'))
      .answer('GET /prefix/network/nodes/node-b/state', state('ok'));
    await page.button('Check now: node-b').click();
    expect(page.text).toContain('Connected');
  });

  it('registers an instance, whose addresses follow from its own', async () => {
    const page = await shown();
    api
      .answer('POST /prefix/network/nodes', {})
      .answer('POST /prefix/network/nodes/node-b/state', state('ok'));
    await page.button('Add instance').click();
    await page.field('Name').fill('node-b');
    await page.field('Address').fill('https://b.example.org/');
    await page.button('Fill in the other addresses').click();
    await page.field('Address').submit();
    const sent = api.requests.find(({ path, method }) => method === 'POST' && path.endsWith('/nodes'));
    expect(sent?.body).toEqual({ ...node, base_url: 'https://b.example.org/' });
    // The first check starts immediately.
    expect(api.calls).toContain('POST /prefix/network/nodes/node-b/state');
  });

  it('lists the users of other instances, and cancels all tokens after a question', async () => {
    await shown();
    const page = await render(RemoteUserList);
    expect(page.text).toContain('billy');
    api.answer('DELETE /prefix/network/tokens', { deleted: 3 });
    await page.button('Cancel all tokens').click();
    expect(page.dialog().name).toBe('Cancel the tokens of all instances?');
  });
});
