import { type ApplicationRef, type EnvironmentProviders, inject, type Provider } from '@angular/core';
import { createApplication } from '@angular/platform-browser';
import {
  provideRouter,
  TitleStrategy,
  withComponentInputBinding,
  withInMemoryScrolling,
  withNavigationErrorHandler,
} from '@angular/router';
import { REPLY_LANGUAGE } from '@gatehouse/ui-data/api-client';
import { BrowserLocation } from '@gatehouse/ui-data/browser-location';
import { Deployment, deploymentPaths } from '@gatehouse/ui-data/deployment';
import { DeploymentSettings } from '@gatehouse/ui-data/deployment-settings';
import { asProblem } from '@gatehouse/ui-data/problem';
import { signInAddress } from '@gatehouse/ui-data/return-address';
import { Session } from '@gatehouse/ui-data/session';
import { SignInMethods } from '@gatehouse/ui-data/sign-in-methods';
import { LanguageChoice } from '../language/language-choice';
import { StartProblem } from '../problems/start-problem';
import { publicPageAt } from './public-pages';
import { changesRefused } from '../page-parts/changes-refused';
import { kitLanguage } from '../page-parts/kit-language';
import { storedTheme, showTheme } from '../theme/theme';
import { routes } from './console.routes';
import { PageLoading } from './page-loading';
import { providePageRendering } from './page-rendering';
import { PageTitle } from './page-title';
import { SessionWatch } from './session-watch';
import { Shell } from './shell';

const providers: (Provider | EnvironmentProviders)[] = [
  provideRouter(
    routes,
    withComponentInputBinding(),
    withInMemoryScrolling({ scrollPositionRestoration: 'enabled' }),
    withNavigationErrorHandler((error) => inject(PageLoading).failed(error)),
  ),
  providePageRendering(),
  { provide: TitleStrategy, useClass: PageTitle },
  kitLanguage,
  changesRefused,
  {
    provide: REPLY_LANGUAGE,
    useFactory: () => {
      const choice = inject(LanguageChoice);
      return () => choice.locale().language;
    },
  },
];

/** Shows the console to signed-in users, and redirects others to the sign-in page, which returns here. */
export async function start(): Promise<void> {
  // Pages that need no session are served with a separate, smaller script; a development server has only this one.
  const loadPublicPage = publicPageAt(location.pathname, deploymentPaths(document.baseURI));
  if (loadPublicPage) {
    await loadPublicPage();
    return;
  }
  const application = await createApplication({ providers });
  const { injector } = application;
  document.documentElement.lang = injector.get(LanguageChoice).locale().language;
  showTheme(storedTheme(), document.documentElement);
  const session = injector.get(Session);
  try {
    await Promise.all([session.refresh(), injector.get(DeploymentSettings).load()]);
  } catch (thrown) {
    showProblem(application, thrown);
    return;
  }
  if (!session.authenticated()) {
    const browser = injector.get(BrowserLocation);
    browser.replace(signInAddress(browser.current, injector.get(Deployment)));
    return;
  }
  injector.get(SessionWatch).start();
  application.bootstrap(Shell);
  void injector.get(SignInMethods).load();
}

function showProblem(application: ApplicationRef, thrown: unknown): void {
  const problem = asProblem(thrown);
  application.bootstrap(StartProblem, 'gh-root').setInput('problem', problem);
}
