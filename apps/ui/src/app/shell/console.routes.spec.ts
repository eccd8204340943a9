import { TestBed } from '@angular/core/testing';
import { provideRouter, Router, TitleStrategy, withComponentInputBinding } from '@angular/router';
import { RouterTestingHarness } from '@angular/router/testing';
import type { UserDto } from '@gatehouse/dto';
import { DeploymentSettings, Session } from '@gatehouse/ui-data';
import { anAdministrator, aUser, signedIn, someSettings, StubbedApi } from '@gatehouse/ui-data/testing';
import { AdministratorHome } from '../home/administrator-home';
import { MemberHome } from '../home/member-home';
import { LOCALE } from '../language/language';
import { Forbidden } from '../not-found/forbidden';
import { NotFound } from '../not-found/not-found';
import { routes } from './console.routes';
import { PageTitle } from './page-title';

async function visit(path: string, user: UserDto, language: 'en' | 'fr' = 'en'): Promise<unknown> {
  TestBed.configureTestingModule({
    providers: [
      provideRouter(routes, withComponentInputBinding()),
      { provide: TitleStrategy, useClass: PageTitle },
      { provide: LOCALE, useValue: { language, locale: language } },
    ],
  });
  new StubbedApi()
    .answer('GET /prefix/session', signedIn(user))
    .answer('GET /prefix/ui/settings.json', someSettings())
    .answer('GET /prefix/users', { user_names: [] })
    .answer('GET /prefix/groups?detail=true', { group_names: [], groups: [] })
    .answer('GET /prefix/audit?exclude_kind=session%2Csign_in%2Caccess%2Caudit&limit=100', { entries: [] })
    .refuse('GET /prefix/overview', 503)
    .answer('GET /prefix/services', { services: {} })
    .answer('GET /prefix/users/alice/groups?status=active', { group_names: [] })
    .answer('GET /prefix/users/alice/groups?status=pending', { group_names: [] })
    .answer('GET /prefix/users/alice/sessions', { sessions: [] })
    .answer('GET /prefix/register/groups', { group_names: [] })
    .answer('GET /prefix/version', { version: '6.0.0', db_version: '1' })
    .answer('GET /prefix/users/alice/groups', { group_names: [] })
    .answer('GET /prefix/users/alice/services?cascade=true&resolve=true&flatten=true', { services: [] });
  await Promise.all([TestBed.inject(Session).refresh(), TestBed.inject(DeploymentSettings).load()]);
  return (await RouterTestingHarness.create()).navigateByUrl(path);
}

describe('the pages of the console', () => {
  it.each([
    ['an administrator', '/', anAdministrator(), AdministratorHome, 'Overview – Gatehouse'],
    ['other users', '/', aUser(), MemberHome, 'Home – Gatehouse'],
    ['an address without a page', '/nowhere/bob?tab=1', aUser(), NotFound, 'Page not found – Gatehouse'],
  ])('have one for %s, with a title', async (_whom, path, user, page, title) => {
    expect(await visit(path, user)).toBeInstanceOf(page);
    expect(document.title).toBe(title);
  });

  it('of administrators show other users that they are restricted', async () => {
    expect(await visit('/users', aUser())).toBeInstanceOf(Forbidden);
    expect(document.title).toBe('Users – Gatehouse');
    expect(document.body.textContent).toContain('not a member of the group “administrators”');
  });

  it.each([
    ['/users/add', '/users?add=true'],
    ['/users/current', '/account'],
    ['/users/ada/thredds', '/users/ada'],
    ['/users/ada/default', '/users/ada'],
    ['/groups/add', '/groups?add=true'],
    ['/groups/climate/wps', '/groups/climate'],
    ['/services/thredds', '/services'],
    ['/services/wps/add', '/services?add=true'],
    ['/services/wps/finch', '/services/finch'],
    ['/services/wps/finch/add/17', '/services/finch'],
    ['/error', '/'],
  ])('are reached by the address of the reference: %s', async (path, ours) => {
    await visit(path, aUser());
    expect(TestBed.inject(Router).url).toBe(ours);
  });

  it('are not treated as addresses of the reference', async () => {
    await visit('/users/ada/other', aUser());
    expect(TestBed.inject(Router).url).toBe('/users/ada/other');
  });

  it('have titles in the language of the reader', async () => {
    await visit('/nowhere', aUser(), 'fr');
    expect(document.title).toBe('Page introuvable – Gatehouse');
  });
});
