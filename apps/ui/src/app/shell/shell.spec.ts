import { TestBed } from '@angular/core/testing';
import { provideRouter, Router } from '@angular/router';
import { BrowserLocation, DeploymentSettings, Interruption, Problem, Session } from '@gatehouse/ui-data';
import { aUser, RecordedLocation, signedIn, someSettings, StubbedApi } from '@gatehouse/ui-data/testing';
import { render, type Rendered } from '@gatehouse/ui-kit/testing';
import { routes } from './console.routes';
import { PageLoading } from './page-loading';
import { Shell } from './shell';

describe('the shell', () => {
  let api: StubbedApi;
  let location: RecordedLocation;
  let page: Rendered<Shell>;

  beforeEach(async () => {
    location = new RecordedLocation('/prefix/ui/nowhere');
    TestBed.configureTestingModule({
      providers: [provideRouter(routes), { provide: BrowserLocation, useValue: location }],
    });
    api = new StubbedApi()
      .answer('GET /prefix/session', signedIn(aUser()))
      .answer('GET /prefix/ui/settings.json', someSettings())
      .answer('GET /prefix/users/alice/groups', { group_names: ['users'] })
      .answer('GET /prefix/users/alice/services?cascade=true&resolve=true&flatten=true', { services: [] });
    await Promise.all([TestBed.inject(Session).refresh(), TestBed.inject(DeploymentSettings).load()]);
    await TestBed.inject(Router).navigateByUrl('/nowhere');
    page = await render(Shell);
  });

  it('says who is signed in', () => {
    expect(page.text).toContain('Signed in as alice');
  });

  it('leads to the places that exist, those of the API below its prefix', () => {
    expect(page.region('Main').items).toEqual(['Home', 'API reference']);
    expect(page.region('Main').links).toEqual(['/', '/prefix/api']);
  });

  it('signs out and leaves for the sign-in page', async () => {
    api.answer('POST /prefix/signout', {});
    await page.button('Sign out').click();
    expect(api.calls).toContain('POST /prefix/signout');
    expect(location.visits).toEqual(['open /prefix/ui/login']);
  });

  it('stays and says so when signing out fails', async () => {
    api.disconnect('POST /prefix/signout');
    await page.button('Sign out').click();
    expect(location.visits).toEqual([]);
    expect(page.banner().text).toContain('cannot be reached');
  });

  it('says so when the first page could not be loaded', async () => {
    TestBed.inject(PageLoading).problem.set(new Problem(0, 'gone'));
    await page.settle();
    expect(page.banner().text).toContain('cannot be reached');
  });

  it('skips to the content without leaving the page', async () => {
    await page.button('Skip to content').click();
    expect(document.activeElement?.id).toBe('main');
  });

  it('reads on at the title after a change of page', async () => {
    await TestBed.inject(Router).navigateByUrl('/');
    await page.settle();
    expect(document.activeElement?.tagName).toBe('H1');
    expect(document.activeElement?.textContent).toBe('Signed in as alice');
  });

  it('opens the menu, and closes it with Escape where it was opened', async () => {
    const menu = page.button('Menu');
    await menu.click();
    expect(menu.expanded).toBe(true);
    await menu.type('Escape');
    expect([menu.expanded, menu.focused]).toEqual([false, true]);
  });

  it('closes the menu when a page was chosen from it', async () => {
    await page.button('Menu').click();
    await page.button('Home').click();
    expect(page.button('Menu').expanded).toBe(false);
  });

  it('asks to sign in again over the page when the session has ended', async () => {
    expect(page.dialog().name).toBeUndefined();
    void TestBed.inject(Interruption).signInAgain();
    await page.settle();
    expect(page.dialog().name).toBe('Your session has ended');
    expect(page.text).toContain('Page not found');
  });
});
