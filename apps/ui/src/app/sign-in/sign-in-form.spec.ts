import { TestBed } from '@angular/core/testing';
import { StubbedApi } from '@gatehouse/ui-data/testing';
import { render, type Rendered } from '@gatehouse/ui-kit/testing';
import { LOCALE } from '../language/language';
import { SignInForm } from './sign-in-form';

const refusal = 'That user name or email and password do not match. Check both and try again.';

describe('the sign-in form', () => {
  let api: StubbedApi;
  let page: Rendered<SignInForm>;
  let signedIn: jest.Mock;

  beforeEach(async () => {
    api = new StubbedApi();
    page = await render(SignInForm);
    signedIn = jest.fn();
    page.fixture.componentInstance.signedIn.subscribe(signedIn);
  });

  const userName = () => page.field('User name or email');
  const password = () => page.field('Password');

  async function attempt(name: string, secret: string): Promise<void> {
    await userName().fill(name);
    await password().fill(secret);
    await password().submit();
  }

  it('is filled in by password managers', () => {
    expect([userName().name, userName().autocomplete]).toEqual(['user_name', 'username']);
    expect([password().name, password().autocomplete, password().type]).toEqual([
      'password',
      'current-password',
      'password',
    ]);
  });

  it('begins in the first field', () => {
    expect(userName().focused).toBe(true);
  });

  it('trims spaces around the name, and keeps those of the password', async () => {
    api.answer('POST /prefix/signin', {});
    await attempt(' alice@example.org ', ' pass word ');
    expect(api.requests[0]!.body).toEqual({ user_name: 'alice@example.org', password: ' pass word ' });
    expect(signedIn).toHaveBeenCalledTimes(1);
    expect(page.banner().text).toBe('');
  });

  it('reports missing input next to its field, without a request to the API', async () => {
    await attempt('  ', '');
    expect(userName().description).toBe('Enter your user name or email.');
    expect(password().description).toBe('Enter your password.');
    expect(userName().focused).toBe(true);
    expect(api.calls).toEqual([]);
  });

  it('focuses the password when only that is missing', async () => {
    await attempt('alice', '');
    expect(userName().invalid).toBe(false);
    expect(password().invalid).toBe(true);
    expect(password().focused).toBe(true);
  });

  it.each([400, 401, 403, 422])(
    'shows the same error for every refusal of the credentials: %i',
    async (status) => {
      api.refuse('POST /prefix/signin', status, { param: { name: 'user_name', value: 'alice' } });
      await attempt('alice', 'wrong');
      expect(page.banner().text).toBe(refusal);
      expect(page.banner().interrupts).toBe(true);
      expect(signedIn).not.toHaveBeenCalled();
    },
  );

  it('keeps the input and focuses the password after a refusal', async () => {
    api.refuse('POST /prefix/signin', 401);
    await attempt('alice', 'wrong');
    expect([userName().value, password().value]).toEqual(['alice', 'wrong']);
    expect(password().focused).toBe(true);
  });

  it('clears the refusal at the next attempt', async () => {
    api.refuse('POST /prefix/signin', 401);
    await attempt('alice', 'wrong');
    api.answer('POST /prefix/signin', {});
    await password().fill('right');
    await password().submit();
    expect(page.banner().text).toBe('');
    expect(signedIn).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['1', 'Too many failed attempts. Try again in 1 second.'],
    ['59', 'Too many failed attempts. Try again in 59 seconds.'],
    ['60', 'Too many failed attempts. Try again in 1 minute.'],
    ['754', 'Too many failed attempts. Try again in 13 minutes.'],
    ['never', 'Too many failed attempts. Wait a while before you try again.'],
  ])('shows how long to wait after too many failures: Retry-After %s', async (wait, text) => {
    api.refuse('POST /prefix/signin', 429, { headers: { 'Retry-After': wait } });
    await attempt('alice', 'wrong');
    expect(page.banner().text).toBe(text);
  });

  it('reports a server error when the API cannot answer', async () => {
    api.refuse('POST /prefix/signin', 500);
    await attempt('alice', 'right');
    expect(page.banner().text).toBe('Refused with 500.');
  });

  it('reports that the API cannot be reached', async () => {
    api.disconnect('POST /prefix/signin');
    await attempt('alice', 'right');
    expect(page.banner().text).toBe('Gatehouse cannot be reached. Check your connection and try again.');
  });

  it('sends one request however often it is submitted meanwhile', async () => {
    let answer!: (response: Response) => void;
    api.on('POST /prefix/signin', () => new Promise((resolve) => (answer = resolve)));
    await attempt('alice', 'right');
    await password().submit();
    expect(page.button('Sign in').busy).toBe(true);
    expect(api.calls).toHaveLength(1);
    answer(new Response('{}', { headers: { 'Content-Type': 'application/json' } }));
    await page.settle();
    expect(signedIn).toHaveBeenCalledTimes(1);
  });

  it('hides a shown password when it is sent, so that no browser remembers it as text', async () => {
    api.refuse('POST /prefix/signin', 401);
    await page.button('Show password').click();
    await attempt('alice', 'wrong');
    expect(password().type).toBe('password');
  });

  it('requests only the password of a known account', async () => {
    const again = await render(SignInForm, { account: 'alice' });
    expect(again.field('User name or email').readOnly).toBe(true);
    expect(again.field('User name or email').value).toBe('alice');
    expect(again.field('Password').focused).toBe(true);
  });
});

describe('the sign-in form in French', () => {
  it('is translated to French completely', async () => {
    TestBed.configureTestingModule({
      providers: [{ provide: LOCALE, useValue: { language: 'fr', locale: 'fr-CA' } }],
    });
    new StubbedApi().refuse('POST /prefix/signin', 429, { headers: { 'Retry-After': '120' } });
    const page = await render(SignInForm);
    await page.field('Nom d’utilisateur ou courriel').fill('alice');
    await page.field('Mot de passe').fill('x');
    await page.button('Se connecter').click();
    expect(page.banner().text).toBe('Trop de tentatives infructueuses. Réessayez dans 2 minutes.');
  });
});
