import type { Type } from '@angular/core';
import { createApplication } from '@angular/platform-browser';
import { LOCALE, replyLanguage } from '../language/language';
import { storedTheme, showTheme } from '../theme/theme';
// All pages have these, so that the bundler puts them into one file with the framework.
import '../problems/problem.messages';
import './public-frame';

// Nearly all pages use these: in the same file they are smaller than in a separate one. The library is marked as free of side
// effects, so that importing them without a name would be dropped.

/** Shows a page that needs no session. */
export async function start(page: Type<unknown>): Promise<void> {
  showTheme(storedTheme(), document.documentElement);
  const application = await createApplication({ providers: [replyLanguage] });
  document.documentElement.lang = application.injector.get(LOCALE).language;
  application.bootstrap(page, 'gh-root');
}
