import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../checkout.mjs';
import { cacheFolder } from '../peers-python.mjs';
import { readCompose, variablesOf } from './compose.mjs';
import { run } from './programs.mjs';

/** The folder that is kept between runs. */
export function imagesFolder() {
  return join(cacheFolder(process.env), 'images');
}

/**
 * Opens the work folder, which is in memory and visible to this process and its children only.
 *
 * @returns {Promise<import('./storage.mjs').Folders>}
 */
export async function openWork() {
  const cache = imagesFolder();
  const work = join(cache, 'work');
  mkdirSync(work, { recursive: true });
  await run('mount', ['-t', 'tmpfs', '-o', 'mode=0755', 'tmpfs', work], { seconds: 10 });
  return { cache, work };
}

/** The variables of the file .env that a user makes of the example; secrets are new ones each time. */
export function exampleVariables() {
  const example = readFileSync(join(root, 'docker/example.env'), 'utf8');
  return variablesOf(example, () => randomBytes(24).toString('hex'));
}

/** @param {Record<string, string>} variables */
export function composeOfCheckout(variables = exampleVariables()) {
  const file = join(root, 'docker/compose.yaml');
  return readCompose(readFileSync(file, 'utf8'), file, variables);
}
