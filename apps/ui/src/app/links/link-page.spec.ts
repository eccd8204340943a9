import { TestBed } from '@angular/core/testing';
import { BrowserLocation } from '@gatehouse/ui-data';
import { RecordedLocation, someSettings, StubbedApi } from '@gatehouse/ui-data/testing';
import { render, type Rendered } from '@gatehouse/ui-kit/testing';
import { LinkPage, NewPasswordForms } from './link-page';

const token = '0b1c2d3e-4f50-4a61-8b72-9c83ad94be05';
const describeCall = `GET /prefix/tmp/${token}/details`;
const useCall = `POST /prefix/tmp/${token}`;

describe('the page of a one-time link', () => {
  let api: StubbedApi;
  let page: Rendered<LinkPage>;

  beforeEach(() => {
    const location = new RecordedLocation(`/prefix/ui/tmp/${token}`);
    TestBed.configureTestingModule({ providers: [{ provide: BrowserLocation, useValue: location }] });
    api = new StubbedApi();
  });

  const heading = () => page.element.querySelector('h1')!;

  async function open(over: object = {}): Promise<void> {
    const link = {
      operation: 'user-registration-admin-approve',
      title: 'Approve this registration?',
      explanation: 'The account is created.',
      button: 'Approve',
      facts: [
        { label: 'User name', value: 'ada' },
        { label: 'Email address', value: 'ada@example.org' },
      ],
      terms: null,
      asks_password: false,
      ...over,
    };
    api.answer(describeCall, { link });
    page = await render(LinkPage);
  }

  it('describes the effect and the subject of the link', async () => {
    await open();
    expect(heading().textContent).toBe('Approve this registration?');
    expect(document.title).toBe('Approve this registration? – Gatehouse');
    expect(page.text).toContain('The account is created. User name ada Email address ada@example.org');
  });

  it('uses the link when its button is pressed, and not before', async () => {
    await open();
    expect(api.calls).toEqual([describeCall]);
    api.answer(useCall, {
      title: 'Registration approved',
      detail: 'The account was created.',
      offers_sign_in: false,
    });
    await page.button('Approve').click();
    expect(api.calls).toEqual([describeCall, useCall]);
    expect(heading().textContent).toBe('Registration approved');
    expect(document.activeElement).toBe(heading());
    expect(page.text).toContain('The account was created.');
    expect(page.element.querySelector('button, a')).toBeNull();
  });

  it('links to the sign-in page when the user can sign in', async () => {
    await open();
    api.answer(useCall, { title: 'Your account is ready', detail: 'Done.', offers_sign_in: true });
    await page.button('Approve').click();
    expect(page.button('Sign in').address).toBe('login');
  });

  it('shows why the link could not be used, and can be tried again', async () => {
    await open();
    api.refuse(useCall, 409, { error_code: 'registration_conflict' });
    await page.button('Approve').click();
    expect(page.banner().text).toBe('Refused with 409.');
    expect(page.banner().interrupts).toBe(true);
    expect(page.button('Approve').busy).toBe(false);
  });

  it('shows terms as text that can be scrolled with the keyboard', async () => {
    await open({ terms: 'For research <b>only</b>.' });
    const terms = page.region('Terms');
    expect(terms.text).toBe('For research <b>only</b>.');
    expect(page.element.querySelector('[role="region"]')!.getAttribute('tabindex')).toBe('0');
  });

  it.each([
    [404, 'This link does not work'],
    [410, 'This link has expired'],
    [422, 'This link is incomplete'],
    [403, 'Only for administrators'],
    [401, 'Sign in to continue'],
    [503, 'The link could not be opened'],
  ])('shows why a link cannot be shown: %i', async (status, title) => {
    api.refuse(describeCall, status);
    page = await render(LinkPage);
    expect(heading().textContent).toBe(title);
  });

  it.each([
    [401, 'Sign in'],
    [403, 'Sign in with another account'],
  ])('leads to sign-in and back again: %i', async (status, label) => {
    api.refuse(describeCall, status);
    page = await render(LinkPage);
    expect(page.button(label).address).toBe(
      `/prefix/ui/login?return=${encodeURIComponent(`/prefix/ui/tmp/${token}`)}`,
    );
  });

  it('can be loaded again after a failure', async () => {
    api.disconnect(describeCall);
    page = await render(LinkPage);
    expect(page.text).toContain('Gatehouse cannot be reached.');
    api.answer(describeCall, { link: { title: 'Confirm', facts: [], button: 'Confirm' } });
    await page.button('Try again').click();
    expect(heading().textContent).toBe('Confirm');
  });

  describe('that requests a new password', () => {
    beforeEach(async () => {
      api.answer('GET /prefix/ui/settings.json', someSettings());
      await open({ asks_password: true, button: 'Set the password' });
      await page.settle();
    });

    it('shows the rules and sends the password', async () => {
      expect(page.field('New password').autocomplete).toBe('new-password');
      expect(page.field('New password').description).toContain('At least 12 characters');
      api.answer(useCall, { title: 'Password changed', detail: 'Done.', offers_sign_in: true });
      await page.field('New password').fill('correct horse battery');
      await page.button('Set the password').click();
      expect(api.requests.at(-1)!.body).toEqual({ password: 'correct horse battery' });
      expect(heading().textContent).toBe('Password changed');
    });

    it.each([
      ['', 'Choose a password.'],
      ['too short', 'Choose a password that meets all of the rules.'],
    ])('checks the rules first: %j', async (password, text) => {
      await page.field('New password').fill(password);
      await page.field('New password').submit();
      expect(page.field('New password').description).toContain(text);
      expect(page.field('New password').focused).toBe(true);
      expect(api.calls).not.toContain(useCall);
    });

    it('shows the refusal of the API next to the field', async () => {
      api.refuse(useCall, 400, { param: { name: 'password' }, error_code: 'password_too_common' });
      await page.field('New password').fill('correct horse battery');
      await page.button('Set the password').click();
      expect(page.field('New password').description).toContain('Refused with 400.');
      expect(page.field('New password').focused).toBe(true);
      expect(page.banner().text).toBe('');
    });

    it('shows other errors above the field', async () => {
      api.refuse(useCall, 410, { error_code: 'link_expired' });
      await page.field('New password').fill('correct horse battery');
      await page.button('Set the password').click();
      expect(page.banner().text).toBe('Refused with 410.');
    });
  });

  it('shows a message with a button that reloads the page where the form for the password cannot be loaded', async () => {
    TestBed.overrideProvider(NewPasswordForms, {
      useValue: { load: () => Promise.reject(new TypeError('Failed to fetch')) },
    });
    await open({ asks_password: true, button: 'Set the password' });
    await page.settle();
    expect(page.banner().text).toBe('The form could not be loaded. Check the connection, then try again.');
    await page.button('Try again').click();
    expect((TestBed.inject(BrowserLocation) as unknown as RecordedLocation).visits).toEqual(['reload']);
  });
});
