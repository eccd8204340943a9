/** Ends that are offered, if the deployment allows them. */
const PRESET_DAYS = [7, 30, 90, 180, 365];

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The clock of the browser may be ahead of that of the API, which would refuse an end beyond the maximum. */
const CLOCK_MARGIN_MS = 300_000;

/** Seconds for which API tokens are valid in this deployment. */
export interface TokenAges {
  readonly token_max_age: number;
  readonly token_default_age: number;
}

/** How much is left of a period, in the largest unit that is not zero. */
export type TimeLeft = { readonly unit: 'days' | 'hours'; readonly count: number };

/** Seconds that are offered, ascending: those of the deployment, and what is usual within them. */
export function offeredAges({
  token_max_age: max,
  token_default_age: standard,
}: TokenAges): readonly number[] {
  const usual = PRESET_DAYS.map((days) => (days * DAY_MS) / 1000).filter((seconds) => seconds <= max);
  return [...new Set([...usual, standard])].sort((one, other) => one - other);
}

/** The latest end that the API accepts with certainty. */
export function latestEnd({ token_max_age: max }: TokenAges, now: Date): Date {
  return new Date(now.getTime() + max * 1000 - Math.min(CLOCK_MARGIN_MS, max * 100));
}

/** The end of a token that is valid for some seconds, at most the latest one. */
export function endAfter(seconds: number, ages: TokenAges, now: Date): Date {
  return earlier(new Date(now.getTime() + seconds * 1000), latestEnd(ages, now));
}

/** The end of a day in the time zone of the browser, such as `2027-02-25`; undefined if that is no day, or is over. */
export function endOfDay(day: string, ages: TokenAges, now: Date): Date | undefined {
  const end = new Date(`${day}T23:59:59`);
  if (Number.isNaN(end.getTime()) || end <= now) return undefined;
  const latest = latestEnd(ages, now);
  // The API says what is wrong with a day that is too late.
  return dayOf(latest) === day ? earlier(end, latest) : end;
}

/** A day as date fields have it, in the time zone of the browser. */
export function dayOf(time: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

/** What is left until an end; undefined within the last hour. */
export function timeLeft(end: Date, now: Date): TimeLeft | undefined {
  return partsOf(end.getTime() - now.getTime());
}

export function partsOf(milliseconds: number): TimeLeft | undefined {
  const days = Math.floor(milliseconds / DAY_MS);
  if (days > 0) return { unit: 'days', count: days };
  const hours = Math.floor(milliseconds / HOUR_MS);
  return hours > 0 ? { unit: 'hours', count: hours } : undefined;
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other;
}
