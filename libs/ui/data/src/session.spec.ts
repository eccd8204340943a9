import { TestBed } from '@angular/core/testing';
import { aUser, signedIn, someSettings, StubbedApi } from '../testing';
import { DeploymentSettings, Session } from './index';

describe('the session', () => {
  let api: StubbedApi;
  let session: Session;

  beforeEach(() => {
    api = new StubbedApi();
    session = TestBed.inject(Session);
  });

  it('has no user before it is loaded', () => {
    expect(session.user()).toBeUndefined();
    expect(session.authenticated()).toBe(false);
  });

  it('has the signed-in user of the API', async () => {
    api.answer('GET /prefix/session', signedIn(aUser()));
    await session.refresh();
    expect(session.user()?.user_name).toBe('alice');
    expect(session.authenticated()).toBe(true);
  });

  it('has no user when the API names a user but reports that no user is signed in', async () => {
    api.answer('GET /prefix/session', { authenticated: false, user: aUser() });
    await session.refresh();
    expect(session.user()).toBeUndefined();
  });

  it.each([
    ['wardens', true],
    ['administrators', false],
  ])('treats members of the configured group %s as administrators: %s', async (group, expected) => {
    api.answer('GET /prefix/ui/settings.json', someSettings({ admin_group: 'wardens' }));
    api.answer('GET /prefix/session', signedIn(aUser({ group_names: [group] })));
    await Promise.all([session.refresh(), TestBed.inject(DeploymentSettings).load()]);
    expect(session.isAdministrator()).toBe(expected);
  });

  it.each([
    ['same', signedIn(aUser())],
    ['other-user', signedIn(aUser({ user_name: 'bob' }))],
    ['ended', { authenticated: false }],
  ])('finds %s when it checks, and still shows the name of the user', async (found, now) => {
    api.answer('GET /prefix/session', signedIn(aUser()));
    await session.refresh();
    api.answer('GET /prefix/session', now);
    await expect(session.check()).resolves.toBe(found);
    expect(session.user()?.user_name).toBe('alice');
  });

  it('has no user after signing out', async () => {
    api.answer('GET /prefix/session', signedIn(aUser())).answer('POST /prefix/signout', {});
    await session.refresh();
    await session.signOut();
    expect(session.authenticated()).toBe(false);
    expect(api.calls).toContain('POST /prefix/signout');
  });

  it('keeps the user when signing out fails', async () => {
    api.answer('GET /prefix/session', signedIn(aUser())).refuse('POST /prefix/signout', 500);
    await session.refresh();
    await expect(session.signOut()).rejects.toMatchObject({ status: 500 });
    expect(session.authenticated()).toBe(true);
  });
});
