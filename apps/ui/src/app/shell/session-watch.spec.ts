import { TestBed } from '@angular/core/testing';
import { BrowserLocation, Interruption, Session } from '@gatehouse/ui-data';
import { aUser, jsonResponse, RecordedLocation, signedIn, StubbedApi } from '@gatehouse/ui-data/testing';
import { SessionWatch } from './session-watch';

describe('the session watch', () => {
  let api: StubbedApi;
  let location: RecordedLocation;

  beforeEach(async () => {
    location = new RecordedLocation();
    TestBed.configureTestingModule({ providers: [{ provide: BrowserLocation, useValue: location }] });
    api = new StubbedApi().answer('GET /prefix/session', signedIn(aUser()));
    await TestBed.inject(Session).refresh();
    TestBed.inject(SessionWatch).start();
  });

  const interrupted = () => TestBed.inject(Interruption).active();

  it('does not change a page that belongs to the signed-in user', async () => {
    await comeBack();
    expect([location.visits, interrupted()]).toEqual([[], false]);
  });

  it('requests a new sign-in when the session has ended', async () => {
    api.answer('GET /prefix/session', { authenticated: false });
    await comeBack();
    expect([location.visits, interrupted()]).toEqual([[], true]);
  });

  it('requests no second sign-in when it learns of the end of a session after the user has signed in again', async () => {
    let answerLate!: (response: Response) => void;
    const late = new Promise<Response>((resolve) => (answerLate = resolve));
    api.on('GET /prefix/session', () => late);
    await comeBack();
    const interruption = TestBed.inject(Interruption);
    void interruption.signInAgain(interruption.signIns);
    interruption.end(true);
    answerLate(jsonResponse({ authenticated: false }, 200));
    await new Promise((resolve) => setTimeout(resolve));
    expect([location.visits, interrupted()]).toEqual([[], false]);
  });

  it('reloads the page when another user has signed in meanwhile', async () => {
    api.answer('GET /prefix/session', signedIn(aUser({ user_name: 'bob' })));
    await comeBack();
    expect([location.visits, interrupted()]).toEqual([['reload'], false]);
  });

  it('does nothing when the API does not answer', async () => {
    api.disconnect('GET /prefix/session');
    await comeBack();
    expect([location.visits, interrupted()]).toEqual([[], false]);
  });

  it('reloads a page that is restored from the back/forward cache', () => {
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(location.visits).toEqual(['reload']);
  });

  it('does not reload a page that was just loaded', () => {
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
    expect(location.visits).toEqual([]);
  });
});

async function comeBack(): Promise<void> {
  document.dispatchEvent(new Event('visibilitychange'));
  await new Promise((resolve) => setTimeout(resolve));
}
