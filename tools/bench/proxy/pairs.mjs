// Ratios of two measurements that are taken in neighbouring pairs, since the speed of a machine drifts.

/** Rounds of both before the first pair: code is compiled in them. */
const WARM_UP = 3;

/** @typedef {{ low: number, mean: number, high: number }} Interval */

/**
 * The first measurement divided by the second one: geometric mean of pairs in alternating order, and its 95 % interval.
 *
 * @param {number} pairs
 * @param {() => Promise<number>} first
 * @param {() => Promise<number>} second
 * @returns {Promise<Interval>}
 */
export async function ratioOfPairs(pairs, first, second) {
  for (let round = 0; round < WARM_UP; round += 1) {
    await first();
    await second();
  }
  const logarithms = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    if (pair % 2 === 0) {
      const measured = await first();
      logarithms.push(Math.log(measured / (await second())));
    } else {
      const measured = await second();
      logarithms.push(Math.log((await first()) / measured));
    }
  }
  return intervalOf(logarithms);
}

/** @param {Interval} interval @param {number} target for its lower end */
export function described({ low, mean, high }, target) {
  const verdict = low >= target ? 'met' : 'MISSED';
  return `${mean.toFixed(3)} (95 %: ${low.toFixed(3)} to ${high.toFixed(3)}), lower end ≥ ${target}: ${verdict}`;
}

/** Geometric mean of ratios and its 95 % interval, by Student's t. @param {number[]} logarithms @returns {Interval} */
function intervalOf(logarithms) {
  const count = logarithms.length;
  const mean = logarithms.reduce((sum, one) => sum + one, 0) / count;
  const variance = logarithms.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (count - 1);
  const margin = studentT(count - 1) * Math.sqrt(variance / count);
  return { low: Math.exp(mean - margin), mean: Math.exp(mean), high: Math.exp(mean + margin) };
}

/** Quantile 0.975 of Student's t (Cornish-Fisher expansion; error below 0.5 % from 5 degrees of freedom on). @param {number} df */
function studentT(df) {
  const z = 1.959964;
  return z + (z ** 3 + z) / (4 * df) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * df ** 2);
}
