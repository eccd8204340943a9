import { TestBed } from '@angular/core/testing';
import { provideRouter, Router } from '@angular/router';
import { DeploymentSettings } from '@gatehouse/ui-data';
import { aUser, someSettings, StubbedApi } from '@gatehouse/ui-data/testing';
import { render } from '@gatehouse/ui-kit/testing';
import { UserPage } from './user-page';

const bob = 'GET /prefix/users/bob';

describe('the page of a user', () => {
  let api: StubbedApi;

  beforeEach(async () => {
    api = new StubbedApi()
      .answer('GET /prefix/ui/settings.json', someSettings())
      .answer('GET /prefix/groups', { group_names: [] })
      .answer(`${bob}/groups?status=active`, { group_names: [] })
      .answer(`${bob}/groups?status=pending`, { group_names: [] })
      .answer(`${bob}/sessions`, { sessions: [] })
      .answer(`${bob}/tokens`, { tokens: [] })
      .answer(`${bob}/services?cascade=true&resolve=true&flatten=true`, { services: [] })
      .answer(bob, { user: aUser({ user_name: 'bob', email: 'bob@example.org' }) });
    TestBed.configureTestingModule({ providers: [provideRouter([])] });
    await TestBed.inject(DeploymentSettings).load();
  });

  async function edited(label: string, value: string) {
    const page = await render(UserPage, { user_name: 'bob' });
    await page.button(`Edit: ${label}`).click();
    await page.field(label).fill(value);
    return page;
  }

  it('saves the one text that was edited, without spaces around it, and shows it', async () => {
    const page = await edited('Email', ' b@example.org ');
    api
      .answer('PATCH /prefix/users/bob', {})
      .answer(bob, { user: aUser({ user_name: 'bob', email: 'b@example.org' }) });
    await page.field('Email').submit();
    expect(api.requests.find(({ method }) => method === 'PATCH')?.body).toEqual({ email: 'b@example.org' });
    expect(page.region('Details').text).toContain('Email b@example.org');
  });

  it('saves a password with its spaces, and never shows it', async () => {
    const page = await edited('Password', ' correct horse ');
    api.answer('PATCH /prefix/users/bob', {});
    await page.field('Password').submit();
    expect(api.requests.find(({ method }) => method === 'PATCH')?.body).toEqual({
      password: ' correct horse ',
    });
    expect(page.region('Details').text).toContain('Password ••••••••');
  });

  it('moves to the new name of a user', async () => {
    const page = await edited('User name', 'robert');
    const navigate = jest.spyOn(TestBed.inject(Router), 'navigate').mockResolvedValue(true);
    api.answer('PATCH /prefix/users/bob', {});
    await page.field('User name').submit();
    expect(navigate).toHaveBeenCalledWith(['/users', 'robert'], { replaceUrl: true });
  });

  it('keeps what was typed next to the reason why it was refused', async () => {
    const page = await edited('Email', 'nowhere');
    api.refuse('PATCH /prefix/users/bob', 400, { error_code: 'invalid_value' });
    await page.field('Email').submit();
    expect(page.field('Email').value).toBe('nowhere');
    expect(page.field('Email').description).toContain('Refused with 400.');
  });

  it('of a service account has tokens to create, and nothing with which a person signs in', async () => {
    api.answer(bob, { user: aUser({ user_name: 'bob', kind: 'service' }) });
    const page = await render(UserPage, { user_name: 'bob' });
    await page.settle();
    expect(page.text).toContain('Service account');
    expect(page.button('Create token')).toBeDefined();
    expect(() => page.button('Edit: Password')).toThrow();
    expect(() => page.region('Sessions')).toThrow();
    expect(api.calls).not.toContain(`${bob}/sessions`);
  });

  it('of a person has tokens only to revoke', async () => {
    const page = await render(UserPage, { user_name: 'bob' });
    await page.settle();
    expect(page.region('API tokens').text).toContain('There are no tokens.');
    expect(() => page.button('Create token')).toThrow();
    expect(page.button('Edit: Password')).toBeDefined();
  });
});
