import { TestBed } from '@angular/core/testing';
import { DeploymentSettings, Session } from '@gatehouse/ui-data';
import { anAdministrator, signedIn, someSettings, StubbedApi } from '@gatehouse/ui-data/testing';
import { render } from '@gatehouse/ui-kit/testing';
import { AdministratorHome } from './administrator-home';

describe('the home of an administrator', () => {
  let api: StubbedApi;

  beforeEach(async () => {
    api = new StubbedApi()
      .answer('GET /prefix/session', signedIn(anAdministrator()))
      .answer('GET /prefix/ui/settings.json', someSettings({ anonymous_user: 'nobody' }))
      .answer('GET /prefix/users', { user_names: ['admin', 'alice', 'nobody'] })
      .answer('GET /prefix/groups', { group_names: ['administrators', 'nobody', 'users', 'team'] })
      .answer('GET /prefix/services', {
        services: { access: { a: {}, b: {} }, api: { c: {} }, wps: {}, wms: { d: {} } },
      })
      .answer('GET /prefix/version', { version: '6.1.0', db_version: '1763700000000' });
    await Promise.all([TestBed.inject(Session).refresh(), TestBed.inject(DeploymentSettings).load()]);
  });

  it('counts users, groups and services', async () => {
    const page = await render(AdministratorHome);
    expect(page.region('Users').text).toBe('Users 3 including nobody, the account of anonymous callers');
    expect(page.region('Groups').text).toBe('Groups 4 2 of them built in');
    expect(page.region('Services').text).toBe('Services 4 of 3 types');
  });

  it('lists the types in use, most frequent first, then by name', async () => {
    const page = await render(AdministratorHome);
    expect(page.region('Services by type').items).toEqual(['access 2', 'api 1', 'wms 1']);
  });

  it('states that no service is protected yet', async () => {
    api.answer('GET /prefix/services', { services: { access: {}, api: {} } });
    const page = await render(AdministratorHome);
    expect(page.region('Services').text).toBe('Services 0 none yet');
    expect(page.region('Services by type').items).toEqual(['No service is protected yet.']);
  });

  it('shows the signed-in user and the version of the system', async () => {
    const page = await render(AdministratorHome);
    expect(page.region('You').text).toBe(
      'You User name admin Email admin@example.org Role Administrator Member of administrators',
    );
    expect(page.region('This system').text).toBe(
      'This system Version 6.1.0 Database schema 1763700000000 API address http://localhost/prefix/',
    );
  });

  it('shows the loaded parts and an error when one part cannot be loaded', async () => {
    api.refuse('GET /prefix/groups', 503);
    const page = await render(AdministratorHome);
    expect(page.banner().text).toBe('Some of this could not be loaded. Refused with 503.');
    expect(page.region('Users').text).toContain('3');
    expect(page.region('Groups').text).toBe('Groups');
    expect(page.text).not.toContain('Updated at');
  });

  it('reads everything again on request', async () => {
    api.refuse('GET /prefix/groups', 503);
    const page = await render(AdministratorHome);
    api.answer('GET /prefix/groups', { group_names: ['administrators'] });
    api.answer('GET /prefix/users', { user_names: ['admin'] });
    await page.button('Refresh').click();
    expect(page.banner().text).toBe('');
    expect(page.region('Users').text).toBe('Users 1');
    expect(page.region('Groups').text).toBe('Groups 1 1 of them built in');
    expect(page.text).toContain('Updated at');
  });
});
