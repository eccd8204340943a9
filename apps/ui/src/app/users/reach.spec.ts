import { StubbedApi } from '@gatehouse/ui-data/testing';
import { render } from '@gatehouse/ui-kit/testing';
import { Reach } from './reach';

describe('what a user reaches', () => {
  it.each([
    [false, 'This account has no access to any service.'],
    [true, 'Administrators have all permissions on all services.'],
  ])('is stated when no service is listed, for an administrator: %s', async (administrator, text) => {
    new StubbedApi().on(
      'GET /prefix/users/ada/services?cascade=true&resolve=true&flatten=true',
      () => new Response('{"services": []}', { headers: { 'Content-Type': 'application/json' } }),
    );
    const page = await render(Reach, { userName: 'ada', administrator });
    await page.fixture.componentInstance.load();
    await page.settle();
    expect(page.text).toContain(text);
  });
});
