import type { Locale, Problem } from '@gatehouse/problems';
import { type Accent, type PlainPage, plainPage } from '@gatehouse/pages';
import { escapeMarkup } from '@gatehouse/wire';
import type { MissingPermission, RefusalDetails } from './refusal-details';
import { REFUSAL_TEXTS, type RefusalTexts } from './refusal-texts';

/** Failures that may pass, so that the page offers to try again. */
const PASSING: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);
const EMAIL = /^[^\s@<>"']+@[^\s@<>"']+$/;

/** A refusal as a page for browsers, without script. Reference: enforcement#error-reports. */
export function refusalPage(
  problem: Problem,
  details: RefusalDetails,
  locale: Locale,
  accent: Accent,
): PlainPage {
  const texts = REFUSAL_TEXTS[locale];
  const { status } = problem;
  const { service, user, missing, contact } = details;
  const facts = [
    ...(service === undefined ? [] : [fact(texts.service, escapeMarkup(service))]),
    ...(user === undefined ? [] : [fact(texts.signedInAs, escapeMarkup(user))]),
    ...(missing ? missingFacts(texts, missing) : []),
    ...(contact === undefined ? [] : [fact(texts.contact, contactMarkup(contact))]),
  ];
  return plainPage({
    locale,
    accent,
    title: titleOf(texts, status),
    overline: texts.status(status),
    content: [
      `<p>${escapeMarkup(problem.detailIn(locale))}</p>`,
      ...(facts.length === 0 ? [] : [`<dl>${facts.join('')}</dl>`]),
      ...actions(texts, status, details),
      `<p class="reference">${texts.code} <span>${problem.errorCode}</span><br>`,
      `${texts.requestId} <span>${escapeMarkup(details.requestId)}</span></p>`,
    ],
  });
}

function titleOf({ titles, refused, failed }: RefusalTexts, status: number): string {
  return titles[status] ?? (status < 500 ? refused : failed);
}

function missingFacts(texts: RefusalTexts, { permission, resource, exact }: MissingPermission): string[] {
  if (permission === undefined) return [fact(texts.needed, escapeMarkup(texts.administrator))];
  const name = `<code>${escapeMarkup(permission)}</code>`;
  if (!resource) return [fact(texts.permission, `${name} ${escapeMarkup(texts.everywhere)}`)];
  return [
    fact(texts.permission, name),
    fact(exact ? texts.resource : texts.above, `<code>${escapeMarkup(resource.join('/'))}</code>`),
  ];
}

function actions(texts: RefusalTexts, status: number, { signIn, page }: RefusalDetails): string[] {
  const links = [
    ...(signIn !== undefined && status === 401 ? [link(signIn, texts.signIn, 'button')] : []),
    ...(signIn !== undefined && status === 403 ? [link(signIn, texts.signInOtherwise)] : []),
    ...(page !== undefined && PASSING.has(status) ? [link(page, texts.again, 'button')] : []),
  ];
  return links.length === 0 ? [] : [`<p class="actions">${links.join('')}</p>`];
}

function fact(name: string, markup: string): string {
  return `<div><dt>${escapeMarkup(name)}</dt><dd>${markup}</dd></div>`;
}

function link(url: string, text: string, style?: string): string {
  return `<a${style === undefined ? '' : ` class="${style}"`} href="${escapeMarkup(url)}">${escapeMarkup(text)}</a>`;
}

/** The setting is an administrator's; only addresses of mail and of the web become links. */
function contactMarkup(contact: string): string {
  if (EMAIL.test(contact)) return link(`mailto:${contact}`, contact);
  const isUrl = /^https?:\/\//i.test(contact) && URL.canParse(contact);
  return isUrl ? link(contact, contact) : escapeMarkup(contact);
}
