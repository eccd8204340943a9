import { CATALOGUE, type ErrorCode, type PlaceholderOf } from './catalogue';
import type { Locale, Localized } from './entry';

/** The value of a placeholder; a phrase may be given in each language. */
export type PlaceholderValue = string | number | Localized;

/** A value for each placeholder of the text of an error. */
export type DataOf<Code extends ErrorCode> = Readonly<Record<PlaceholderOf<Code>, PlaceholderValue>>;

/** Maximum length of the value of a placeholder, in characters, so that replies do not repeat long input. */
const MAX_LENGTH = 300;

/** The text of an error in one language. */
export function detailOf(
  code: ErrorCode,
  data: Readonly<Record<string, PlaceholderValue>>,
  locale: Locale,
): string {
  const text = CATALOGUE[code].detail[locale];
  if (!text.includes('{')) return text;
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = Object.hasOwn(data, name) ? data[name] : undefined;
    return value === undefined ? placeholder : presentable(value, locale);
  });
}

function presentable(value: PlaceholderValue, locale: Locale): string {
  const text = typeof value === 'object' ? value[locale] : String(value);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
