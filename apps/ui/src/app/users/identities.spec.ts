import { TestBed } from '@angular/core/testing';
import { BrowserLocation, DeploymentSettings } from '@gatehouse/ui-data';
import { RecordedLocation, someSettings, StubbedApi } from '@gatehouse/ui-data/testing';
import { render } from '@gatehouse/ui-kit/testing';
import { Identities } from './identities';

const list = 'GET /prefix/users/alice/identities';

describe('the identities of a user', () => {
  let api: StubbedApi;
  let location: RecordedLocation;

  async function shown(own: boolean, address = '/prefix/ui/account') {
    location = new RecordedLocation(address);
    TestBed.configureTestingModule({ providers: [{ provide: BrowserLocation, useValue: location }] });
    const keycloak = {
      provider_name: 'keycloak',
      display_name: 'Campus',
      protocol: 'openid-connect',
      sign_in_url: 'https://gate.example/providers/keycloak/signin',
    };
    const esgf = { ...keycloak, provider_name: 'esgf', display_name: 'ESGF', protocol: 'openid2' };
    api = new StubbedApi()
      .answer('GET /prefix/ui/settings.json', someSettings({ identity_providers: [keycloak, esgf] }))
      .answer(list, {
        identities: [
          {
            identity_id: 7,
            provider_name: 'keycloak',
            external_id: '248',
            external_user_name: 'anna',
            created: '2026-11-22T08:00:00.000Z',
          },
        ],
      });
    await TestBed.inject(DeploymentSettings).load();
    return render(Identities, { userName: 'alice', own });
  }

  it('are shown with the provider, and linked by continuing at it', async () => {
    const page = await shown(true);
    expect(page.text).toContain('anna at Campus');
    api.answer('POST /prefix/users/alice/identities', { location: 'https://campus.example/authorize?x=1' });
    await page.button('Link with Campus').click();
    expect(api.requests.at(-1)?.body).toEqual({
      provider_name: 'keycloak',
      came_from: '/ui/account?linked=keycloak',
    });
    expect(location.visits).toEqual(['open https://campus.example/authorize?x=1']);
  });

  it('at a provider of OpenID 2.0 are linked with the name there', async () => {
    const page = await shown(true);
    await page.button('Link with ESGF').click();
    await page.button('Continue').click();
    const name = () => page.field('Your name at ESGF');
    expect(name().description).toContain('Enter the name.');
    api.refuse('POST /prefix/users/alice/identities', 401, { error_code: 'provider_sign_in_refused' });
    await name().fill('anna/1');
    await name().submit();
    expect(page.dialog().name).toBe('Link with ESGF');
    expect(page.text).toContain('Refused with 401.');
    api.answer('POST /prefix/users/alice/identities', { location: 'https://esgf.example/?x=1' });
    await name().fill(' anna ');
    await name().submit();
    expect(api.requests.at(-1)?.body).toEqual({
      provider_name: 'esgf',
      external_user_name: 'anna',
      came_from: '/ui/account?linked=esgf',
    });
    expect(location.visits).toEqual(['open https://esgf.example/?x=1']);
  });

  it('can be linked only by their owner', async () => {
    const page = await shown(false, '/prefix/ui/users/alice?error=provider_unavailable');
    expect(page.text).not.toContain('Link with Campus');
    expect(page.banner().text).toBe('');
  });

  it('show why the return from a provider was refused', async () => {
    const page = await shown(true, '/prefix/ui/account?linked=keycloak&error=external_identity_exists');
    expect(page.banner().text).toBe('This identity belongs to another account.');
  });

  it('are unlinked after a question, which shows why that is refused', async () => {
    const page = await shown(true);
    await page.button('Unlink anna at Campus').click();
    expect(page.dialog().name).toBe('Unlink anna at Campus?');
    api.refuse('DELETE /prefix/users/alice/identities/7', 403, { error_code: 'external_identity_last' });
    await page.button('Unlink').click();
    expect(page.text).toContain('Refused with 403.');
    api.answer('DELETE /prefix/users/alice/identities/7', {}).answer(list, { identities: [] });
    await page.button('Unlink').click();
    expect(page.dialog().name).toBeUndefined();
    expect(page.text).toContain('No identity is linked.');
  });
});
