// npm run screenshots: starts Gatehouse with sample data and saves a screenshot of every page of the console, and of
// their states, to test-output/console, each in the light and the dark theme and at the width of a phone. With --documented,
// saves only those that the documentation shows, to docs/console.
//
//   node tools/scripts/console-screenshots.mjs [--documented] [--only users] [--variants light,phone] [--locale fr]
//     [--out test-output/console] [--png]
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { spawn } from 'node:child_process';
import { chromium } from 'playwright-core';
import { SMTPServer } from 'smtp-server';
import { build } from './build.mjs';
import { Failure, isProgram, root, runProgram } from './checkout.mjs';
import { addSynchronized, startCatalog } from './console/catalog.mjs';
import { addFederation, addFiles, addRegistrations, pagesOf, sampleOf } from './console/pages.mjs';
import { statesOf } from './console/states.mjs';
import { installWhenNeeded } from './install.mjs';

/** Password of all accounts of the sample data. */
const PASSWORD = 'sample-data-of-screenshots';
/** What the documentation shows: names of pages or states, each with its variant. */
const DOCUMENTED = [
  'home-light',
  'permission-grid-light',
  'permission-grid-dark',
  'grid-explanation-light',
  'grid-review-light',
  'grid-conflict-light',
  'request-tester-result-light',
  'access-list-light',
  'service-light',
  'service-synchronization-changes-light',
  'configuration-plan-light',
  'imports-report-light',
  'audit-light',
  'users-phone',
  'sign-in-light',
];

/** @typedef {import('playwright-core').Browser} Browser */

const FORMATS = /** @type {const} */ ({ webp: { format: 'webp', quality: 85 }, png: { format: 'png' } });

const MAX_VARIANTS = /** @type {const} */ ([
  { name: 'light', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  { name: 'phone', colorScheme: 'light', viewport: { width: 360, height: 740 } },
]);

/** A port that is free at the moment. @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}

/** Runs a program of this checkout to its end. @param {readonly string[]} args @param {NodeJS.ProcessEnv} env */
function run(args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] });
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0 ? resolve(undefined) : reject(new Failure(`${args[0]} failed with ${code}.`)),
    );
  });
}

/** A mail server that accepts all mails and keeps none. */
async function startMailServer() {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (content, _, done) => content.on('end', done).resume(),
  });
  const port = await freePort();
  await new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(undefined)));
  return { port, stop: () => new Promise((resolve) => server.close(() => resolve(undefined))) };
}

/** A running Gatehouse with sample data in a temporary folder. */
async function startWithSampleData() {
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-screenshots-'));
  const [port, proxyPort] = await Promise.all([freePort(), freePort()]);
  const mail = await startMailServer();
  const catalog = await startCatalog();
  const url = `http://localhost:${port}`;
  const env = {
    ...process.env,
    SVC_DATA_DIR: dataDir,
    SVC_PORT: String(port),
    SVC_PROXY_PORT: String(proxyPort),
    SVC_URL: url,
    SVC_ADMIN_USER: 'admin',
    SVC_ADMIN_PASSWORD: PASSWORD,
    SVC_LOG_LEVEL: 'error',
    SVC_BCRYPT_COST: '4',
    SVC_GITHUB_CLIENT_ID: 'gatehouse',
    SVC_GITHUB_CLIENT_SECRET: 'secret of screenshots',
    SVC_CONTACT: 'help@example.org',
    SVC_SMTP_HOST: '127.0.0.1',
    SVC_SMTP_FROM: 'gatehouse@example.org',
    SVC_SMTP_PORT: String(mail.port),
    SVC_USER_REGISTRATION_ENABLED: 'true',
    SVC_USER_REGISTRATION_APPROVAL_ENABLED: 'true',
    SVC_USER_REGISTRATION_APPROVAL_EMAIL_RECIPIENT: 'approvers@example.org',
    SVC_NETWORK_ENABLED: 'true',
    SVC_NETWORK_INSTANCE_NAME: 'hydro',
    SVC_NETWORK_PEM_FILES: join(dataDir, 'network-key.pem'),
    SVC_NETWORK_CREATE_MISSING_PEM_FILE: 'true',
    SVC_OUTGOING_ALLOWED: 'localhost',
  };
  await run(['tools/scripts/seed.mjs', '--size', 'small', '--password', PASSWORD], env);
  const system = spawn(process.execPath, ['apps/system-e2e/src/launch-built.mjs'], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise((resolve) => system.on('exit', resolve));
  const stop = async () => {
    system.kill('SIGINT');
    await ended;
    await mail.stop();
    await catalog.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  for (const end = Date.now() + 60_000; ; await new Promise((resolve) => setTimeout(resolve, 200))) {
    if (system.exitCode !== null) throw new Failure('Gatehouse did not start.');
    if ((await fetch(`${url}/version`).catch(() => undefined))?.ok)
      return { url, proxyUrl: `http://localhost:${proxyPort}/ows/proxy`, catalog, stop };
    if (Date.now() > end) throw new Failure('Gatehouse does not answer.');
  }
}

/** Signs a user in. @param {string} url @param {string} name @returns {Promise<string>} the value of the session cookie */
async function signIn(url, name) {
  const reply = await fetch(`${url}/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user_name: name, password: PASSWORD }),
  });
  const cookie = reply.headers.getSetCookie().find((one) => one.startsWith('auth_tkt='));
  if (!reply.ok || !cookie) throw new Failure(`Signing in failed with ${reply.status}.`);
  return cookie.slice('auth_tkt='.length, cookie.indexOf(';'));
}

/**
 * @typedef {object} Options
 * @property {string} out folder
 * @property {string} locale
 * @property {'webp' | 'png'} format
 * @property {(page: string, variant: string) => boolean} wanted
 */

/**
 * @param {Browser} browser
 * @param {Awaited<ReturnType<typeof startWithSampleData>>} system
 * @param {Options} options
 */
async function takeAll(browser, { url, proxyUrl, catalog }, { out, locale, wanted, format }) {
  const administrator = await signIn(url, 'admin');
  await addFederation(url, administrator);
  await addRegistrations(url);
  const sample = await sampleOf(url, administrator);
  await addFiles(url, administrator, sample);
  await addSynchronized(url, administrator, catalog);
  const sessions = { administrator, member: await signIn(url, decodeURIComponent(sample.user)) };
  const pictures = [...pagesOf(sample), ...statesOf({ ...sample, proxyUrl })];
  for (const { name: variant, colorScheme, viewport } of MAX_VARIANTS) {
    const context = await browser.newContext({ colorScheme, viewport, locale, reducedMotion: 'reduce' });
    for (const { name, path, as, prepare } of pictures.filter((picture) => wanted(picture.name, variant))) {
      await context.clearCookies();
      if (as) await context.addCookies([{ name: 'auth_tkt', value: sessions[as], url }]);
      const page = await context.newPage();
      await page.goto(new URL(path, `${url}/ui/`).href, { waitUntil: 'load' });
      // Event streams never end, so that the network is not idle.
      await page
        .locator('[aria-busy="true"]:not(button)')
        .first()
        .waitFor({ state: 'detached', timeout: 5_000 })
        .catch(() => undefined);
      await page.waitForTimeout(700);
      await prepare?.(page);
      const devtools = await context.newCDPSession(page);
      // Playwright itself has no WebP, which needs a third of the space of PNG.
      const { data } = await devtools.send('Page.captureScreenshot', FORMATS[format]);
      await writeFile(join(out, `${name}-${variant}.${format}`), Buffer.from(data, 'base64'));
      await context.setOffline(false);
      await page.close();
    }
    await context.close();
  }
}

/** @param {readonly string[]} args */
async function screenshots(args) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', default: '' },
      variants: { type: 'string', default: MAX_VARIANTS.map(({ name }) => name).join() },
      locale: { type: 'string', default: 'en-GB' },
      documented: { type: 'boolean', default: false },
      out: { type: 'string' },
      png: { type: 'boolean', default: false },
    },
  });
  const { documented, only, variants, locale, png } = values;
  const out = values.out ?? join(root, documented ? 'docs/console' : 'test-output/console');
  await mkdir(out, { recursive: true });
  const { default: prepareBrowser } = await import('../../apps/system-e2e/src/prepare.mjs');
  await prepareBrowser();
  const system = await startWithSampleData();
  const browser = await chromium.launch({
    executablePath: process.env['SVC_TEST_CHROMIUM'],
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    await takeAll(browser, system, {
      out,
      locale,
      format: png ? 'png' : 'webp',
      wanted: (page, variant) =>
        page.includes(only) &&
        variants.split(',').includes(variant) &&
        (!documented || DOCUMENTED.includes(`${page}-${variant}`)),
    });
  } finally {
    await browser.close();
    await system.stop();
  }
  console.log(`Screenshots are in ${out}.`);
}

if (isProgram(import.meta.url))
  await runProgram(async () => {
    installWhenNeeded();
    build();
    await screenshots(process.argv.slice(2));
  });
