// Times of single calls, for the measurements of the access engine.

export const median = (values) => percentile(values, 0.5);
export function percentile(values, share) {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/** What reading the clock costs, in nanoseconds. */
export function clockCost() {
  const costs = new Float64Array(100_000);
  for (let at = 0; at < costs.length; at++) {
    const from = process.hrtime.bigint();
    costs[at] = Number(process.hrtime.bigint() - from);
  }
  return median(costs);
}

/** The time of each call in nanoseconds, less the clock's own. */
export function timesOf(questions, ask, before = () => {}) {
  const clock = clockCost();
  return questions.map((question) => {
    before();
    const from = process.hrtime.bigint();
    ask(question);
    return Number(process.hrtime.bigint() - from) - clock;
  });
}

export const spread = (times) => ({
  p50: percentile(times, 0.5),
  p99: percentile(times, 0.99),
});
