// Images and layers of this check, in a folder of its own: those of the machine's users are neither used nor changed.
import { join } from 'node:path';
import { run } from './programs.mjs';

/** @typedef {{ cache: string, work: string }} Folders kept between runs; in memory and gone with the process */

/**
 * Runs buildah.
 *
 * @param {Folders} folders
 * @param {readonly string[]} args
 * @param {Partial<import('./programs.mjs').Options>} options
 */
export function buildah({ cache, work }, args, options = {}) {
  const storage = ['--root', join(cache, 'storage'), '--runroot', join(work, 'storage')];
  return run('buildah', [...storage, ...args], { seconds: 120, ...options });
}

/**
 * The file system of an image, with a writable layer that is removed after use.
 *
 * @template T
 * @param {Folders} folders
 * @param {string} image
 * @param {(rootfs: string) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withImage(folders, image, use) {
  const container = (await buildah(folders, ['from', '--pull-never', image])).trim();
  try {
    return await use((await buildah(folders, ['mount', container])).trim());
  } finally {
    await buildah(folders, ['rm', container]);
  }
}

/**
 * @typedef {object} ImageConfig
 * @property {string} User
 * @property {string} WorkingDir
 * @property {string[]} Env
 * @property {string[] | null} Entrypoint
 * @property {string[] | null} Cmd
 * @property {string} [StopSignal]
 * @property {HealthCheck} [Healthcheck]
 */
/** @typedef {{ Test: string[], Interval?: number, Timeout?: number, StartPeriod?: number, Retries?: number }} HealthCheck times in ns */

/**
 * @param {Folders} folders
 * @param {string} image
 * @returns {Promise<ImageConfig>}
 */
export async function configOf(folders, image) {
  return JSON.parse(await buildah(folders, ['inspect', '--type', 'image', image])).Docker.config;
}

/**
 * Removes containers of an interrupted run, and layers that no image with a name needs.
 *
 * @param {Folders} folders
 */
export async function tidy(folders) {
  await buildah(folders, ['rm', '--all']);
  await buildah(folders, ['rmi', '--prune']);
}
