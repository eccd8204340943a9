/** @typedef {import('../random.mjs').Random} Random */

const HOUR_MS = 3_600_000;
const HOURS_OF_A_DAY = 24;

/** How much happens in each hour of a day, from midnight (UTC). */
const BY_HOUR = [2, 1, 1, 1, 1, 2, 6, 20, 60, 95, 100, 95, 70, 85, 100, 95, 80, 50, 25, 15, 12, 9, 6, 4];
/** What a day of a weekend has of that. */
const WEEKEND_SHARE = 0.15;

/**
 * Times of events, ascending: most of them in working hours.
 *
 * @param {number} from in ms since 1970
 * @param {number} until
 * @param {number} count
 * @param {Random} random
 * @returns {number[]} in ms since 1970
 */
export function workingTimes(from, until, count, random) {
  const hours = Math.max(1, Math.floor((until - from) / HOUR_MS));
  /** @type {number[]} */
  const upTo = [];
  let total = 0;
  for (let hour = 0; hour < hours; hour += 1) {
    total += weightOf(new Date(from + hour * HOUR_MS));
    upTo.push(total);
  }
  const length = (until - from) / hours;
  const times = Array.from({ length: count }, () => {
    const hour = firstAbove(upTo, random.fraction() * total);
    return Math.floor(from + (hour + random.fraction()) * length);
  });
  return times.sort((one, other) => one - other);
}

/** @param {Date} time */
function weightOf(time) {
  const isWeekend = [0, 6].includes(time.getUTCDay());
  return (BY_HOUR[time.getUTCHours() % HOURS_OF_A_DAY] ?? 1) * (isWeekend ? WEEKEND_SHARE : 1);
}

/** @param {readonly number[]} sums ascending @param {number} value @returns {number} the index of the first one above it */
function firstAbove(sums, value) {
  let [low, high] = [0, sums.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
