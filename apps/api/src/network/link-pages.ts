import type { OpenedConsent } from '@gatehouse/network';
import type { Page } from '@gatehouse/http';
import type { Locale, Localized, Problem } from '@gatehouse/problems';
import type { Settings } from '@gatehouse/settings';
import { escapeMarkup } from '@gatehouse/wire';
import { page } from '../links/plain-page';

/** The page that requests consent to a link, where the console does not show it. */
export function consentPage(
  { request, node, requestToken }: OpenedConsent,
  userName: string | undefined,
  locale: Locale,
  { publicUrl, uiTheme: accent }: ConsoleSettings,
): Page {
  const { redirectUri, userName: requesting } = request;
  const facts: [Localized, string][] = [
    [TEXTS.requestedBy, requesting],
    [TEXTS.node, `${node.name} (${node.baseUrl})`],
    [TEXTS.returnsTo, new URL(redirectUri).host],
    [TEXTS.account, userName ?? TEXTS.none[locale]],
  ];
  const listed = facts.map(
    ([label, value]) => `<div><dt>${escapeMarkup(label[locale])}</dt><dd>${escapeMarkup(value)}</dd></div>`,
  );
  const content = [
    `<p>${escapeMarkup(TEXTS.explanation[locale])}</p>`,
    `<dl>${listed.join('')}</dl>`,
    ...(userName === undefined
      ? [`<p>${escapeMarkup(TEXTS.signIn[locale])}</p>`]
      : [
          `<p><strong>${escapeMarkup(TEXTS.warning[locale])}</strong></p>`,
          `<form method="post" action="${escapeMarkup(`${publicUrl}/network/authorize`)}">`,
          `<input type="hidden" name="request_token" value="${escapeMarkup(requestToken)}">`,
          `<button type="submit">${escapeMarkup(TEXTS.button[locale])}</button>`,
          '</form>',
        ]),
  ];
  // Browsers check the redirect that answers a form as well.
  return page({ locale, accent }, TEXTS.title[locale], content, [
    new URL(redirectUri).origin,
    new URL(publicUrl).origin,
  ]);
}

/** The page after a link was completed. It leads back to the account where the console is served. */
export function linkedPage(
  nodeName: string,
  remoteUserName: string,
  locale: Locale,
  settings: ConsoleSettings,
): Page {
  // Replaced by functions: in a text, `$&` and the like would have a meaning.
  const text = TEXTS.linkedText[locale]
    .replace('{user}', () => remoteUserName)
    .replace('{node}', () => nodeName);
  return page({ locale, accent: settings.uiTheme }, TEXTS.linked[locale], [
    `<p>${escapeMarkup(text)}</p>`,
    ...accountLink(locale, settings),
  ]);
}

export function linkErrorPage(problem: Problem, locale: Locale, settings: ConsoleSettings): Page {
  return page({ locale, accent: settings.uiTheme }, TEXTS.failed[locale], [
    `<p>${escapeMarkup(problem.detailIn(locale))}</p>`,
    ...accountLink(locale, settings),
  ]);
}

type ConsoleSettings = Pick<Settings, 'publicUrl' | 'uiEnabled' | 'uiTheme'>;

function accountLink(locale: Locale, { publicUrl, uiEnabled }: ConsoleSettings): string[] {
  if (!uiEnabled) return [];
  const address = escapeMarkup(`${publicUrl}/ui/account`);
  return [`<p><a href="${address}">${escapeMarkup(TEXTS.toAccount[locale])}</a></p>`];
}

const TEXTS = {
  title: { en: 'Link accounts', fr: 'Associer des comptes' },
  explanation: {
    en: 'A user of another instance requests to be linked with your account.',
    fr: 'Un utilisateur d’une autre instance demande à être associé à votre compte.',
  },
  requestedBy: { en: 'Remote user', fr: 'Utilisateur distant' },
  node: { en: 'Instance', fr: 'Instance' },
  returnsTo: { en: 'You return to', fr: 'Vous retournerez à' },
  toAccount: { en: 'Your account', fr: 'Votre compte' },
  account: { en: 'Local account', fr: 'Compte local' },
  none: { en: 'not signed in', fr: 'non connecté' },
  signIn: {
    en: 'Sign in to this instance first, then start the link again.',
    fr: 'Connectez-vous d’abord à cette instance, puis recommencez.',
  },
  warning: {
    en: 'With a token of that instance, your local account has full access to the remote account.',
    fr: 'Avec un jeton de cette instance, votre compte local a un accès complet au compte distant.',
  },
  button: { en: 'Link the accounts', fr: 'Associer les comptes' },
  linked: { en: 'Accounts linked', fr: 'Comptes associés' },
  linkedText: {
    en: 'The user {user} of the instance {node} can now use your account with a token.',
    fr: 'L’utilisateur {user} de l’instance {node} peut désormais utiliser votre compte avec un jeton.',
  },
  failed: { en: 'The accounts were not linked', fr: 'Les comptes n’ont pas été associés' },
} as const satisfies Record<string, Localized>;
