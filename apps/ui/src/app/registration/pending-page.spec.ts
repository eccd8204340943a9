import { TestBed } from '@angular/core/testing';
import { BrowserLocation } from '@gatehouse/ui-data';
import { RecordedLocation, StubbedApi } from '@gatehouse/ui-data/testing';
import { render, type Rendered } from '@gatehouse/ui-kit/testing';
import { PendingPage } from './pending-page';

const readCall = 'GET /prefix/register/users/ada.lovelace';
const confirmed = {
  user_name: 'ada.lovelace',
  email: 'ada@example.org',
  submitted_at: '2026-03-01T12:00:00.000Z',
  approve_url: 'https://gate.example/prefix/tmp/to-approve',
  decline_url: 'https://gate.example/prefix/tmp/to-decline',
};

describe('the page of a pending registration', () => {
  let api: StubbedApi;
  let page: Rendered<PendingPage>;

  beforeEach(() => {
    const location = new RecordedLocation('/prefix/ui/register/users/ada.lovelace');
    TestBed.configureTestingModule({ providers: [{ provide: BrowserLocation, useValue: location }] });
    api = new StubbedApi();
  });

  async function open(registration: object = confirmed): Promise<void> {
    api.answer(readCall, { registration });
    page = await render(PendingPage);
  }

  const heading = () => page.element.querySelector('h1')!.textContent;

  it.each([
    ['Approve', 'POST /prefix/tmp/to-approve', 'Registration approved'],
    ['Decline', 'POST /prefix/tmp/to-decline', 'Registration declined'],
  ])('decides by the link of the mail: %s', async (button, call, title) => {
    await open();
    expect(page.text).toContain('User name ada.lovelace Email ada@example.org');
    api.answer(call, {});
    await page.button(button).click();
    expect(api.calls).toEqual([readCall, call]);
    expect(heading()).toBe(title);
    expect(page.text).toContain('ada.lovelace');
  });

  it('shows when the registration was submitted', async () => {
    await open();
    const time = page.element.querySelector('time')!;
    expect(time.getAttribute('datetime')).toBe('2026-03-01T12:00:00.000Z');
    expect(time.textContent).toMatch(/\b2026\b.*\d:00/);
  });

  it('offers no decision before the address is confirmed, but the mail again', async () => {
    await open({ ...confirmed, approve_url: null, decline_url: null });
    expect(page.text).not.toContain('Approve');
    api.answer('POST /prefix/register/users/ada.lovelace/resend', {}, { status: 202 });
    await page.button('Send the email again').click();
    expect(api.requests.at(-1)!.body).toEqual({ email: 'ada@example.org' });
    expect(page.banner().text).toBe('The email was sent again.');
  });

  it('shows why a decision failed', async () => {
    await open();
    api.refuse('POST /prefix/tmp/to-approve', 409, { error_code: 'registration_conflict' });
    await page.button('Approve').click();
    expect(page.banner().text).toBe('Refused with 409.');
  });

  it.each([
    [401, 'authentication_required', 'Sign in to continue', 'Sign in'],
    [403, 'permission_denied', 'Only for administrators', 'Sign in with another account'],
    [404, 'registration_not_found', 'No such registration', 'Open the console'],
    [404, 'registration_disabled', 'The registration could not be loaded', 'Try again'],
    [500, 'unexpected_error', 'The registration could not be loaded', 'Try again'],
  ])('shows why no decision is possible: %i %s', async (status, error_code, title, offer) => {
    api.refuse(readCall, status, { error_code });
    page = await render(PendingPage);
    expect(heading()).toBe(title);
    expect(page.button(offer)).toBeDefined();
  });

  it('returns here after signing in', async () => {
    api.refuse(readCall, 401);
    page = await render(PendingPage);
    expect(page.button('Sign in').address).toBe(
      '/prefix/ui/login?return=%2Fprefix%2Fui%2Fregister%2Fusers%2Fada.lovelace',
    );
  });
});
