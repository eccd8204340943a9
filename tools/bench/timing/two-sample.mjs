// Whether two samples come from one distribution. Both tests are without assumptions about the shape of the distribution.

/**
 * Two-sided Mann–Whitney U test with correction for ties, by its normal approximation; for samples of more than 20.
 *
 * @param {readonly number[]} one
 * @param {readonly number[]} other
 * @returns {{ z: number, p: number }} `z` is positive if values of `one` tend to be larger
 */
export function mannWhitney(one, other) {
  const values = [
    ...one.map((value) => ({ value, isOne: true })),
    ...other.map((value) => ({ value, isOne: false })),
  ];
  values.sort((a, b) => a.value - b.value);
  let [rankSum, ties] = [0, 0];
  for (let at = 0; at < values.length;) {
    let end = at + 1;
    while (end < values.length && values[end].value === values[at].value) end += 1;
    const [rank, equal] = [(at + end + 1) / 2, end - at];
    for (let index = at; index < end; index += 1) if (values[index].isOne) rankSum += rank;
    ties += equal ** 3 - equal;
    at = end;
  }
  const [n, m, all] = [one.length, other.length, values.length];
  const u = rankSum - (n * (n + 1)) / 2;
  const variance = ((n * m) / 12) * (all + 1 - ties / (all * (all - 1)));
  const z = variance === 0 ? 0 : (u - (n * m) / 2) / Math.sqrt(variance);
  return { z, p: 2 * (1 - normal(Math.abs(z))) };
}

/**
 * Two-sample Kolmogorov–Smirnov test, with the asymptotic distribution of its statistic.
 *
 * @param {readonly number[]} one
 * @param {readonly number[]} other
 * @returns {{ d: number, p: number }} `d` is the largest distance of the two distribution functions
 */
export function kolmogorovSmirnov(one, other) {
  const [a, b] = [[...one].sort(byValue), [...other].sort(byValue)];
  let [i, j, d] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    const value = Math.min(a[i], b[j]);
    while (i < a.length && a[i] === value) i += 1;
    while (j < b.length && b[j] === value) j += 1;
    d = Math.max(d, Math.abs(i / a.length - j / b.length));
  }
  const size = Math.sqrt((a.length * b.length) / (a.length + b.length));
  const lambda = (size + 0.12 + 0.11 / size) * d;
  if (lambda < 0.2) return { d, p: 1 };
  let p = 0;
  for (let k = 1; k <= 100; k += 1) p += 2 * (-1) ** (k - 1) * Math.exp(-2 * k ** 2 * lambda ** 2);
  return { d, p: Math.min(1, Math.max(0, p)) };
}

/**
 * 99 % interval of the difference of the medians, by resampling.
 *
 * @param {readonly number[]} one
 * @param {readonly number[]} other
 * @param {number} rounds
 * @returns {{ low: number, high: number }}
 */
export function medianDifference(one, other, rounds = 2000) {
  const differences = Array.from({ length: rounds }, () => medianOfSample(one) - medianOfSample(other)).sort(
    byValue,
  );
  return { low: differences[Math.floor(rounds * 0.005)], high: differences[Math.ceil(rounds * 0.995) - 1] };
}

function medianOfSample(values) {
  const sample = Float64Array.from(
    { length: values.length },
    () => values[Math.floor(Math.random() * values.length)],
  );
  return sample.sort()[sample.length >> 1];
}

const byValue = (a, b) => a - b;

/** Distribution function of the standard normal distribution (Abramowitz and Stegun 7.1.26; error below 1.5e-7). */
function normal(x) {
  const t = 1 / (1 + (0.3275911 * x) / Math.SQRT2);
  const series =
    ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  return 1 - 0.5 * series * Math.exp((-x * x) / 2);
}
