import { bootstrapApplication, Title } from '@angular/platform-browser';
import { asProblem, Session } from '@gatehouse/ui-data';
import { LOCALE, replyLanguage } from '../language/language';
import { SignInPage } from './sign-in-page';
import { signInMessages } from './sign-in.messages';

/** Shows the sign-in page. */
export async function start(): Promise<void> {
  const { injector } = await bootstrapApplication(SignInPage, { providers: [replyLanguage] });
  const { language } = injector.get(LOCALE);
  document.documentElement.lang = language;
  injector.get(Title).setTitle(`${signInMessages[language].title} – Gatehouse`);
  try {
    await injector.get(Session).refresh();
  } catch (thrown) {
    // Only a courtesy to those who are signed in already; the form tells the others when the API is away.
    asProblem(thrown);
  }
}
