import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Failure } from '../checkout.mjs';

/**
 * @typedef {object} Options
 * @property {string} [cwd]
 * @property {Record<string, string | undefined>} [env]
 * @property {number} seconds after which the program is killed
 * @property {boolean} [isShown] whether its output is passed on; otherwise it is only part of the failure
 */

/** How many of the last characters of the output a failure has. */
const SHOWN = 4_000;

/**
 * Runs a program to its end.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Options} options
 * @returns {Promise<string>} its standard output
 */
export async function run(command, args, { cwd, env = process.env, seconds, isShown = false }) {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { all: '', standard: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output.standard += text;
    output.all = (output.all + text).slice(-SHOWN);
    if (isShown) process.stdout.write(text);
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    output.all = (output.all + text).slice(-SHOWN);
    if (isShown) process.stderr.write(text);
  });
  const problem = await endOf(child, seconds);
  if (problem) throw new Failure(`${[command, ...args].join(' ')}: ${problem}\n${output.all.trimEnd()}`);
  return output.standard;
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} seconds
 * @returns {Promise<string | undefined>} what is wrong with its end
 */
function endOf(child, seconds) {
  return new Promise((resolve) => {
    const limit = setTimeout(() => {
      // What it has started may keep its output open, and is stopped with the namespace.
      child.kill('SIGKILL');
      resolve(`not finished after ${seconds} s`);
    }, seconds * 1000);
    const settle = (/** @type {string | undefined} */ problem) =>
      (clearTimeout(limit), resolve(problem));
    child.once('error', ({ message }) => settle(message));
    child.once('close', (code, signal) => settle(code === 0 ? undefined : (signal ?? `exit code ${code}`)));
  });
}

/** Debian installs servers in folders that are only in the PATH of the administrator. */
const FOLDERS = ['/usr/local/sbin', '/usr/sbin', '/sbin'];

/**
 * @param {readonly string[]} names
 * @returns {string[]} those that are not installed
 */
export function missingPrograms(names) {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter).filter(Boolean), ...FOLDERS];
  return names.filter((name) => !folders.some((folder) => existsSync(join(folder, name))));
}
