import { TestBed } from '@angular/core/testing';
import type { ListedServiceDto, PermissionEntryDto } from '@gatehouse/dto';
import { Session } from '@gatehouse/ui-data';
import { aUser, signedIn, StubbedApi } from '@gatehouse/ui-data/testing';
import { render } from '@gatehouse/ui-kit/testing';
import { MemberHome } from './member-home';

const groupsCall = 'GET /prefix/users/o%20neil/groups';
const servicesCall = 'GET /prefix/users/o%20neil/services?cascade=true&resolve=true&flatten=true';

function service(name: string, of: Partial<ListedServiceDto> = {}): ListedServiceDto {
  return {
    service_name: name,
    service_type: 'access',
    service_sync_type: null,
    service_configurable: false,
    resource_id: 1,
    public_url: `https://gate.example/ows/proxy/${name}`,
    permission_names: [],
    permissions: [],
    ...of,
  };
}

const rule = (name: string, access: 'allow' | 'deny'): PermissionEntryDto => ({
  name,
  access,
  scope: 'recursive',
  type: 'inherited',
});

describe('the home of a member', () => {
  let api: StubbedApi;

  beforeEach(async () => {
    api = new StubbedApi()
      .answer('GET /prefix/session', signedIn(aUser({ user_name: 'o neil', email: 'oneil@example.org' })))
      .answer(groupsCall, { group_names: ['anonymous', 'climate'] })
      .answer(servicesCall, { services: [] });
    await TestBed.inject(Session).refresh();
  });

  it('shows the user and its groups', async () => {
    const page = await render(MemberHome);
    expect(page.region('Your account').text).toBe('Your account User name o neil Email oneil@example.org');
    expect(page.region('Your groups').text).toBe('Your groups anonymous climate');
  });

  it('lists the accessible services with the permissions on them', async () => {
    const read = [rule('write', 'allow'), rule('read', 'allow'), rule('read', 'allow'), rule('list', 'deny')];
    api.answer(servicesCall, { services: [service('data', { service_type: 'api', permissions: read })] });
    const page = await render(MemberHome);
    expect(page.region('What you can reach').items).toEqual(['data api read, write']);
    expect(page.region('What you can reach').links).toEqual(['https://gate.example/ows/proxy/data']);
  });

  it('lists by name, however the API orders them', async () => {
    api.answer(servicesCall, { services: [service('rivers'), service('Open'), service('air')] });
    const page = await render(MemberHome);
    expect(page.region('What you can reach').items.map((item) => item.split(' ')[0])).toEqual([
      'air',
      'Open',
      'rivers',
    ]);
  });

  it('states that only parts are accessible when the service itself is not', async () => {
    api.answer(servicesCall, { services: [service('data')] });
    const page = await render(MemberHome);
    expect(page.region('What you can reach').items).toEqual(['data access parts of it']);
  });

  it('omits a service with denials only', async () => {
    api.answer(servicesCall, { services: [service('closed', { permissions: [rule('access', 'deny')] })] });
    const page = await render(MemberHome);
    expect(page.region('What you can reach').text).toContain('You do not have access to any service yet.');
  });

  it('does not link to an address that is not a web address', async () => {
    const script = { public_url: 'javascript:alert(1)', permissions: [rule('access', 'allow')] };
    api.answer(servicesCall, { services: [service('odd', script)] });
    const page = await render(MemberHome);
    expect(page.region('What you can reach').items).toEqual(['odd access access']);
    expect(page.region('What you can reach').links).toEqual([]);
  });

  it('can be tried again when it could not be loaded', async () => {
    api.disconnect(groupsCall);
    const page = await render(MemberHome);
    expect(page.banner().text).toContain('Gatehouse cannot be reached.');
    api.answer(groupsCall, { group_names: [] });
    await page.button('Try again').click();
    expect(page.banner().text).toBe('');
    expect(page.region('Your groups').text).toBe('Your groups You are not a member of any group.');
  });
});
