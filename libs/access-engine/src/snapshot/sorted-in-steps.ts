import { OPERATIONS_PER_STEP, type Steps } from '../steps';

/**
 * Sorts in steps: a merge sort that starts with the ascending runs of the input, so that a nearly
 * sorted list, the usual case, takes few passes. The input may be modified.
 */
export function* sortedInSteps(
  values: Int32Array,
  compare: (a: number, b: number) => number,
): Steps<Int32Array> {
  let runs = yield* runsOf(values, compare);
  let source = values;
  let target: Int32Array = new Int32Array(runs.length > 2 ? values.length : 0);
  while (runs.length > 2) {
    const merged: number[] = [0];
    for (let run = 0; run + 1 < runs.length; run += 2) {
      const [from, middle, to] = [runs[run]!, runs[run + 1]!, runs[run + 2] ?? runs[run + 1]!];
      yield* merge({ source, target, from, middle, to }, compare);
      merged.push(to);
    }
    runs = merged;
    [source, target] = [target, source];
  }
  return source;
}

/** The boundaries of the ascending runs: 0, the start of each further run, and the length. */
function* runsOf(values: Int32Array, compare: (a: number, b: number) => number): Steps<number[]> {
  const runs = [0];
  for (let at = 1; at < values.length; at++) {
    if (at % OPERATIONS_PER_STEP === 0) yield 0;
    if (compare(values[at - 1]!, values[at]!) > 0) runs.push(at);
  }
  runs.push(values.length);
  return runs;
}

interface Merge {
  readonly source: Int32Array;
  readonly target: Int32Array;
  readonly from: number;
  readonly middle: number;
  readonly to: number;
}

function* merge(
  { source, target, from, middle, to }: Merge,
  compare: (a: number, b: number) => number,
): Steps<void> {
  let left = from;
  let right = middle;
  for (let at = from; at < to; at++) {
    if (at % OPERATIONS_PER_STEP === 0) yield 0;
    const takeLeft = left < middle && (right >= to || compare(source[left]!, source[right]!) <= 0);
    target[at] = source[takeLeft ? left++ : right++]!;
  }
}
