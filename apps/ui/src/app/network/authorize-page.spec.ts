import { TestBed } from '@angular/core/testing';
import { BrowserLocation } from '@gatehouse/ui-data';
import { RecordedLocation, StubbedApi } from '@gatehouse/ui-data/testing';
import { render, type Rendered } from '@gatehouse/ui-kit/testing';
import { AuthorizePage } from './authorize-page';

const request = {
  node_name: 'node-a',
  base_url: 'https://a.example.org',
  requesting_user_name: 'toto',
  user_name: 'billy' as string | null,
  redirect_uri: 'https://a.example.org/network/link',
  request_token: 'sealed.request',
  expires_at: '2026-11-22T08:10:00.000Z',
};
const page = '/prefix/ui/network/authorize';
const opened = `${page}?request_token=sealed.request`;

describe('the page that requests consent to a link', () => {
  let api: StubbedApi;
  let rendered: Rendered<AuthorizePage>;
  let location: RecordedLocation;

  async function open(address: string, answer: (stub: StubbedApi) => void): Promise<void> {
    location = new RecordedLocation(address);
    TestBed.configureTestingModule({ providers: [{ provide: BrowserLocation, useValue: location }] });
    api = new StubbedApi();
    answer(api);
    rendered = await render(AuthorizePage);
  }
  const call = (query: string) => `GET /prefix/network/authorize?${query}`;
  const consentCall = call('request_token=sealed.request');

  it('uses the message in the address once, and changes to an address that can be reloaded', async () => {
    const redirect = encodeURIComponent(request.redirect_uri);
    const query = `token=message&response_type=id_token&redirect_uri=${redirect}`;
    await open(`${page}?${query}`, (stub) => stub.answer(call(query), { request }));
    expect(location.visits).toEqual([`replace ${opened}`]);
    expect(rendered.element.querySelector('form')).toBeNull();
  });

  it('shows the remote user, the instance and the local account, and submits the consent as a form', async () => {
    await open(opened, (stub) => stub.answer(consentCall, { request }));
    expect(rendered.element.querySelector('h1')?.textContent).toBe('Link accounts');
    for (const text of ['toto', 'node-a (https://a.example.org)', 'a.example.org', 'billy']) {
      expect(rendered.text).toContain(text);
    }
    const form = rendered.element.querySelector('form');
    expect([form?.method, form?.getAttribute('action')]).toEqual(['post', '/prefix/network/authorize']);
    const field = form?.querySelector('input');
    expect([field?.type, field?.name, field?.value]).toEqual(['hidden', 'request_token', 'sealed.request']);
    expect(form?.querySelector('button')?.type).toBe('submit');
  });

  it('links to the sign-in page and back without a session', async () => {
    await open(opened, (stub) => stub.answer(consentCall, { request: { ...request, user_name: null } }));
    expect(rendered.element.querySelector('form')).toBeNull();
    expect(rendered.button('Sign in').address).toBe(`/prefix/ui/login?return=${encodeURIComponent(opened)}`);
  });

  it('shows why consent cannot be given', async () => {
    await open(opened, (stub) =>
      stub.refuse(consentCall, 400, { error_code: 'network_authorization_invalid' }),
    );
    expect(rendered.element.querySelector('h1')?.textContent).toBe('The accounts cannot be linked');
    expect(rendered.text).toContain('Start the link again');
  });
});
