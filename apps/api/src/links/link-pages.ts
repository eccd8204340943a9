import type { Page } from '@gatehouse/http';
import type { Locale, Localized, Problem } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';
import { escapeMarkup } from '@gatehouse/wire';
import type { LinkOutcome, LinkView } from './link-handler';
import { page } from './plain-page';

type PageSettings = Pick<Settings, 'publicUrl' | 'uiEnabled' | 'uiTheme'>;

/** The page of a link before it is used. Its form has no address: it sends POST to the one that it was opened by. */
export function viewPage(
  view: LinkView,
  expiresAt: Date,
  locale: Locale,
  { uiTheme: accent }: PageSettings,
): Page {
  const { title, explanation, button, facts = [], terms, asksPassword } = view;
  const listed = facts.map(
    ({ label, value }) => `<div><dt>${escapeMarkup(label[locale])}</dt><dd>${escapeMarkup(value)}</dd></div>`,
  );
  const until = `${expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return page({ locale, accent }, title[locale], [
    `<p>${escapeMarkup(explanation[locale])}</p>`,
    ...(listed.length > 0 ? [`<dl>${listed.join('')}</dl>`] : []),
    ...(terms === undefined ? [] : [`<pre tabindex="0">${escapeMarkup(terms)}</pre>`]),
    '<form method="post">',
    ...(asksPassword ? [passwordField(locale)] : []),
    `<button type="submit">${escapeMarkup(button[locale])}</button>`,
    '</form>',
    `<p class="note">${escapeMarkup(`${TEXTS.validUntil[locale]} ${until}.`)}</p>`,
  ]);
}

/** The page after a link was used. */
export function outcomePage(outcome: LinkOutcome, locale: Locale, settings: PageSettings): Page {
  return page({ locale, accent: settings.uiTheme }, outcome.title[locale], [
    `<p>${escapeMarkup(outcome.message[locale])}</p>`,
    ...(outcome.offersSignIn ? signIn(locale, settings) : []),
  ]);
}

/** The page of an error of a link. */
export function errorPage(problem: Problem, locale: Locale, settings: PageSettings): Page {
  const texts = ERRORS[problem.status];
  return page({ locale, accent: settings.uiTheme }, (texts?.title ?? TEXTS.failed)[locale], [
    `<p>${escapeMarkup(problem.detailIn(locale))}</p>`,
    ...(texts?.advice ? [`<p>${escapeMarkup(texts.advice[locale])}</p>`] : []),
    ...(problem.status === 401 ? signIn(locale, settings) : []),
  ]);
}

function passwordField(locale: Locale): string {
  const label = escapeMarkup(TEXTS.newPassword[locale]);
  return `<label>${label}<input type="password" name="password" autocomplete="new-password" required></label>`;
}

/** Absolute: the page may be at another depth than it seems, where a front end adds a prefix. */
function signIn(locale: Locale, { publicUrl, uiEnabled }: PageSettings): string[] {
  if (!uiEnabled) return [];
  const address = escapeMarkup(`${publicUrl}/ui/login`);
  return [`<p><a href="${address}" rel="noreferrer">${escapeMarkup(TEXTS.signIn[locale])}</a></p>`];
}

const TEXTS = {
  validUntil: { en: 'This link is valid until', fr: 'Ce lien est valable jusqu’au' },
  newPassword: { en: 'New password', fr: 'Nouveau mot de passe' },
  signIn: { en: 'Sign in', fr: 'Se connecter' },
  failed: { en: 'The link could not be used', fr: 'Le lien n’a pas pu être utilisé' },
} as const satisfies Record<string, Localized>;

const ERRORS: Readonly<Record<number, { readonly title: Localized; readonly advice?: Localized }>> = {
  401: {
    title: { en: 'Authentication required', fr: 'Authentification requise' },
    advice: {
      en: 'Sign in as an administrator in this browser, then open the link again. It remains valid.',
      fr: 'Connectez-vous en tant qu’administrateur dans ce navigateur, puis ouvrez à nouveau le lien. Il reste valable.',
    },
  },
  403: {
    title: { en: 'Not allowed', fr: 'Non autorisé' },
    advice: {
      en: 'Only administrators can use this link. It remains valid.',
      fr: 'Seuls les administrateurs peuvent utiliser ce lien. Il reste valable.',
    },
  },
  404: { title: { en: 'Unknown link', fr: 'Lien inconnu' } },
  410: { title: { en: 'Link expired', fr: 'Lien expiré' } },
  422: { title: { en: 'Invalid link', fr: 'Lien non valide' } },
};
