import { dayOf, endAfter, endOfDay, latestEnd, offeredAges, timeLeft } from './token-expiry';

const DAY = 86_400;
const year = { token_max_age: 365 * DAY, token_default_age: 90 * DAY };
const now = new Date('2026-11-27T08:00:00Z');

describe('the ends that are offered for a token', () => {
  it('are the usual ones up to the maximum of the deployment, and its default', () => {
    expect(offeredAges(year).map((seconds) => seconds / DAY)).toEqual([7, 30, 90, 180, 365]);
    expect(offeredAges({ token_max_age: 30 * DAY, token_default_age: 10 * DAY })).toEqual([
      7 * DAY,
      10 * DAY,
      30 * DAY,
    ]);
    expect(offeredAges({ token_max_age: 600, token_default_age: 600 })).toEqual([600]);
  });

  it('are within the maximum, also if the clock of the browser is some minutes ahead', () => {
    const apiNow = new Date(now.getTime() - 4 * 60_000);
    const end = endAfter(year.token_max_age, year, now);
    expect(end.getTime()).toBeLessThanOrEqual(apiNow.getTime() + year.token_max_age * 1000);
    expect(endAfter(7 * DAY, year, now)).toEqual(new Date('2026-12-04T08:00:00Z'));
  });

  it('stay in the future for the shortest maximum', () => {
    expect(latestEnd({ token_max_age: 60, token_default_age: 60 }, now) > now).toBe(true);
  });
});

describe('a day that is chosen as the last one', () => {
  const day = (days: number) => dayOf(new Date(now.getTime() + days * DAY * 1000));

  it('is included', () => {
    const end = endOfDay(day(3), year, now)!;
    expect(dayOf(end)).toBe(day(3));
    expect(dayOf(new Date(end.getTime() + 1000))).toBe(day(4));
  });

  it('ends with the maximum if that is on it', () => {
    const latest = latestEnd(year, now);
    expect(endOfDay(dayOf(latest), year, now)! <= latest).toBe(true);
  });

  it('is left to the API to refuse if it is later', () => {
    expect(endOfDay(day(400), year, now)! > latestEnd(year, now)).toBe(true);
  });

  it.each(['', '2026-13-01', 'tomorrow', '2026-11-01'])('is none if it is %p', (text) => {
    expect(endOfDay(text, year, now)).toBeUndefined();
  });
});

describe('what is left until an end', () => {
  it.each([
    ['2026-11-27T08:30:00Z', undefined],
    ['2026-11-27T10:30:00Z', { unit: 'hours', count: 2 }],
    ['2026-11-28T07:59:00Z', { unit: 'hours', count: 23 }],
    ['2026-12-07T09:00:00Z', { unit: 'days', count: 10 }],
  ])('until %s is in the largest unit', (end, left) => {
    expect(timeLeft(new Date(end), now)).toEqual(left);
  });
});
