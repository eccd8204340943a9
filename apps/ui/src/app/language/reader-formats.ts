import { computed, inject, Injectable } from '@angular/core';
import { LanguageChoice } from './language-choice';

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
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
      relative: new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
      list: new Intl.ListFormat(locale),
    };
  });

  number(value: number): string {
    return this.formats().number.format(value);
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

  list(values: readonly string[]): string {
    return this.formats().list.format(values);
  }

  /** How long ago something was, or how far ahead it is, in the largest unit that fits. */
  ago(value: string | Date, now = new Date()): string {
    const seconds = (new Date(value).getTime() - now.getTime()) / 1000;
    const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? (['second', 1] as const);
    return this.formats().relative.format(Math.trunc(seconds / size), unit);
  }
}
