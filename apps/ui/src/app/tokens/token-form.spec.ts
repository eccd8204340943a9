import { TestBed } from '@angular/core/testing';
import { type ApiToken, DeploymentSettings, Session } from '@gatehouse/ui-data';
import { anAdministrator, aUser, signedIn, someSettings, StubbedApi } from '@gatehouse/ui-data/testing';
import { render, type Rendered } from '@gatehouse/ui-kit/testing';
import { TokenForm } from './token-form';

const CREATE = 'POST /prefix/users/alice/tokens';
const THE_TOKEN = '/prefix/users/alice/tokens/id-1';

const token: ApiToken = {
  token_id: 'id-1',
  token_name: 'nightly',
  created: '2026-11-20T07:00:00.000Z',
  expires: '2126-12-04T07:00:00.000Z',
  expired: false,
  administrator: false,
  restriction: [{ resource_id: 31, path: 'thredds/public', scope: 'recursive', permission_names: ['read'] }],
  last_used: null,
};

describe('the form of an API token', () => {
  let api: StubbedApi;
  let page: Rendered<TokenForm>;
  let outcome: unknown[];

  async function open(inputs = {}, user = aUser()): Promise<void> {
    api = new StubbedApi()
      .answer('GET /prefix/session', signedIn(user))
      .answer('GET /prefix/ui/settings.json', someSettings())
      .answer('GET /prefix/users/alice/services?cascade=true&resolve=true&flatten=true', {
        services: [{ resource_id: 30, service_name: 'thredds', service_type: 'thredds', permissions: [] }],
      })
      .answer('GET /prefix/users/alice/resources/30/children?limit=100', { children: [], next: 29 })
      .answer('GET /prefix/users/alice/resources/30/children?limit=100&after=29', {
        children: [{ resource_id: 31, resource_name: 'public', has_children: true }],
        next: null,
      })
      .answer('GET /prefix/users/alice/resources/31/children?limit=100', {
        children: [{ resource_id: 32, resource_name: 'climate', has_children: false }],
        next: null,
      })
      .answer('GET /prefix/services', {
        services: {
          thredds: { thredds: { resource_id: 30, service_name: 'thredds', service_type: 'thredds' } },
        },
      })
      .answer('GET /prefix/resources/30/children?limit=100', {
        children: [{ resource_id: 31, resource_name: 'public', has_children: false }],
      })
      .answer(CREATE, { token, value: 'gth_' })
      .answer(`GET ${THE_TOKEN}`, { token })
      .answer(`PATCH ${THE_TOKEN}`, { token });
    await Promise.all([TestBed.inject(Session).refresh(), TestBed.inject(DeploymentSettings).load()]);
    page = await render(TokenForm, { userName: 'alice', own: true, ...inputs });
    outcome = [];
    page.fixture.componentInstance.created.subscribe((created) => outcome.push(created));
    page.fixture.componentInstance.changed.subscribe((name) => outcome.push(name));
  }

  const control = <E extends HTMLElement>(selector: string) => page.element.querySelector<E>(selector)!;
  async function press(selector: string): Promise<void> {
    control(selector).click();
    await page.settle();
  }
  async function choose(selector: string, value: string): Promise<void> {
    const select = control<HTMLSelectElement>(selector);
    select.value = value;
    select.dispatchEvent(new Event('change'));
    await page.settle();
  }
  const check = (name: string) => {
    const label = [...page.element.querySelectorAll('label.check')].find(
      ({ textContent }) => textContent?.trim() === name,
    );
    (label as HTMLElement).click();
    return page.settle();
  };
  const submit = () => page.field('Name').submit();
  const bodies = (method: string) =>
    api.requests.filter((request) => request.method === method).map(({ body }) => body);

  it('creates a token that is restricted to a resource of the tree', async () => {
    await open();
    expect(page.text).toContain('Without an entry, the token may only do what is public.');
    await page.field('Name').fill(' nightly ');
    await page.button('thredds').click();
    await page.button('public').click();
    await page.button('Choose thredds/public/climate').click();
    await submit();
    expect(page.text).toContain('Choose at least one permission.');
    expect(bodies('POST')).toEqual([]);
    await check('read');
    await choose('[aria-label="How far: thredds/public/climate"]', 'match');
    await submit();
    expect(bodies('POST')).toEqual([
      {
        token_name: 'nightly',
        restriction: [{ resource_id: 32, scope: 'match', permission_names: ['read'] }],
      },
    ]);
    expect(outcome).toEqual([{ token, value: 'gth_' }]);
  });

  it('offers the whole tree to administrators, and moves the focus along the way', async () => {
    await open({ administrator: true }, anAdministrator());
    await page.button('thredds').click();
    expect(document.activeElement?.textContent?.trim()).toBe('thredds');
    expect(page.button('Choose thredds/public')).toBeDefined();
    await page.button('Services').click();
    expect(page.button('Choose thredds')).toBeDefined();
  });

  it('offers the role of an administrator to administrators alone', async () => {
    await open();
    expect(control('input[value="administrator"]')).toBeNull();
    await open({ administrator: true }, anAdministrator());
    await page.field('Name').fill('backup');
    await press('input[value="administrator"]');
    await submit();
    expect(bodies('POST')).toEqual([{ token_name: 'backup', administrator: true }]);
  });

  it('sends no restriction for everything, and an empty one for what is public', async () => {
    await open();
    await page.field('Name').fill('one');
    await submit();
    await press('input[value="all"]');
    await submit();
    expect(bodies('POST')).toEqual([{ token_name: 'one', restriction: [] }, { token_name: 'one' }]);
  });

  it('offers ends up to the maximum of the deployment, and sends another than the default', async () => {
    await open();
    const offered = [...control<HTMLSelectElement>('#gh-token-expiry').options].map(({ value }) => value);
    expect(offered).toEqual(['604800', '2592000', '7776000', '15552000', '31536000', 'day']);
    await page.field('Name').fill('week');
    await choose('#gh-token-expiry', '604800');
    const before = Date.now();
    await submit();
    const [body] = bodies('POST') as { expires: string }[];
    expect((Date.parse(body!.expires) - before) / 86_400_000).toBeCloseTo(7, 3);
  });

  it('asks for a day where one is to be chosen', async () => {
    await open();
    await page.field('Name').fill('day');
    await choose('#gh-token-expiry', 'day');
    await submit();
    expect(page.text).toContain('Choose a day from today on.');
    expect(bodies('POST')).toEqual([]);
  });

  it('asks for the current password where the sign-in is not recent', async () => {
    await open();
    await page.field('Name').fill('nightly');
    api.refuse(CREATE, 403, { error_code: 'recent_sign_in_required' });
    await submit();
    const password = () => page.field('Your current password');
    expect(password().description).toContain('Enter your current password.');
    expect(password().focused).toBe(true);
    await password().fill('wrong');
    await submit();
    expect(password().description).toContain('This is not your current password.');
    api.answer(CREATE, { token, value: 'gth_' });
    await password().fill('right');
    await submit();
    expect(bodies('POST').at(-1)).toMatchObject({ current_password: 'right' });
    expect(outcome).toHaveLength(1);
  });

  it('shows a name that is taken at its field', async () => {
    await open();
    await page.field('Name').fill('nightly');
    api.refuse(CREATE, 409, { error_code: 'token_name_taken', param: { name: 'token_name' } });
    await submit();
    expect(page.field('Name').description).toContain('Refused with 409.');
  });

  it('changes only what was changed in it', async () => {
    await open({ token });
    await page.field('Name').fill('weekly');
    await submit();
    expect(bodies('PATCH')).toEqual([{ token_name: 'weekly' }]);
    expect(outcome).toEqual(['weekly']);
  });

  it('narrows a restriction without the rest', async () => {
    await open({ token });
    await check('browse');
    await submit();
    expect(bodies('PATCH')).toEqual([
      { restriction: [{ resource_id: 31, scope: 'recursive', permission_names: ['browse', 'read'] }] },
    ]);
  });

  it('removes a restriction', async () => {
    await open({ token });
    await press('input[value="all"]');
    await submit();
    expect(bodies('PATCH')).toEqual([{ restriction: null }]);
  });

  it('sends nothing if nothing was changed', async () => {
    await open({ token });
    await submit();
    expect(bodies('PATCH')).toEqual([]);
    expect(outcome).toEqual(['nightly']);
  });

  it('does not overwrite what somebody else has changed before that was seen', async () => {
    await open({ token });
    api.answer(`GET ${THE_TOKEN}`, { token: { ...token, token_name: 'hourly' } });
    await page.field('Name').fill('weekly');
    await submit();
    expect(bodies('PATCH')).toEqual([]);
    expect(page.text).toContain('Somebody else has changed this token: name (hourly).');
    await submit();
    expect(bodies('PATCH')).toEqual([{ token_name: 'weekly' }]);
  });

  it('keeps what somebody else has changed in other fields', async () => {
    await open({ token });
    api.answer(`GET ${THE_TOKEN}`, { token: { ...token, restriction: [] } });
    await page.field('Name').fill('weekly');
    await submit();
    expect(bodies('PATCH')).toEqual([{ token_name: 'weekly' }]);
  });
});
