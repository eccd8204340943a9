// What is in an image: its runtime files, and nothing of the build.
import { existsSync, lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { join, relative } from 'node:path';

/** @typedef {{ packages: Record<string, { dev?: boolean, devOptional?: boolean, optional?: boolean, link?: boolean }> }} Lock */

/** The folder of Gatehouse in the images. */
const FOLDER = 'app';
/** Kinds of files that the server executes, renders or serves. */
const RUNTIME = /\.(?:[cm]?js|hbs|html|css|svg|txt|json|woff2|png|ico)(?:\.(?:br|gz))?$/;
/** Manual pages of the command line. */
const MANUAL = /^dist\/apps\/cli\/package\/man\/[a-z_-]+\.1$/;
const OF_TESTS = /(?:^|\/)(?:testing|fixtures|e2e|system-e2e)\/|[.-](?:spec|fixture|harness)\./;
/** Packages of the console, which is bundled. */
const OF_CONSOLE = /^node_modules\/(?:@angular|@jsverse)\//;

/**
 * What does not belong into an image.
 *
 * @param {string} rootfs of the image
 * @param {string} base that of the image on which it is based
 * @param {Lock} lock
 * @param {readonly string[]} apps those that it contains, as paths below dist
 * @param {Readonly<Record<string, string>>} [links] to programs in the folder of Gatehouse, by their paths
 * @returns {string[]} one line for each complaint
 */
export function complaintsAbout(rootfs, base, lock, apps, links = {}) {
  return [
    ...Object.entries(links)
      .filter(([path, target]) => !isLink(join(rootfs, path), target) || !isProgram(join(rootfs, target)))
      .map(([path, target]) => `${path} is no link to the program ${target}`),
    ...changesOf(rootfs, base, Object.keys(links)).map(
      (path) => `${path} is not of the base and not in /${FOLDER}`,
    ),
    ...complaintsAboutFiles(join(rootfs, FOLDER), apps),
    ...complaintsAboutPackages(join(rootfs, FOLDER), lock),
  ];
}

/**
 * @param {string} path
 * @param {string} target
 */
function isLink(path, target) {
  return statOf(path)?.isSymbolicLink() === true && readlinkSync(path) === target;
}

/** @param {string} path */
function isProgram(path) {
  return ((statOf(path)?.mode ?? 0) & 0o111) === 0o111;
}

/**
 * @param {string} rootfs
 * @param {string} base
 * @param {readonly string[]} links
 */
function changesOf(rootfs, base, links) {
  return filesBelow(rootfs, (path) => path === FOLDER).filter((path) => {
    if (links.includes(path)) return false;
    const [one, other] = [rootfs, base].map((folder) => statOf(join(folder, path)));
    return !other || one?.size !== other.size || one.mode !== other.mode || one.mtimeMs !== other.mtimeMs;
  });
}

/** @param {string} path */
function statOf(path) {
  return lstatSync(path, { throwIfNoEntry: false });
}

/**
 * @param {string} folder of Gatehouse
 * @param {readonly string[]} apps
 */
function complaintsAboutFiles(folder, apps) {
  const allowed = new Set(['dist/libs', ...apps].map((path) => path.split('/')));
  const isExpected = (/** @type {string} */ path) =>
    [...allowed].some((parts) => parts.every((part, index) => path.split('/')[index] === part));
  return filesBelow(folder, (path) => path === 'node_modules').flatMap((path) => {
    if (!isExpected(path) || !(RUNTIME.test(path) || MANUAL.test(path)))
      return [`${path} is not a runtime file`];
    if (OF_TESTS.test(path)) return [`${path} belongs to the tests`];
    const { uid, mode } = lstatSync(join(folder, path));
    return uid === 0 && (mode & 0o022) === 0 ? [] : [`${path} can be changed by the user of the image`];
  });
}

/**
 * @param {string} folder
 * @param {Lock} lock
 */
function complaintsAboutPackages(folder, { packages }) {
  const wanted = new Set(
    Object.entries(packages)
      .filter(
        ([path, { dev, devOptional, optional, link }]) => path && !dev && !devOptional && !optional && !link,
      )
      .map(([path]) => path)
      .filter((path) => path.startsWith('node_modules/') && !OF_CONSOLE.test(path)),
  );
  const found = new Set(packagesBelow(folder, ''));
  return [
    ...[...found].filter((path) => !wanted.has(path)).map((path) => `${path} is not needed at run time`),
    ...[...wanted].filter((path) => !found.has(path)).map((path) => `${path} is missing`),
  ];
}

/**
 * @param {string} folder
 * @param {string} path of a package below the folder
 * @returns {string[]} the packages in its node_modules, with those in theirs
 */
function packagesBelow(folder, path) {
  const modules = join(path, 'node_modules');
  if (!existsSync(join(folder, modules))) return [];
  const names = readdirSync(join(folder, modules))
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(folder, modules, name)).map((one) => join(name, one)) : [name],
    );
  return names.flatMap((name) => [join(modules, name), ...packagesBelow(folder, join(modules, name))]);
}

/**
 * @param {string} folder
 * @param {(path: string) => boolean} isLeftOut whether a folder is not entered
 * @returns {string[]} paths of everything but folders, relative to the folder
 */
export function filesBelow(folder, isLeftOut = () => false) {
  /** @type {(path: string) => string[]} */
  const visit = (path) =>
    readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
      const child = join(path, entry.name);
      if (!entry.isDirectory()) return [relative(folder, child)];
      return isLeftOut(relative(folder, child)) ? [] : visit(child);
    });
  return visit(folder);
}

/**
 * @param {string} folder
 * @returns {number} MB (10⁶ bytes)
 */
export function sizeOf(folder) {
  const bytes = filesBelow(folder).reduce((sum, path) => sum + lstatSync(join(folder, path)).size, 0);
  return bytes / 1e6;
}
