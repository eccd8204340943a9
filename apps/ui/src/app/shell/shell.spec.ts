import { TestBed } from '@angular/core/testing';
import { provideRouter, Router } from '@angular/router';
import { BrowserLocation, DeploymentSettings, Interruption, Problem, Session } from '@gatehouse/ui-data';
import { aUser, RecordedLocation, signedIn, someSettings, StubbedApi } from '@gatehouse/ui-data/testing';
import { render, Rendered } from '@gatehouse/ui-kit/testing';
import { routes } from './console.routes';
import { PageLoading } from './page-loading';
import { Shell } from './shell';

describe('the shell', () => {
  let api: StubbedApi;
  let location: RecordedLocation;
  let page: Rendered<Shell>;

  beforeEach(async () => {
    location = new RecordedLocation('/prefix/ui/nowhere');
    document.documentElement.dataset['version'] = '6.1.2';
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

  const overlay = () => new Rendered(page.fixture, document.body);

  async function signOut(): Promise<void> {
    await page.button('Account of alice').click();
    await overlay().button('Sign out').click();
  }

  it('shows the signed-in user', () => {
    expect(page.button('Account of alice').expanded).toBe(false);
  });

  it('shows the version of the server', () => {
    expect(page.text).toContain('Gatehouse 6.1.2');
  });

  it('links to existing pages, those of the API below its prefix', () => {
    expect(page.region('Main').items).toEqual(['Home', 'Your account', 'API reference']);
    expect(page.region('Main').links).toEqual(['/', '/account', '/prefix/api']);
  });

  it('signs out and leaves for the sign-in page', async () => {
    api.answer('POST /prefix/signout', {});
    await signOut();
    expect(api.calls).toContain('POST /prefix/signout');
    expect(location.visits).toEqual(['open /prefix/ui/login']);
  });

  it('stays and shows the error when signing out fails', async () => {
    api.disconnect('POST /prefix/signout');
    await signOut();
    expect(location.visits).toEqual([]);
    expect(page.text).toContain('cannot be reached');
  });

  it('shows an error when the first page cannot be loaded', async () => {
    TestBed.inject(PageLoading).problem.set(new Problem(0, 'gone'));
    await page.settle();
    expect(page.text).toContain('cannot be reached');
  });

  it('skips to the content without leaving the page', async () => {
    await page.button('Skip to content').click();
    expect(document.activeElement?.id).toBe('main');
  });

  it('moves the focus to the title after a change of page', async () => {
    await TestBed.inject(Router).navigateByUrl('/');
    await page.settle();
    expect(document.activeElement?.tagName).toBe('H1');
    expect(document.activeElement?.textContent).toBe('Signed in as alice');
  });

  it('opens the menu, and closes it with Escape where it was opened', async () => {
    const menu = page.button('Menu');
    await menu.click();
    expect(menu.expanded).toBe(true);
    await page.button('Close menu').type('Escape');
    expect([menu.expanded, menu.focused]).toEqual([false, true]);
  });

  it('closes the menu when a page was chosen from it', async () => {
    await page.button('Menu').click();
    await page.button('Home').click();
    expect(page.button('Menu').expanded).toBe(false);
  });

  it('changes the language of the page without loading it again', async () => {
    await page.button('Language and theme').click();
    await overlay().button('Français').click();
    expect(page.region('Navigation principale').items).toEqual([
      'Accueil',
      'Votre compte',
      'Référence de l’API',
    ]);
    expect(page.text).toContain('Page introuvable');
    expect([document.documentElement.lang, location.visits]).toEqual(['fr', []]);
  });

  it('changes the theme, and returns to that of the system', async () => {
    await page.button('Language and theme').click();
    await overlay().button('Dark').click();
    expect(document.documentElement.dataset['theme']).toBe('dark');
    await page.button('Language and theme').click();
    await overlay().button('As the system').click();
    expect(document.documentElement.dataset['theme']).toBeUndefined();
  });

  it('shows a notice while there is no network', async () => {
    window.dispatchEvent(new Event('offline'));
    await page.settle();
    expect(page.text).toContain('You are offline.');
    window.dispatchEvent(new Event('online'));
    await page.settle();
    expect(page.text).not.toContain('You are offline.');
  });

  it('shows a notice in read-only mode', async () => {
    expect(page.text).not.toContain('read-only mode');
    api.answer('GET /prefix/ui/settings.json', someSettings({ read_only: true }));
    await TestBed.inject(DeploymentSettings).load();
    await page.settle();
    expect(page.text).toContain('Gatehouse is in read-only mode');
    api.answer('GET /prefix/ui/settings.json', someSettings());
    await page.button('Check again').click();
    expect(page.text).not.toContain('read-only mode');
  });

  it('requests a new sign-in over the page when the session has ended', async () => {
    expect(page.dialog().name).toBeUndefined();
    void TestBed.inject(Interruption).signInAgain(0);
    await page.settle();
    expect(page.dialog().name).toBe('Your session has ended');
    expect(page.text).toContain('Page not found');
  });
});
