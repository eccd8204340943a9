import { TestBed } from '@angular/core/testing';
import { someSettings, StubbedApi } from '@gatehouse/ui-data/testing';
import { render, type Rendered } from '@gatehouse/ui-kit/testing';
import { LOCALE } from '../language/language';
import { RegisterPage } from './register-page';

const submitCall = 'POST /prefix/register/users';
const resendCall = 'POST /prefix/register/users/ada/resend';

describe('the registration page', () => {
  let api: StubbedApi;
  let page: Rendered<RegisterPage>;

  async function open(settings: Parameters<typeof someSettings>[0] = {}): Promise<void> {
    api = new StubbedApi();
    api.answer('GET /prefix/ui/settings.json', someSettings({ registration_enabled: true, ...settings }));
    page = await render(RegisterPage);
  }

  async function register(
    userName = ' ada ',
    email = 'ada@example.org ',
    password = ' correct horse ',
  ): Promise<void> {
    await page.field('User name').fill(userName);
    await page.field('Email').fill(email);
    await page.field('Password').fill(password);
    await page.field('Password').submit();
  }

  const heading = () => page.element.querySelector('h1')!;
  const sentRequests = () => api.calls.filter((call) => call.startsWith('POST'));

  beforeEach(() => open());

  it('is filled in by password managers and begins in the first field', () => {
    const fields = ['User name', 'Email', 'Password'].map((label) => page.field(label));
    expect(fields.map(({ name }) => name)).toEqual(['user_name', 'email', 'password']);
    expect(fields.map(({ autocomplete }) => autocomplete)).toEqual(['username', 'email', 'new-password']);
    expect(fields[0]!.focused).toBe(true);
    expect(document.title).toBe('Create an account – Gatehouse');
  });

  it('trims spaces around name and email, and keeps those of the password', async () => {
    api.answer(submitCall, {}, { status: 201 });
    await register();
    expect(api.requests.at(-1)!.body).toEqual({
      user_name: 'ada',
      email: 'ada@example.org',
      password: ' correct horse ',
    });
    expect(heading().textContent).toBe('Check your email');
    expect(document.activeElement).toBe(heading());
    expect(document.title).toBe('Check your email – Gatehouse');
    expect(page.text).toContain('We have sent a link to ada@example.org.');
  });

  it('shows the error of each field next to it, without a request to the API', async () => {
    await register('', 'ada', 'short');
    expect(page.field('User name').description).toContain('Choose a user name.');
    expect(page.field('Email').description).toContain('Enter a complete address');
    expect(page.field('Password').description).toContain('Choose a password that meets all of the rules.');
    expect(page.field('User name').focused).toBe(true);
    expect(sentRequests()).toEqual([]);
  });

  it('focuses the first invalid field', async () => {
    await register('ada', 'ada@example.org', '');
    expect(page.field('Password').focused).toBe(true);
    expect(page.field('User name').invalid).toBe(false);
  });

  it('checks the rules of the password while it is typed', async () => {
    await page.field('User name').fill('ada.lovelace');
    expect(page.text).not.toContain('(met)');
    await page.field('Password').fill('ada.lovelace');
    expect(page.text).toContain('At least 12 characters (met)');
    expect(page.text).not.toContain('The password meets the rules.');
    await page.field('Password').fill('correct horse battery');
    expect(page.text).toContain('The password meets the rules.');
  });

  it.each([
    ['registration_conflict', undefined, 'User name', 'This user name is not available. Choose another one.'],
    ['user_name_invalid', { name: 'user_name' }, 'User name', 'Use lower-case letters and digits'],
    ['user_name_too_long', { name: 'user_name' }, 'User name', 'Refused with 400.'],
    ['email_invalid', { name: 'email' }, 'Email', 'Enter a complete address'],
    ['password_too_common', { name: 'password' }, 'Password', 'This password is common'],
    ['password_like_user_name', { name: 'password' }, 'Password', 'Refused with 400.'],
  ])('shows next to its field what the API refused: %s', async (error_code, param, label, text) => {
    api.refuse(submitCall, 400, { ...(param && { param }), error_code });
    await register();
    expect(page.field(label).description).toContain(text);
    expect(page.field(label).focused).toBe(true);
    expect(page.banner().text).toBe('');
    expect(page.field('User name').value).toBe(' ada ');
  });

  it.each([
    ['120', 'Too many registrations from your network. Try again in 2 minutes.'],
    ['soon', 'Too many registrations from your network. Try again later.'],
  ])('shows how long to wait after too many registrations: Retry-After %s', async (wait, text) => {
    api.refuse(submitCall, 429, { headers: { 'Retry-After': wait } });
    await register();
    expect(page.banner().text).toBe(text);
    expect(page.banner().interrupts).toBe(true);
  });

  it('reports that the API cannot be reached, and keeps what was typed', async () => {
    api.disconnect(submitCall);
    await register();
    expect(page.banner().text).toContain('cannot be reached');
    expect(page.field('Email').value).toBe('ada@example.org');
  });

  it('sends one request however often it is submitted meanwhile', async () => {
    let answer!: (response: Response) => void;
    api.on(submitCall, () => new Promise((resolve) => (answer = resolve)));
    await register();
    await page.field('Password').submit();
    expect(page.button('Create account').busy).toBe(true);
    expect(sentRequests()).toHaveLength(1);
    answer(new Response('{}', { headers: { 'Content-Type': 'application/json' } }));
    await page.settle();
    expect(heading().textContent).toBe('Check your email');
  });

  it('hides a shown password when it is sent, so that no browser remembers it as text', async () => {
    api.refuse(submitCall, 500);
    await page.button('Show password').click();
    await register();
    expect(page.field('Password').type).toBe('password');
  });

  it.each([
    [false, 'Sign in.'],
    [true, 'An administrator reviews your registration.'],
  ])('shows what happens next; with approval: %s', async (approval, step) => {
    await open({ registration_approval_enabled: approval });
    api.answer(submitCall, {}, { status: 201 });
    await register();
    expect([...page.element.querySelectorAll('ol li')].map((li) => li.textContent)).toContain(step);
  });

  describe('once it was submitted', () => {
    beforeEach(async () => {
      api.answer(submitCall, {}, { status: 201 });
      await register();
    });

    it('sends the mail again', async () => {
      api.answer(resendCall, {});
      await page.button('Send the email again').click();
      expect(api.requests.at(-1)?.body).toEqual({ email: 'ada@example.org' });
      expect(page.banner().text).toBe('The email was sent again.');
      expect(page.banner().interrupts).toBe(false);
    });

    it('reports that the mail was sent too often', async () => {
      api.refuse(resendCall, 429);
      await page.button('Send the email again').click();
      expect(page.banner().text).toContain('several times already');
      expect(page.banner().interrupts).toBe(true);
    });
  });

  it.each([
    ['from the settings', () => open({ registration_enabled: false })],
    [
      'from the API, when registration was switched off meanwhile',
      async () => {
        api.refuse(submitCall, 404, { error_code: 'registration_disabled' });
        await register();
      },
    ],
  ])('shows that registration is closed, %s', async (_how, learn) => {
    await learn();
    expect(heading().textContent).toBe('Registration is closed');
    expect(page.element.querySelector('form')).toBeNull();
    expect(page.button('Sign in').address).toBe('login');
  });

  it('is translated to French', async () => {
    TestBed.resetTestingModule();
    TestBed.configureTestingModule({
      providers: [{ provide: LOCALE, useValue: { language: 'fr', locale: 'fr-CA' } }],
    });
    await open();
    expect(heading().textContent).toBe('Créer un compte');
    await page.field('Mot de passe').submit();
    expect(page.field('Courriel').description).toContain('Saisissez votre adresse de courriel.');
    expect(page.text).toContain('Au moins 12 caractères');
  });
});
