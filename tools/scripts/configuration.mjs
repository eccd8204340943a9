import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Failure, loadBuilt, root } from './checkout.mjs';
import { problemOfFile } from './file-owners.mjs';

/** @typedef {Record<string, string | undefined>} Environment */

/**
 * What the launcher needs before it starts anything; the processes read the rest themselves.
 *
 * @typedef {object} Configuration
 * @property {string} dataDir absolute
 * @property {boolean} embedded whether the database is the embedded one
 * @property {string} listenHost
 * @property {number} port
 * @property {number} proxyPort
 * @property {string} publicUrl
 * @property {string} proxyPublicUrl
 * @property {import('../../libs/server/settings/src/index.js').Settings} settings all of them
 * @property {(name: string) => string | undefined} settingOf a setting's value from the environment or the settings file
 */

/**
 * Reads the settings with the code of API and proxy, so that mistakes are reported before anything is
 * started. Secrets that will be generated do not count as missing.
 *
 * @param {Environment} environment
 * @returns {Configuration}
 */
export function readConfiguration(environment) {
  /** @type {typeof import('../../libs/server/settings/src/index.js')} */
  const { InvalidSettings, loadSettings } = loadBuilt('libs/server/settings/src/index.js');
  const settingOf = valuesOf(environment);
  const embedded = settingOf('SVC_DB_URL') === undefined;
  const folderProblem = embedded ? problemOfFolder(settingOf('SVC_DATA_DIR') ?? './data') : undefined;
  try {
    const settings = loadSettings(embedded ? { ...environment, ...placeholders(settingOf) } : environment);
    if (folderProblem) throw new InvalidSettings([folderProblem]);
    const { listenHost, port, proxyPort, publicUrl, proxyPublicUrl } = settings;
    return {
      dataDir: resolve(root, settings.dataDir),
      embedded,
      listenHost,
      port,
      proxyPort,
      publicUrl,
      proxyPublicUrl,
      settings,
      settingOf,
    };
  } catch (error) {
    if (!(error instanceof InvalidSettings)) throw error;
    const problems = new Set([...error.problems, ...(folderProblem ? [folderProblem] : [])]);
    throw new Failure(new InvalidSettings([...problems]).message);
  }
}

/**
 * The environment of a program that needs settings for data only: without a database secrets need not be set.
 *
 * @param {Environment} environment
 * @returns {Environment}
 */
export function withoutDatabase(environment) {
  return { ...environment, SVC_DB_URL: undefined, SVC_DB_DIRECT_URL: undefined };
}

/**
 * The URL of the configured database on which a session is kept; undefined for the embedded one.
 *
 * @param {Environment} environment
 */
export function directUrlOf(environment) {
  const settingOf = valuesOf(environment);
  return settingOf('SVC_DB_DIRECT_URL') ?? settingOf('SVC_DB_URL');
}

/**
 * Creates a folder and those above it. Not with `recursive`, which never ends where a folder refuses new entries with ENOENT, as
 * /proc does.
 *
 * @param {string} path
 */
function makeFolder(path) {
  if (existsSync(path)) return;
  if (!existsSync(dirname(path))) makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

/**
 * Creates the data folder, which is only of use to its owner, and a folder in it that is removed again.
 *
 * @param {string} folder relative to the root
 * @returns {string | undefined} why it cannot be used
 */
function problemOfFolder(folder) {
  const path = resolve(root, folder);
  try {
    makeFolder(path);
    rmdirSync(mkdtempSync(join(path, '.writable-')));
    return undefined;
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    const found = `SVC_DATA_DIR names a folder that cannot be created or written (${code}): ${path}`;
    const problem = ['EACCES', 'EPERM'].includes(code ?? '') ? problemOfFile(error, [path]) : undefined;
    return problem ? `${found}. ${problem}` : found;
  }
}

/**
 * Values of settings, also before the first build: those of the settings file are known when its reader was built.
 *
 * @param {Environment} environment
 * @returns {Configuration['settingOf']}
 */
export function valuesOf(environment) {
  /** @type {ReadonlyMap<string, string>} */
  let file = new Map();
  try {
    if (environment['SVC_INI_FILE_PATH'])
      file = settingsFile(
        environment,
        loadBuilt('libs/server/settings/src/settings-file.js').parseSettingsFile,
      );
  } catch {
    // Not installed or built yet.
  }
  return (name) => environment[name]?.trim() || file.get(name)?.trim() || undefined;
}

/**
 * @param {Environment} environment
 * @param {(content: string) => ReadonlyMap<string, string>} parse
 * @returns {ReadonlyMap<string, string>}
 */
function settingsFile(environment, parse) {
  const path = environment['SVC_INI_FILE_PATH'];
  try {
    return path ? parse(readFileSync(path, 'utf8')) : new Map();
  } catch {
    // Reported with all other problems of the settings.
    return new Map();
  }
}

/**
 * Placeholders for the secrets that are generated later, by the only owner of the data folder.
 *
 * @param {Configuration['settingOf']} settingOf
 */
function placeholders(settingOf) {
  const made = { SVC_SECRET: 'x'.repeat(43), SVC_ADMIN_USER: 'admin', SVC_ADMIN_PASSWORD: 'x'.repeat(29) };
  return Object.fromEntries(Object.entries(made).filter(([name]) => settingOf(name) === undefined));
}
