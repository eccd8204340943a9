import { computed, inject, Injectable } from '@angular/core';
import { LanguageChoice } from './language-choice';

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

const sizes = [
  ['gigabyte', 1_000_000_000],
  ['megabyte', 1_000_000],
  ['kilobyte', 1_000],
] as const;

/** Writes numbers, dates and times as the reader of the console does. Dates of the API are ISO texts. */
@Injectable({ providedIn: 'root' })
export class ReaderFormats {
  private readonly choice = inject(LanguageChoice);
  private readonly formats = computed(() => {
    const { locale } = this.choice.locale();
    return {
      number: new Intl.NumberFormat(locale),
      date: new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }),
      dateTime: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
      time: new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }),
      timeOfDay: new Intl.DateTimeFormat(locale, { timeStyle: 'short' }),
      exactTime: new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long' }),
      day: new Intl.DateTimeFormat(locale, { dateStyle: 'full' }),
      relative: new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
      list: new Intl.ListFormat(locale),
    };
  });

  number(value: number): string {
    return this.formats().number.format(value);
  }

  /** A number of bytes, in the largest unit that fits. */
  size(bytes: number): string {
    const [unit, length] = sizes.find(([, least]) => bytes >= least) ?? (['byte', 1] as const);
    const { locale } = this.choice.locale();
    return new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      // The short name of a single byte has no plural in English.
      unitDisplay: unit === 'byte' ? 'long' : 'short',
      maximumSignificantDigits: 3,
    }).format(bytes / length);
  }

  date(value: string | Date): string {
    return this.formats().date.format(new Date(value));
  }

  dateTime(value: string | Date): string {
    return this.formats().dateTime.format(new Date(value));
  }

  time(value: Date): string {
    return this.formats().time.format(value);
  }

  /** Hours and minutes. */
  timeOfDay(value: string | Date): string {
    return this.formats().timeOfDay.format(new Date(value));
  }

  /** With seconds and time zone. */
  exactTime(value: string | Date): string {
    return this.formats().exactTime.format(new Date(value));
  }

  /** A day as a heading: today, yesterday, or its date. */
  day(value: string | Date, now = new Date()): string {
    const day = new Date(value);
    const before = Math.round((midnightOf(now) - midnightOf(day)) / 86_400_000);
    const { relative, day: date } = this.formats();
    const text = before === 0 || before === 1 ? relative.format(-before, 'day') : date.format(day);
    return text.charAt(0).toLocaleUpperCase() + text.slice(1);
  }

  list(values: readonly string[]): string {
    return this.formats().list.format(values);
  }

  /** How long ago something was, or how far ahead it is, in the largest unit that fits; at least a second ago, since “now” fits no sentence. */
  ago(value: string | Date, now = new Date()): string {
    const seconds = (new Date(value).getTime() - now.getTime()) / 1000;
    const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? (['second', 1] as const);
    return this.formats().relative.format(Math.trunc(seconds / size) || -1, unit);
  }
}

/** Milliseconds; in the time zone of the browser. */
function midnightOf(time: Date): number {
  return new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime();
}
