import { retryDelay } from './backoff';

describe('the delay before the next attempt', () => {
  it('doubles with each attempt, up to an hour', () => {
    expect([1, 2, 3, 10, 11, 50].map((attempt) => retryDelay(attempt, 0))).toEqual([
      5, 10, 20, 2560, 3600, 3600,
    ]);
  });

  it('is shorter by up to a half at random', () => {
    expect([0.5, 1].map((random) => retryDelay(2, random))).toEqual([7.5, 5]);
  });
});
