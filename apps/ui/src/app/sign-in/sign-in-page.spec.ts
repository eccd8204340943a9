import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TestBed } from '@angular/core/testing';
import { BrowserLocation } from '@gatehouse/ui-data';
import { aUser, RecordedLocation, signedIn, someSettings, StubbedApi } from '@gatehouse/ui-data/testing';
import { render } from '@gatehouse/ui-kit/testing';
import { type ProviderProblem, providerMessages } from './provider.messages';
import { SignInPage } from './sign-in-page';

async function signInFrom(address: string): Promise<RecordedLocation> {
  const location = new RecordedLocation(address);
  TestBed.configureTestingModule({ providers: [{ provide: BrowserLocation, useValue: location }] });
  new StubbedApi().answer('POST /prefix/signin', {});
  const page = await render(SignInPage);
  await page.field('User name or email').fill('alice');
  await page.field('Password').fill('secret');
  await page.button('Sign in').click();
  return location;
}

/** The errors of the API about sign-ins with providers, with their texts. */
const catalogue = readFileSync(
  join(__dirname, '../../../../../libs/problems/src/catalogue/providers.ts'),
  'utf8',
);

describe('the sign-in page', () => {
  it('redirects to the home page', async () => {
    const location = await signInFrom('/prefix/ui/login');
    expect(location.visits).toEqual(['replace http://localhost/prefix/ui/']);
  });

  it('redirects to the page that the user came from', async () => {
    const location = await signInFrom('/prefix/ui/login?return=%2Fprefix%2Fui%2Fusers%2Fbob%3Ftab%3Da');
    expect(location.visits).toEqual(['replace http://localhost/prefix/ui/users/bob?tab=a']);
  });

  it('never redirects to another site', async () => {
    const location = await signInFrom('/prefix/ui/login?return=%2F%09%2Fevil.example');
    expect(location.visits).toEqual(['replace http://localhost/prefix/ui/']);
  });

  it.each([
    ['refused', 'That user name or email and password do not match. Check both and try again.'],
    ['limited&retry_after=754', 'Too many failed attempts. Try again in 13 minutes.'],
    ['limited&retry_after=soon', 'Too many failed attempts. Wait a while before you try again.'],
    ['limited&retry_after=999999', 'Too many failed attempts. Wait a while before you try again.'],
    ['busy', 'Too many users are signing in. Try again in a moment.'],
    ['failed', 'Sign-in failed. Try again.'],
    ['', ''],
    ['Call%20555-0100', ''],
    ['constructor', ''],
  ])('shows why a sign-in by form did not work: %s', async (error, text) => {
    const location = new RecordedLocation(`/prefix/ui/login?error=${error}`);
    TestBed.configureTestingModule({ providers: [{ provide: BrowserLocation, useValue: location }] });
    new StubbedApi().refuse('POST /prefix/signin', 500);
    const page = await render(SignInPage);
    expect(page.banner().text).toBe(text);
  });

  it('clears that error at the next attempt', async () => {
    const location = new RecordedLocation('/prefix/ui/login?error=refused');
    TestBed.configureTestingModule({ providers: [{ provide: BrowserLocation, useValue: location }] });
    new StubbedApi().answer('POST /prefix/signin', {});
    const page = await render(SignInPage);
    await page.field('User name or email').fill('alice');
    await page.field('Password').fill('secret');
    await page.button('Sign in').click();
    expect(page.banner().text).toBe('');
    expect(location.visits).toEqual(['replace http://localhost/prefix/ui/']);
  });

  it('informs users who are already signed in, and lets them continue', async () => {
    const location = new RecordedLocation('/prefix/ui/login?return=/prefix/ui/groups');
    TestBed.configureTestingModule({ providers: [{ provide: BrowserLocation, useValue: location }] });
    new StubbedApi().answer('GET /prefix/session', signedIn(aUser()));
    const page = await render(SignInPage);
    expect(page.text).toContain('You are signed in as alice.');
    expect(page.button('Continue').address).toBe('http://localhost/prefix/ui/groups');
  });

  it.each([
    [
      'continues automatically for signed-in users',
      signedIn(aUser()),
      ['replace http://localhost/prefix/ui/continue?return=%2Fows%2Fproxy%2Fmaps'],
    ],
    ['shows the form to others', { authenticated: false }, []],
  ])('%s, where the API leads to a service by this page', async (_, session, visits) => {
    const location = new RecordedLocation('/prefix/ui/login?continue=&return=%2Fows%2Fproxy%2Fmaps');
    TestBed.configureTestingModule({ providers: [{ provide: BrowserLocation, useValue: location }] });
    new StubbedApi()
      .answer('GET /prefix/session', session)
      .answer(
        'GET /prefix/ui/settings.json',
        someSettings({ proxy_public_url: 'http://localhost/ows/proxy' }),
      );
    const page = await render(SignInPage);
    await page.settle();
    expect(location.visits).toEqual(visits);
  });

  it('does not show that to others, nor when the API is unreachable', async () => {
    new StubbedApi().answer('GET /prefix/session', { authenticated: false });
    expect((await render(SignInPage)).text).not.toContain('You are signed in');
    new StubbedApi().disconnect('GET /prefix/session');
    expect((await render(SignInPage)).text).not.toContain('You are signed in');
  });

  it.each([
    [
      true,
      false,
      /^This page is not encrypted \(http\)\. Your browser will drop the session cookie, which is for https only/,
    ],
    [true, true, /^$/],
    [false, false, /^$/],
  ])(
    'says that the browser drops the session cookie where it is for https (%s) and the page is secure: %s',
    async (cookie_secure, isSecure, text) => {
      const location = new RecordedLocation('/prefix/ui/login', isSecure);
      TestBed.configureTestingModule({ providers: [{ provide: BrowserLocation, useValue: location }] });
      new StubbedApi().answer('GET /prefix/ui/settings.json', someSettings({ cookie_secure }));
      const page = await render(SignInPage);
      await page.settle();
      expect(page.element.querySelector('[role="alert"]')?.textContent?.trim() ?? '').toMatch(text);
    },
  );

  it.each([
    [{ registration_enabled: true }, ['register/users']],
    [{ password_reset_enabled: true }, ['password/reset']],
    [{ registration_enabled: true, password_reset_enabled: true }, ['password/reset', 'register/users']],
    [{}, []],
  ])('leads to what the deployment offers: %j', async (settings, links) => {
    new StubbedApi().answer('GET /prefix/ui/settings.json', someSettings(settings));
    const page = await render(SignInPage);
    const found = [...page.element.querySelectorAll('a')].map((link) => link.getAttribute('href'));
    expect(found).toEqual(links);
  });

  describe('with identity providers', () => {
    const keycloak = {
      provider_name: 'keycloak',
      display_name: 'Keycloak',
      protocol: 'openid-connect',
      sign_in_url: 'https://gate.example/providers/keycloak/signin',
    };
    const openId = {
      provider_name: 'esgf',
      display_name: 'ESGF',
      protocol: 'openid2',
      sign_in_url: 'https://gate.example/providers/esgf/signin',
    };

    async function opened(address: string) {
      const location = new RecordedLocation(address);
      TestBed.configureTestingModule({ providers: [{ provide: BrowserLocation, useValue: location }] });
      new StubbedApi().answer(
        'GET /prefix/ui/settings.json',
        someSettings({ identity_providers: [keycloak, openId] }),
      );
      return render(SignInPage);
    }

    it('has a button for each, which keeps where the person came from', async () => {
      const page = await opened('/prefix/ui/login?return=%2Fprefix%2Fui%2Fgroups');
      expect(page.button('Continue with Keycloak').address).toBe(
        'https://gate.example/providers/keycloak/signin?return=%2Fprefix%2Fui%2Fgroups',
      );
      expect(page.button('Continue with ESGF').address).toBe(
        'https://gate.example/providers/esgf/signin?id=&return=%2Fprefix%2Fui%2Fgroups',
      );
    });

    it('sends the typed name only to a provider that begins with it', async () => {
      const page = await opened('/prefix/ui/login');
      await page.field('User name or email').fill('anna');
      expect(page.button('Continue with Keycloak').address).toBe(keycloak.sign_in_url);
      expect(page.button('Continue with ESGF').address).toBe(`${openId.sign_in_url}?id=anna`);
    });

    it('requests the name first where the provider begins with it', async () => {
      const page = await opened('/prefix/ui/login');
      await page.button('Continue with ESGF').click();
      expect(page.field('User name or email').description).toContain('Enter your name at ESGF first.');
    });
  });

  it.each(Object.keys(providerMessages.en) as ProviderProblem[])(
    'shows the text of the API when a sign-in with a provider failed: %s',
    async (error) => {
      const location = new RecordedLocation(`/prefix/ui/login?error=${error}`);
      TestBed.configureTestingModule({ providers: [{ provide: BrowserLocation, useValue: location }] });
      new StubbedApi().refuse('POST /prefix/signin', 500);
      const page = await render(SignInPage);
      expect(page.banner().text).toBe(providerMessages.en[error]);
      for (const text of [providerMessages.en[error], providerMessages.fr[error]])
        expect(catalogue).toContain(`'${text}'`);
    },
  );
});
