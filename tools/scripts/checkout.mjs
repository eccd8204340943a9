import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { problemOfFile } from './file-owners.mjs';

/** The root of this checkout, as an absolute path. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/**
 * Loads a compiled library. Only what was built can be loaded, therefore never with `import`.
 *
 * @param {string} path of its source below the root, with the ending of the result
 */
export function loadBuilt(path) {
  return createRequire(import.meta.url)(join(root, 'dist', path));
}

/** A failure whose message suffices for the user; no stack is shown. */
export class Failure extends Error {}

/**
 * Whether a module is the program that was started, and not imported by another.
 *
 * @param {string} url its `import.meta.url`
 */
export function isProgram(url) {
  return process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(url);
}

/**
 * Runs a program's work and reports its failure.
 *
 * @param {() => Promise<void>} work
 */
export async function runProgram(work) {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Failure ? error.message : (problemOfFile(error, [root]) ?? error));
    process.exitCode = 1;
  }
}
