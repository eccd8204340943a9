import { join } from 'node:path';
import { buildah } from './storage.mjs';

/**
 * Builds a stage of the Dockerfile. Steps whose inputs are unchanged come from the cache.
 *
 * @param {import('./storage.mjs').Folders} folders
 * @param {import('./compose.mjs').Build} build
 * @param {{ stage: string, image: string, volumes: readonly string[] }} target
 */
export async function build(folders, { context, dockerfile }, { stage, image, volumes }) {
  const file = join(context, dockerfile);
  const isolation = ['--isolation', 'chroot', '--ulimit', 'nofile=16384'];
  // The other format has no health checks.
  const format = ['--format', 'docker', '--layers', '--pull-never'];
  const source = ['--file', file, '--ignorefile', `${file}.dockerignore`];
  const args = [...isolation, ...format, ...source, ...volumes, '--target', stage, '--tag', image, context];
  await buildah(folders, ['build', ...args], { cwd: context, seconds: 900 });
}
