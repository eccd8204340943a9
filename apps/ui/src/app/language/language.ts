import { type FactoryProvider, inject, InjectionToken } from '@angular/core';
import { REPLY_LANGUAGE } from '@gatehouse/ui-data/api-client';
import { storePreference, storedPreference } from './stored-preference';

/** The languages of the console. */
export type Language = 'en' | 'fr';

/** The texts of one part of the console, the same keys in every language. */
export type Catalogue<T> = Readonly<Record<Language, T>>;

/** The language of the texts, and the form of numbers and times, which differs inside a language (`en-GB`, `fr-CA`). */
export interface Locale {
  readonly language: Language;
  readonly locale: string;
}

/** The first supported language that the browser prefers; otherwise English. */
export function chooseLocale(wanted: readonly string[]): Locale {
  for (const locale of wanted) {
    const language = languageOf(locale);
    if (language) return { language, locale: isLocale(locale) ? locale : language };
  }
  return { language: 'en', locale: 'en' };
}

/** The locale of a chosen language: the browser's variant (`en-GB`), if it has one. */
export function localeIn(language: Language): Locale {
  return chooseLocale([...navigator.languages.filter((locale) => languageOf(locale) === language), language]);
}

function languageOf(locale: string): Language | undefined {
  const language = locale.toLowerCase().split(/[-_@.]/, 1)[0];
  return language === 'en' || language === 'fr' ? language : undefined;
}

/** Browsers may report the language name of the system, such as `en-US@posix`, which formatters reject. */
function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

const storageKey = 'gatehouse.language';

/** Stores the language in this browser. */
export function storeLanguage(language: Language): void {
  storePreference(storageKey, language);
}

/** The initial language; in the console it can change (`LanguageChoice`). */
export const LOCALE = new InjectionToken<Locale>('locale', {
  providedIn: 'root',
  factory: () => {
    const chosen = languageOf(storedPreference(storageKey) ?? '');
    return chosen ? localeIn(chosen) : chooseLocale(navigator.languages);
  },
});

/** Requests API texts in the language of the console. */
export const replyLanguage: FactoryProvider = {
  provide: REPLY_LANGUAGE,
  useFactory: () => {
    const locale = inject(LOCALE);
    return () => locale.language;
  },
};

/** The texts of a catalogue in the current language; requires an injection context. */
export function texts<T>(catalogue: Catalogue<T>): T {
  return catalogue[inject(LOCALE).language];
}

/** The plural form of a phrase for a number: in French 0 and 1 are singular, in English only 1 is. */
export function plural(language: Language, count: number, one: string, other: string): string {
  return new Intl.PluralRules(language).select(count) === 'one' ? one : other;
}

/** A time in words, in whole seconds or, from one minute on, whole minutes; never less than the time itself. */
export function waitingTime(language: Language, seconds: number): string {
  const [value, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}

/** Writes numbers and times as the reader does. */
export class Formats {
  private readonly numbers: Intl.NumberFormat;
  private readonly times: Intl.DateTimeFormat;

  constructor({ locale }: Locale) {
    this.numbers = new Intl.NumberFormat(locale);
    this.times = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' });
  }

  number(value: number): string {
    return this.numbers.format(value);
  }

  timeOfDay(value: Date): string {
    return this.times.format(value);
  }
}
