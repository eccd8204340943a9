import { TestBed } from '@angular/core/testing';
import { BrowserLocation, Interruption, Session } from '@gatehouse/ui-data';
import { aUser, RecordedLocation, signedIn, StubbedApi } from '@gatehouse/ui-data/testing';
import { render, type Rendered } from '@gatehouse/ui-kit/testing';
import { SignInAgain } from './sign-in-again';

describe('signing in again', () => {
  let page: Rendered<SignInAgain>;
  let location: RecordedLocation;
  let api: StubbedApi;
  let outcome: Promise<boolean>;

  beforeEach(async () => {
    location = new RecordedLocation('/prefix/ui/users/bob');
    TestBed.configureTestingModule({ providers: [{ provide: BrowserLocation, useValue: location }] });
    api = new StubbedApi().answer('GET /prefix/session', signedIn(aUser()));
    await TestBed.inject(Session).refresh();
    outcome = TestBed.inject(Interruption).signInAgain(0);
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
});
