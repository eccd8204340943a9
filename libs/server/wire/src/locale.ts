import Negotiator from 'negotiator';
import { LOCALES, type Locale } from '@gatehouse/problems';

const SUPPORTED = [...LOCALES];

/** Longest header that is interpreted, in characters; a browser's list of languages has less than a hundred. */
const MAX_LENGTH = 1000;

/**
 * The language of texts for a client: the one that `Accept-Language` prefers (RFC 9110, 12.5.4), English without a preference,
 * for `*`, for languages that there are no texts in, and for a header longer than any list of languages.
 */
export function localeOf(acceptLanguage: string | undefined): Locale {
  if (acceptLanguage === undefined || acceptLanguage.length > MAX_LENGTH) return 'en';
  const negotiator = new Negotiator({ headers: { 'accept-language': acceptLanguage } });
  const [preferred] = negotiator.languages(SUPPORTED);
  return LOCALES.find((locale) => locale === preferred) ?? 'en';
}
