// Files that this account cannot use: whose they are, and what to do.
import { execFileSync } from 'node:child_process';
import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { dirname, join, parse, relative, sep } from 'node:path';

/** @typedef {NodeJS.ErrnoException} FileError */

/**
 * Whether this account may write to a file or folder.
 *
 * @param {string} path
 */
export function isWritable(path) {
  return isAccessible(path, constants.W_OK);
}

/**
 * @param {string} path
 * @param {number} mode
 */
function isAccessible(path, mode) {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

/**
 * A file or folder, if it belongs to another account and this one cannot write it.
 *
 * @param {string} path
 * @returns {string | undefined}
 */
export function ofAnother(path) {
  const owner = ownerOf(path);
  return owner === undefined || owner === process.geteuid?.() || isWritable(path) ? undefined : path;
}

/**
 * The same for a folder with all that it contains, such as what one start by root has left in the checkout of a user.
 *
 * @param {string} folder it may not exist
 * @returns {string | undefined} the first of them
 */
export function firstOfAnother(folder) {
  if (ownerOf(folder) === undefined) return undefined;
  const found = ofAnother(folder);
  if (found !== undefined) return found;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const inside = entry.isDirectory() ? firstOfAnother(path) : entry.isFile() ? ofAnother(path) : undefined;
    if (inside !== undefined) return inside;
  }
  return undefined;
}

/**
 * What a failed access to a file means for the operator: whose file it is, and the remedy; or the state of its disk.
 *
 * @param {unknown} error
 * @param {readonly string[]} areas folders of Gatehouse: the remedy is for the whole of the one that has the file
 * @returns {string | undefined} undefined for any other error
 */
export function problemOfFile(error, areas = []) {
  if (!(error instanceof Error)) return undefined;
  const { code, path } = /** @type {FileError} */ (error);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `There is no space left on the disk${path ? ` of ${path}` : ''} (${code}). Make room, and start again.`;
  if (!path || !['EACCES', 'EPERM', 'EROFS'].includes(code ?? '')) return undefined;
  if (code === 'EROFS') return `${path} is on a file system that can only be read (${code}).`;
  const obstacle = inaccessible(path);
  if (obstacle === path || areas.some((area) => isInside(obstacle, area))) return withOwner(obstacle, areas);
  return aboveArea(obstacle, areas.find((area) => isInside(path, area) || isInside(area, path)) ?? path);
}

/**
 * What to do about a folder above those of Gatehouse. It is never to be given away: other programs have their files there.
 *
 * @param {string} above a folder that exists
 * @param {string} folder the one of Gatehouse
 */
function aboveArea(above, folder) {
  const [owner, me] = [accountOf(above), accountName(process.geteuid?.() ?? -1)];
  return isAccessible(above, constants.X_OK)
    ? `${folder} does not exist, and this account, ${me}, cannot create it in ${above}, which belongs to ${owner}. ` +
        `Create it (sudo install -d -m 700 -o ${me} ${quoted(folder)}), or start Gatehouse as ${owner}.`
    : `${above} belongs to ${owner}, and this account, ${me}, cannot enter it. ` +
        `Use a folder elsewhere, or start Gatehouse as ${owner}.`;
}

/**
 * Names the owner of a file that this account cannot use, and the remedy.
 *
 * @param {string} path
 * @param {readonly string[]} areas
 */
export function withOwner(path, areas = []) {
  const [owner, me] = [ownerOf(path), process.geteuid?.() ?? -1];
  if (owner === undefined || owner === me)
    return `${path} cannot be used by its owner, ${accountName(me)}: its mode does not allow it (chmod -R u+rwX).`;
  const area = areas.find((one) => isInside(path, one)) ?? path;
  return (
    `${path} belongs to ${accountName(owner)}, and this account, ${accountName(me)}, cannot use it. ` +
    `Give it to this account (sudo chown -R ${accountName(me)} ${quoted(area)}), or start Gatehouse as ${accountName(owner)}.`
  );
}

/**
 * What is in the way of a path: the first folder above it that this account may not enter, else the folder that would have it,
 * else itself.
 *
 * @param {string} path
 */
function inaccessible(path) {
  const { root } = parse(path);
  let at = root;
  for (const name of path.slice(root.length).split(sep)) {
    if (ownerOf(at) === undefined || !isAccessible(at, constants.X_OK)) return at;
    at = join(at, name);
  }
  return ownerOf(at) === undefined ? dirname(at) : at;
}

/**
 * @param {string} path
 * @returns {number | undefined} undefined where there is no such file
 */
function ownerOf(path) {
  try {
    return statSync(path).uid;
  } catch {
    return undefined;
  }
}

/** The name of the account that a file belongs to. @param {string} path */
export function accountOf(path) {
  return accountName(ownerOf(path) ?? -1);
}

/** @param {number} uid */
function accountName(uid) {
  try {
    return execFileSync('id', ['-nu', String(uid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return String(uid);
  }
}

/**
 * @param {string} path
 * @param {string} folder
 */
function isInside(path, folder) {
  const below = relative(folder, path);
  return below === '' || (!below.startsWith('..') && parse(below).root === '');
}

/** As a word of a shell. @param {string} path */
function quoted(path) {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
