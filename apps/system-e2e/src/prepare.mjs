// Finds the browser that the tests drive and names it in SVC_TEST_CHROMIUM, where the processes of the tests find it. It is an ECMAScript module because the last resort is one.
import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installPackages } from '../../../tools/scripts/install.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

export default async function prepare() {
  process.env['SVC_TEST_CHROMIUM'] ??= installedChromium() ?? (await packagedChromium());
  const browser = process.env['SVC_TEST_CHROMIUM'];
  // The version differs between machines, and with it what pages get to see.
  const version = execFileSync(browser, ['--version'], { encoding: 'utf8' }).trim();
  process.stderr.write(`Browser tests run in ${version} (${browser}).\n`);
}

/** A browser of the system's own. */
function installedChromium() {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable);
}

/**
 * The headless browser of an npm package, for machines without one. It is installed only for these tests, by the lock file
 * of this project, and unpacked into the temporary folder: here and not in the tests, since two of them would unpack over
 * each other.
 */
async function packagedChromium() {
  installPackages(join(import.meta.dirname, '..'));
  const { default: chromium } = await import('@sparticuz/chromium');
  return chromium.executablePath();
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
