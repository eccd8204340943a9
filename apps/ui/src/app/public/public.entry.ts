import type { Type } from '@angular/core';
import { createApplication } from '@angular/platform-browser';
import { LOCALE, replyLanguage } from '../language/language';

/** Shows a page that needs no session. */
export async function start(page: Type<unknown>): Promise<void> {
  const application = await createApplication({ providers: [replyLanguage] });
  document.documentElement.lang = application.injector.get(LOCALE).language;
  application.bootstrap(page, 'gh-root');
}
