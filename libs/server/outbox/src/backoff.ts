/** Seconds before the second attempt, on average three quarters of it. */
const FIRST_SECONDS = 5;
const MAX_SECONDS = 3600;

/**
 * Seconds to wait after a failed attempt (from 1): twice as many after each, at most an hour, less up to a half at random, so
 * that messages which failed together are not repeated together. `random` is from 0 to 1.
 */
export function retryDelay(attempt: number, random: number): number {
  const longest = Math.min(MAX_SECONDS, FIRST_SECONDS * 2 ** (attempt - 1));
  return longest * (1 - random / 2);
}
