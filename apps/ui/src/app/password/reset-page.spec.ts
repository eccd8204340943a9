import { StubbedApi } from '@gatehouse/ui-data/testing';
import { render, type Rendered } from '@gatehouse/ui-kit/testing';
import { ResetPage } from './reset-page';

const call = 'POST /prefix/register/password-reset';

describe('the page for a forgotten password', () => {
  let api: StubbedApi;
  let page: Rendered<ResetPage>;

  beforeEach(async () => {
    api = new StubbedApi();
    page = await render(ResetPage);
  });

  const heading = () => page.element.querySelector('h1')!;
  const field = () => page.field('User name or email');

  it('requests the name or email, and shows the same result for every account', async () => {
    expect(field().focused).toBe(true);
    expect(field().autocomplete).toBe('username');
    api.answer(call, {}, { status: 202 });
    await field().fill(' ada@example.org ');
    await field().submit();
    expect(api.requests[0]!.body).toEqual({ user_name: 'ada@example.org' });
    expect(heading().textContent).toBe('Check your email');
    expect(document.activeElement).toBe(heading());
    expect(page.text).toContain('If there is an account');
    await page.button('Try another name or address').click();
    expect(field().value).toBe(' ada@example.org ');
  });

  it('reports missing input without a request to the API', async () => {
    await field().submit();
    expect(field().description).toBe('Enter your user name or email.');
    expect(api.calls).toEqual([]);
  });

  it.each([
    [429, 'password_reset_rate_limited', 'Too many requests from your network. Try again later.'],
    [503, 'database_unavailable', 'Refused with 503.'],
  ])('shows why the link was not sent: %i', async (status, error_code, text) => {
    api.refuse(call, status, { error_code });
    await field().fill('ada');
    await field().submit();
    expect(page.banner().text).toBe(text);
    expect(field().focused).toBe(true);
  });

  it('states that passwords cannot be reset', async () => {
    api.refuse(call, 404, { error_code: 'password_reset_disabled' });
    await field().fill('ada');
    await field().submit();
    expect(heading().textContent).toBe('Passwords cannot be reset here');
    expect(page.element.querySelector('form')).toBeNull();
  });
});
