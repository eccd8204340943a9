// One build at a time in a checkout: builds replace what they have built, also where it is the same.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { root } from './checkout.mjs';

const LOCK = join(root, '.cache/build.lock');
const PAUSE_MS = 100;
/** A lock without the number of a process was left by one that ended at once. */
const UNNAMED_MS = 5_000;
/** No build takes so long: the number of an ended process is that of another one by now. */
const FORGOTTEN_MS = 3_600_000;

/**
 * Works while no other process builds in this checkout. What ends without releasing the lock does not prevent others.
 *
 * @template Result
 * @param {() => Result} work
 * @param {string} [lock] its file; set by tests only
 * @returns {Result}
 */
export function withBuildLock(work, lock = LOCK) {
  acquire(lock);
  try {
    return work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** @param {string} lock */
function acquire(lock) {
  mkdirSync(dirname(lock), { recursive: true });
  for (let isTold = false; ;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      return;
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    }
    const holder = holderOf(lock);
    if (holder === 'ended') {
      rmSync(lock, { force: true });
      continue;
    }
    if (!isTold && holder !== undefined) {
      console.error(`Waiting for another build in this checkout (process ${holder})…`);
      isTold = true;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
}

/**
 * @param {string} lock
 * @returns {number | 'ended' | undefined} undefined: the lock is just made or released
 */
function holderOf(lock) {
  try {
    const [age, text] = [Date.now() - statSync(lock).mtimeMs, readFileSync(lock, 'utf8')];
    if (text === '') return age > UNNAMED_MS ? 'ended' : undefined;
    return age < FORGOTTEN_MS && isRunning(Number(text)) ? Number(text) : 'ended';
  } catch {
    return undefined;
  }
}

/** @param {number} id */
function isRunning(id) {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
