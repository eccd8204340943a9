// A stand-in for the public image of Node, which is Debian with Node and npm: made from Debian's packages and those of the npm
// registry, and kept until its parts change.
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './programs.mjs';
import { buildah } from './storage.mjs';

/** The npm of Node 24 has this major version. */
const NPM = '11.21.2';

/** The start program of the public image: it becomes the program that it is given. */
const ENTRYPOINT = '#!/bin/sh\nset -e\nexec "$@"\n';

/**
 * Makes the base unless it exists, with the name by which the Dockerfile refers to it.
 *
 * @param {import('./storage.mjs').Folders} folders
 * @param {import('./dockerfile.mjs').Base} base
 * @returns {Promise<boolean>} whether it was made
 */
export async function makeBase(folders, { image, node, suite }) {
  const name = `docker.io/library/${image}`;
  const made = `localhost/gatehouse-base:${keyOf(image)}`;
  const names = await buildah(folders, ['images', '--format', '{{.Name}}:{{.Tag}}']);
  if (names.split('\n').includes(made)) return false;
  const rootfs = join(folders.cache, 'base');
  rmSync(rootfs, { recursive: true, force: true });
  try {
    await run('debootstrap', ['--variant=minbase', suite, rootfs], { seconds: 400 });
    // As in the public image.
    await run('chroot', [rootfs, 'apt-get', 'clean'], { seconds: 30 });
    rmSync(join(rootfs, 'var/lib/apt/lists'), { recursive: true, force: true });
    const user = ['--uid', '1000', '--user-group', '--create-home', '--shell', '/bin/bash', 'node'];
    await run('chroot', [rootfs, 'useradd', ...user], { seconds: 30 });
    await addNode(folders, rootfs, node);
    await commit(folders, rootfs, [name, made]);
  } finally {
    rmSync(rootfs, { recursive: true, force: true });
  }
  return true;
}

/** @param {string} image */
function keyOf(image) {
  return createHash('sha256')
    .update(image)
    .update(process.arch)
    .update(readFileSync(fileURLToPath(import.meta.url)))
    .digest('hex')
    .slice(0, 16);
}

/**
 * @param {import('./storage.mjs').Folders} folders
 * @param {string} rootfs
 * @param {string} version
 */
async function addNode({ work }, rootfs, version) {
  const packages = join(work, 'node');
  mkdirSync(packages);
  const args = [
    'install',
    '--prefix',
    packages,
    '--no-save',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--silent',
  ];
  const node = `node-linux-${process.arch}`;
  await run('npm', [...args, `${node}@${version}`, `npm@${NPM}`], { cwd: packages, seconds: 300 });
  const local = join(rootfs, 'usr/local');
  cpSync(join(packages, 'node_modules', node, 'bin/node'), join(local, 'bin/node'));
  cpSync(join(packages, 'node_modules/npm'), join(local, 'lib/node_modules/npm'), { recursive: true });
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, 'bin', name));
  writeFileSync(join(local, 'bin/docker-entrypoint.sh'), ENTRYPOINT);
  chmodSync(join(local, 'bin/docker-entrypoint.sh'), 0o755);
  rmSync(packages, { recursive: true });
}

/**
 * @param {import('./storage.mjs').Folders} folders
 * @param {string} rootfs
 * @param {string[]} names
 */
async function commit(folders, rootfs, names) {
  const container = (await buildah(folders, ['from', 'scratch'])).trim();
  const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  await buildah(folders, ['add', '--quiet', container, rootfs, '/'], { seconds: 300 });
  await buildah(folders, [
    ...['config', '--env', `PATH=${path}`, '--entrypoint', '["docker-entrypoint.sh"]', '--cmd', 'node'],
    container,
  ]);
  const [name = '', ...others] = names;
  await buildah(folders, ['commit', '--quiet', '--format', 'docker', '--rm', container, name], {
    seconds: 300,
  });
  await buildah(folders, ['tag', name, ...others]);
}
