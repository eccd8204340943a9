// The settings of npm on this machine, for the build: it may reach the registry only by them. They are mounted while a step runs
// and are not in its result.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './programs.mjs';

const CERTIFICATES = '/usr/local/etc/npm-certificates.pem';
const PUBLIC_REGISTRY = 'https://registry.npmjs.org/';

/**
 * Arguments of buildah that mount the settings and npm's cache.
 *
 * @param {string} work the folder for the files that are mounted
 * @returns {Promise<string[]>}
 */
export async function npmVolumes(work) {
  const { cache, ...settings } = await readSettings();
  const volumes = [];
  if (cache) {
    mkdirSync(cache, { recursive: true });
    volumes.push(`${cache}:/root/.npm`);
  }
  const { cafile, text } = npmrcOf(settings, process.env);
  if (cafile) volumes.push(`${cafile}:${CERTIFICATES}:ro`);
  if (text) {
    const file = join(work, 'npmrc');
    writeFileSync(file, text, { mode: 0o600 });
    volumes.push(`${file}:/root/.npmrc:ro`);
  }
  return volumes.flatMap((volume) => ['--volume', volume]);
}

async function readSettings() {
  const names = ['cache', 'userconfig', 'registry', 'cafile', 'proxy', 'https-proxy', 'noproxy'];
  const settings = /** @type {Record<string, string>} */ ({});
  for (const name of names) {
    const value = (await run('npm', ['config', 'get', name], { seconds: 60 })).trim();
    if (value && !['null', 'undefined'].includes(value)) settings[name] = value;
  }
  return settings;
}

/**
 * The npmrc of the build: that of the user, and settings that come from elsewhere.
 *
 * @param {Record<string, string>} settings
 * @param {Record<string, string | undefined>} environment
 * @returns {{ cafile?: string | undefined, text: string }}
 */
export function npmrcOf({ userconfig = '', registry, ...settings }, environment) {
  const own = existsSync(userconfig) ? readFileSync(userconfig, 'utf8') : '';
  const expanded = own.replaceAll(/\$\{(\w+)\}/g, (whole, name) => environment[name] ?? whole);
  const cafile = [settings['cafile'], environment['NODE_EXTRA_CA_CERTS']].find(
    (file) => file && existsSync(file),
  );
  /** @type {Record<string, string>} */
  const further = { ...settings, ...(cafile ? { cafile: CERTIFICATES } : {}) };
  if (registry && registry !== PUBLIC_REGISTRY) further['registry'] = registry;
  // The last line of a name applies.
  const lines = Object.entries(further).map(([name, value]) => `${name}=${value}\n`);
  return { cafile, text: [expanded.trim(), lines.join('')].filter(Boolean).join('\n') };
}
