import { randomBytes, randomInt } from 'node:crypto';
import { chmod, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * The secrets that Gatehouse generates on the embedded database, by the names of their settings.
 *
 * @typedef {{ SVC_SECRET?: string, SVC_ADMIN_USER?: string, SVC_ADMIN_PASSWORD?: string }} Secrets
 */

/** @type {readonly (keyof Secrets)[]} */
const NAMES = ['SVC_SECRET', 'SVC_ADMIN_USER', 'SVC_ADMIN_PASSWORD'];

/** Letters and digits that cannot be confused. */
const LEGIBLE = 'abcdefghjkmnpqrstuvwxyz23456789';

/** @type {Record<keyof Secrets, () => string>} */
const make = {
  // 256 bits.
  SVC_SECRET: () => randomBytes(32).toString('base64url'),
  SVC_ADMIN_USER: () => 'admin',
  // 25 characters of 31: about 124 bits, in groups that can be copied by hand.
  SVC_ADMIN_PASSWORD: () =>
    Array.from({ length: 5 }, () =>
      Array.from({ length: 5 }, () => LEGIBLE[randomInt(LEGIBLE.length)]).join(''),
    ).join('-'),
};

/**
 * Values for those of the secrets that are not set. They are kept in a file that only its owner can read; the ones that
 * are missing there are generated and added. Called by the only owner of the data folder. Reference: sessions#secrets.
 *
 * @param {string} file
 * @param {(name: string) => string | undefined} settingOf the operator's value, which overrides a generated one
 * @returns {Promise<{ secrets: Secrets, passwordToShow: string | undefined }>} `passwordToShow` is a password that
 *   was generated and has not been shown yet
 */
export async function loadSecrets(file, settingOf) {
  const { passwordShown, ...kept } = await read(file);
  const missing = NAMES.filter((name) => !settingOf(name));
  const made = missing.filter((name) => !kept[name]);
  /** @type {Secrets} */
  const all = { ...kept, ...Object.fromEntries(made.map((name) => [name, make[name]()])) };
  const shown = passwordShown === true && !made.includes('SVC_ADMIN_PASSWORD');
  if (made.length > 0) await write(file, { ...all, passwordShown: shown });

  const secrets = Object.fromEntries(missing.map((name) => [name, all[name]]));
  return { secrets, passwordToShow: shown ? undefined : secrets['SVC_ADMIN_PASSWORD'] };
}

/**
 * Records that the generated password was shown; it is not shown again.
 *
 * @param {string} file
 */
export async function notePasswordShown(file) {
  await write(file, { ...(await read(file)), passwordShown: true });
}

/**
 * @param {string} file
 * @returns {Promise<Secrets & { passwordShown?: boolean }>}
 */
async function read(file) {
  const text = await readFile(file, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return {};
  // A copy or a restored backup may have lost the mode.
  await chmod(file, 0o600);
  return JSON.parse(text);
}

/**
 * Writes the file atomically, also in case of a power failure.
 *
 * @param {string} file
 * @param {Secrets & { passwordShown: boolean }} content
 */
async function write(file, content) {
  const aside = await open(`${file}.new`, 'w', 0o600);
  try {
    await aside.chmod(0o600);
    await aside.writeFile(`${JSON.stringify(content, undefined, 2)}\n`);
    await aside.sync();
  } finally {
    await aside.close();
  }
  await rename(`${file}.new`, file);
  const folder = await open(dirname(file), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
