import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Failure, loadBuilt, root } from './checkout.mjs';

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
  /** @type {typeof import('../../libs/server/settings/src/settings-file.js')} */
  const { parseSettingsFile } = loadBuilt('libs/server/settings/src/settings-file.js');

  const file = settingsFile(environment, parseSettingsFile);
  /** @param {string} name */
  const settingOf = (name) => environment[name]?.trim() || file.get(name)?.trim() || undefined;
  const embedded = settingOf('SVC_DB_URL') === undefined;
  try {
    const settings = loadSettings(embedded ? { ...environment, ...placeholders(settingOf) } : environment);
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
    throw error instanceof InvalidSettings ? new Failure(error.message) : error;
  }
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
