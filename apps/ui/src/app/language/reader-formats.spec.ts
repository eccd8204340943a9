import { TestBed } from '@angular/core/testing';
import { LOCALE } from './language';
import { ReaderFormats } from './reader-formats';

describe('how long ago something was', () => {
  const now = new Date('2026-11-22T08:00:00.000Z');
  const ago = (time: string, language: 'en' | 'fr') => {
    TestBed.configureTestingModule({
      providers: [{ provide: LOCALE, useValue: { language, locale: language } }],
    });
    return TestBed.inject(ReaderFormats).ago(time, now);
  };

  it.each([
    ['2026-11-22T08:00:00.000Z', '1 second ago', 'il y a 1 seconde'],
    ['2026-11-22T07:59:59.400Z', '1 second ago', 'il y a 1 seconde'],
    ['2026-11-22T08:00:00.400Z', '1 second ago', 'il y a 1 seconde'],
    ['2026-11-22T07:59:01.000Z', '59 seconds ago', 'il y a 59 secondes'],
    ['2026-11-22T07:58:30.000Z', '1 minute ago', 'il y a 1 minute'],
    ['2026-11-21T07:00:00.000Z', 'yesterday', 'hier'],
  ])('is said of %s in the largest unit, and never as “now”', (time, english, french) => {
    expect(ago(time, 'en')).toBe(english);
    TestBed.resetTestingModule();
    expect(ago(time, 'fr')).toBe(french);
  });
});

describe('a number of bytes', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [8_192, '8.19 kB'],
    [62_400_000, '62.4 MB'],
    [1_234_000_000, '1.23 GB'],
  ])('%d is written as %s', (bytes, text) => {
    TestBed.configureTestingModule({
      providers: [{ provide: LOCALE, useValue: { language: 'en', locale: 'en' } }],
    });
    expect(TestBed.inject(ReaderFormats).size(bytes)).toBe(text);
  });
});
