import { TestBed } from '@angular/core/testing';
import {
  BrowserLocation,
  DeploymentSettings,
  Interruption,
  Session,
  SignInMethods,
} from '@gatehouse/ui-data';
import { aUser, RecordedLocation, signedIn, someSettings, StubbedApi } from '@gatehouse/ui-data/testing';
import { render, type Rendered } from '@gatehouse/ui-kit/testing';
import { SignInAgain } from './sign-in-again';

describe('signing in again', () => {
  let page: Rendered<SignInAgain>;
  let location: RecordedLocation;
  let api: StubbedApi;
  let outcome: Promise<boolean>;

  const institute = {
    provider_name: 'institute',
    display_name: 'Institute',
    protocol: 'openid-connect',
    sign_in_url: 'https://gate.example/prefix/providers/institute/signin',
  };
  const esgf = { ...institute, provider_name: 'esgf', display_name: 'ESGF', protocol: 'openid2' };

  /** The dialog for an account whose ways to sign in the API lists; `undefined` if it does not answer. */
  async function shownTo(methods?: object): Promise<Rendered<SignInAgain>> {
    api.answer(
      'GET /prefix/ui/settings.json',
      someSettings({ identity_providers: [institute, esgf, { ...institute, provider_name: 'other' }] }),
    );
    const path = 'GET /prefix/users/alice/identities';
    if (methods) api.answer(path, methods);
    else api.refuse(path, 503);
    await TestBed.inject(DeploymentSettings).load();
    await TestBed.inject(SignInMethods).load();
    return render(SignInAgain);
  }
  const passwordFields = () => document.querySelectorAll('input[type="password"]').length;
  const links = () =>
    Array.from(document.querySelectorAll<HTMLAnchorElement>('dialog a[target="_blank"]'), (link) => [
      link.textContent?.trim(),
      link.getAttribute('href'),
    ]);

  beforeEach(async () => {
    location = new RecordedLocation('/prefix/ui/users/bob');
    TestBed.configureTestingModule({ providers: [{ provide: BrowserLocation, useValue: location }] });
    api = new StubbedApi()
      .answer('GET /prefix/session', signedIn(aUser()))
      .answer('GET /prefix/ui/settings.json', someSettings());
    await TestBed.inject(Session).refresh();
    outcome = TestBed.inject(Interruption).signInAgain(0);
    await TestBed.inject(DeploymentSettings).load();
  });

  describe('with a password only', () => {
    beforeEach(async () => {
      page = await render(SignInAgain);
    });

    it('requests the password of the same account', () => {
      expect(page.dialog().name).toBe('Your session has ended');
      expect(page.field('User name or email').value).toBe('alice');
      expect(page.field('User name or email').readOnly).toBe(true);
    });

    it('continues on the same page', async () => {
      api.answer('POST /prefix/signin', {});
      await page.field('Password').fill('secret');
      await page.button('Sign in').click();
      await expect(outcome).resolves.toBe(true);
      expect(api.requests.at(-1)!.body).toEqual({ user_name: 'alice', password: 'secret' });
      expect(location.visits).toEqual([]);
    });

    it('requests the password again after a wrong one', async () => {
      api.refuse('POST /prefix/signin', 401);
      await page.field('Password').fill('wrong');
      await page.button('Sign in').click();
      expect(page.banner().text).toContain('do not match');
      expect(TestBed.inject(Interruption).active()).toBe(true);
    });

    it.each([
      ['the link is followed', () => page.button('Leave instead').click()],
      ['Escape is pressed', () => page.dialog().cancel()],
    ])('redirects to the sign-in page and back when %s', async (_how, leave) => {
      await leave();
      await expect(outcome).resolves.toBe(false);
      expect(location.visits).toEqual(['open /prefix/ui/login?return=%2Fprefix%2Fui%2Fusers%2Fbob']);
    });

    it('offers no other way', () => {
      expect([passwordFields(), links()]).toEqual([1, []]);
    });

    it.each([
      ['the same user', signedIn(aUser()), false, ''],
      ['another user', signedIn(aUser({ user_name: 'bob' })), true, 'sign in as alice'],
      ['nobody', { authenticated: false }, true, ''],
    ])(
      'acts on who is signed in when the user returns from another tab: %s',
      async (_who, found, asks, text) => {
        api.answer('GET /prefix/session', found);
        window.dispatchEvent(new Event('focus'));
        await page.settle();
        expect(TestBed.inject(Interruption).active()).toBe(asks);
        expect(page.text).toContain(text);
        expect(location.visits).toEqual([]);
      },
    );
  });

  it('offers the providers of an account without a password, in a new tab, and no field for a password', async () => {
    page = await shownTo({
      identities: [{ provider_name: 'institute' }, { provider_name: 'removed' }],
      has_password: false,
    });
    expect(passwordFields()).toBe(0);
    expect(links()).toEqual([
      [
        'Continue with Institute',
        'https://gate.example/prefix/providers/institute/signin?return=%2Fprefix%2Fui%2Fsigned-in',
      ],
    ]);
  });

  it('offers the password and the providers of an account that has both', async () => {
    page = await shownTo({ identities: [{ provider_name: 'esgf' }], has_password: true });
    expect(passwordFields()).toBe(1);
    // The sign-in page asks for the name that OpenID 2.0 needs.
    expect(links()).toEqual([['Continue with ESGF', '/prefix/ui/login?return=%2Fprefix%2Fui%2Fsigned-in']]);
  });

  it('offers the sign-in page to an account without any of them', async () => {
    page = await shownTo({ identities: [], has_password: false });
    expect(passwordFields()).toBe(0);
    expect(links()).toEqual([
      ['Open the sign-in page', '/prefix/ui/login?return=%2Fprefix%2Fui%2Fsigned-in'],
    ]);
  });

  it('offers all ways of the deployment when those of the account are not known', async () => {
    page = await shownTo();
    expect([passwordFields(), links().length]).toEqual([1, 3]);
  });
});
