import { writeSync } from 'node:fs';
import { Failure } from '../checkout.mjs';

/** The file descriptor on which the results go to the program that started this one. */
const RESULTS = 3;

/** @typedef {{ name: string, passed: boolean } | { notRun: string }} Result */

/**
 * Runs a check and reports its result. A check that fails ends the program: those after it need it.
 *
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @param {(value: T) => string} [addition] to the name, once it has passed
 * @returns {Promise<T>}
 */
export async function check(name, work, addition = () => '') {
  const started = Date.now();
  try {
    const value = await work();
    console.log(`✓ ${name}${addition(value)} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
    report({ name, passed: true });
    return value;
  } catch (error) {
    console.log(`✗ ${name}: ${error instanceof Failure ? error.message : error}`);
    report({ name, passed: false });
    process.exit(1);
  }
}

/** @param {Result} result */
export function report(result) {
  writeSync(RESULTS, `${JSON.stringify(result)}\n`);
}

/**
 * @param {boolean} holds
 * @param {string} what
 */
export function expect(holds, what) {
  if (!holds) throw new Failure(`Not so: ${what}.`);
}
