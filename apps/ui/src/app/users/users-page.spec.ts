import { TestBed } from '@angular/core/testing';
import { provideRouter, Router } from '@angular/router';
import { DeploymentSettings } from '@gatehouse/ui-data';
import { someSettings, StubbedApi } from '@gatehouse/ui-data/testing';
import { render, type Rendered } from '@gatehouse/ui-kit/testing';
import { UsersPage } from './users-page';

const users = [
  { user_name: 'ada', email: 'ada@example.org', status: 'OK', kind: 'person' },
  { user_name: 'harvester', email: '', status: 'OK', kind: 'service' },
];

describe('the list of users', () => {
  let api: StubbedApi;
  let page: Rendered<UsersPage>;

  const rows = () =>
    Array.from(page.element.querySelectorAll('tbody a'), ({ textContent }) => textContent?.trim());
  async function chooseKind(kind: string): Promise<void> {
    const select = page.element.querySelector<HTMLSelectElement>('.kinds select')!;
    select.value = kind;
    select.dispatchEvent(new Event('change'));
    await page.settle();
  }

  async function open(listed: readonly object[]): Promise<void> {
    api = new StubbedApi()
      .answer('GET /prefix/ui/settings.json', someSettings())
      .answer('GET /prefix/groups', { group_names: ['readers'] })
      .answer('GET /prefix/users?detail=true', { users: listed });
    TestBed.configureTestingModule({ providers: [provideRouter([])] });
    await TestBed.inject(DeploymentSettings).load();
    page = await render(UsersPage);
  }

  it('marks service accounts, and lists them alone or without them', async () => {
    await open(users);
    expect(rows()).toEqual(['ada', 'harvester']);
    expect(page.element.querySelector('tbody tr:nth-child(2)')?.textContent).toContain('Service account');
    expect(page.element.querySelector('tbody tr:nth-child(1)')?.textContent).not.toContain('Service account');
    await chooseKind('service');
    expect(rows()).toEqual(['harvester']);
    await chooseKind('person');
    expect(rows()).toEqual(['ada']);
  });

  it('says that there is no service account yet', async () => {
    await open(users.slice(0, 1));
    await chooseKind('service');
    expect(page.text).toContain('There is no service account yet.');
  });

  it('adds a service account without an address, and opens its page', async () => {
    await open(users);
    const navigate = jest.spyOn(TestBed.inject(Router), 'navigate').mockResolvedValue(true);
    api.answer('POST /prefix/service_accounts', {}, { status: 201 });
    await page.button('Add service account').click();
    expect(page.dialog().name).toBe('Add service account');
    await page.field('User name').submit();
    expect(page.field('User name').description).toContain('This field is required.');
    await page.field('User name').fill(' crawler ');
    await page.field('User name').submit();
    expect(api.requests.find(({ method }) => method === 'POST')?.body).toEqual({ user_name: 'crawler' });
    expect(navigate).toHaveBeenCalledWith(['/users', 'crawler']);
  });
});
