// A smoke test of a fresh clone on the Node of the images, which is the current LTS: `npm start` installs, builds and starts;
// then a user signs in, and a request goes through the proxy. That Node is installed from the npm registry, into a temporary
// folder. The other tests run on the oldest Node that is supported.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { Failure, isProgram, root, runProgram } from './checkout.mjs';

/** What is not in a clone: build results, data, and installed packages. */
const NOT_CLONED = /^(dist|data|data-sample|test-output|\.git|\.nx|\.cache|\.angular)$|(^|\/)node_modules$/;
/** How long an installation, a build and a start may take, in ms. */
const START_MS = 10 * 60_000;
/** The folder of the copy: names that users give to theirs, and that a URL has to escape. */
const PARENT = 'my projects ü';
const ADMINISTRATOR = { user_name: 'admin', password: 'a password of the smoke test' };
const CONTENT = 'the protected content';

/**
 * The version of Node that a Dockerfile begins with.
 *
 * @param {string} dockerfile its text
 */
export function nodeVersionOf(dockerfile) {
  const version = /^FROM node:(\d+\.\d+\.\d+)-/m.exec(dockerfile)?.[1];
  if (!version) throw new Failure('docker/Dockerfile does not begin with an exact version of Node.');
  return version;
}

/**
 * Installs a Node from the registry.
 *
 * @param {string} version
 * @param {string} folder
 * @returns {string} the folder of its program
 */
function installNode(version, folder) {
  const name = `node-${process.platform}-${process.arch}`;
  const args = ['install', '--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', [...args, `${name}@${version}`], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: environment(),
  });
  const program = join(folder, 'node_modules', name, 'bin/node');
  if (status !== 0 || !existsSync(program)) throw new Failure(`Node ${version} could not be installed.`);
  return dirname(program);
}

/** The environment without what npm, Nx and the settings of another Gatehouse add to it. */
function environment() {
  const foreign = /^(SVC_|NX_|NODE_OPTIONS$|INIT_CWD$|npm_(?!config_)|npm_config_local_prefix$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}

/**
 * The commands of the health checks in a Dockerfile.
 *
 * @param {string} dockerfile its text
 * @returns {string[][]}
 */
export function healthChecksOf(dockerfile) {
  return [...dockerfile.matchAll(/^HEALTHCHECK [^\n]*\\\n +CMD (\[.*\])$/gm)].map(([, words = '[]']) =>
    JSON.parse(words),
  );
}

/**
 * Starts Gatehouse in a checkout and waits until it prints its addresses.
 *
 * @param {string} checkout
 * @param {string} programs the folder of the Node to use
 * @param {{ script?: string, more?: Record<string, string> }} [options] script of package.json, and further variables
 */
function start(checkout, programs, { script = 'start', more = {} } = {}) {
  const child = spawn('npm', ['run', script], {
    cwd: checkout,
    env: {
      ...environment(),
      PATH: `${programs}${delimiter}${process.env['PATH']}`,
      SVC_PORT: '0',
      SVC_PROXY_PORT: '0',
      SVC_ADMIN_USER: ADMINISTRATOR.user_name,
      SVC_ADMIN_PASSWORD: ADMINISTRATOR.password,
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = once(child, 'close');
  /** @type {Promise<void>} */
  const running = new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Failure('npm start takes too long.')), START_MS);
    const settle = (/** @type {() => void} */ how) =>
      (clearTimeout(limit), how());
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk;
        if (/^ +Proxy +http.*\n/m.test(output)) settle(resolve);
      });
    void ended.then(() => settle(() => reject(new Failure('npm start has ended.'))));
  });
  return { child, ended, running, output: () => output };
}

/**
 * @param {boolean} holds
 * @param {string} what
 */
function expect(holds, what) {
  if (!holds) throw new Failure(`Not so: ${what}.`);
  console.log(`✓ ${what}`);
}

/**
 * @param {string} output of `npm start`
 * @param {string} name of an address
 */
function addressIn(output, name) {
  return new RegExp(`^ +${name} +(http\\S+)`, 'm').exec(output)?.[1] ?? '';
}

/**
 * Starts what is built, where the environment tells Node to use a proxy: requests to loopback do not. That Node is newer than the one
 * of the other tests, which knows no such variable.
 *
 * @param {string} checkout
 * @param {string} programs
 */
async function serveBesideProxy(checkout, programs) {
  const seen = new Set();
  const proxy = createServer((request) => request.socket.destroy()).listen(0, '127.0.0.1');
  proxy.on('connection', (socket) => seen.add(socket));
  await once(proxy, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (proxy.address());
  const variables = {
    NODE_USE_ENV_PROXY: '1',
    HTTP_PROXY: `http://127.0.0.1:${port}`,
    NO_PROXY: '',
    no_proxy: '',
  };
  const more = { ...variables, SVC_DATA_DIR: join(checkout, 'data') };
  const { child, ended, running, output } = start(checkout, programs, { script: 'serve', more });
  try {
    await running;
    expect(!/Installing|Building/.test(output()), 'npm run serve starts what is built');
    const ports = { SVC_PORT: portOf(output(), 'API'), SVC_PROXY_PORT: portOf(output(), 'Proxy') };
    for (const [, ...words] of healthChecksOf(readFileSync(join(root, 'docker/Dockerfile'), 'utf8'))) {
      const env = { ...environment(), ...variables, ...ports };
      const { status } = spawnSync(join(programs, 'node'), words, { env, timeout: 20_000 });
      expect(status === 0, 'a health check of the images succeeds');
    }
    expect(seen.size === 0, 'no request to loopback uses the proxy of the environment');
    expect(
      /HTTP_PROXY has no effect/.test(output()),
      'the start says that the proxy of the environment is not used',
    );
  } catch (error) {
    console.error(output());
    throw error;
  } finally {
    child.kill('SIGINT');
    await ended;
    proxy.closeAllConnections();
    proxy.close();
  }
}

/**
 * @param {string} output
 * @param {string} name
 */
function portOf(output, name) {
  return new URL(addressIn(output, name)).port;
}

/** @param {string} output of `npm start`, which names the addresses */
async function useIt(output) {
  const [api, proxy] = [addressIn(output, 'API'), addressIn(output, 'Proxy')];
  /** @type {(path: string, body: object, headers?: Record<string, string>) => Promise<Response>} */
  const post = (path, body, headers = {}) =>
    fetch(`${api}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const signedIn = await post('/signin', ADMINISTRATOR);
  expect(signedIn.status === 200, 'the administrator signs in');
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  expect((await fetch(`${api}/ui`)).status === 200, 'the console is there');

  const upstream = createServer((_request, response) => response.end(CONTENT)).listen(0, '127.0.0.1');
  try {
    await once(upstream, 'listening');
    const { port } = /** @type {import('node:net').AddressInfo} */ (upstream.address());
    const service = {
      service_name: 'shelf',
      service_type: 'access',
      service_url: `http://127.0.0.1:${port}`,
    };
    expect((await post('/services', service, { Cookie: cookie })).status === 201, 'a service is created');
    const through = await fetch(`${proxy}/shelf/file`, { headers: { Cookie: cookie } });
    expect(
      through.status === 200 && (await through.text()) === CONTENT,
      'the proxy allows the request of the administrator',
    );
    expect((await fetch(`${proxy}/shelf/file`)).status === 401, 'the proxy refuses anonymous callers');
  } finally {
    upstream.close();
  }
}

if (isProgram(import.meta.url))
  await runProgram(async () => {
    const version = nodeVersionOf(readFileSync(join(root, 'docker/Dockerfile'), 'utf8'));
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-smoke-'));
    const checkout = join(folder, PARENT, 'gatehouse');
    try {
      const programs = installNode(version, folder);
      cpSync(root, checkout, {
        recursive: true,
        filter: (path) => !NOT_CLONED.test(relative(root, path)),
      });
      const { child, ended, running, output } = start(checkout, programs);
      try {
        await running;
        console.log(`✓ Gatehouse runs on Node ${version}`);
        await useIt(output());
        child.kill('SIGINT');
        const [code] = await ended;
        expect(code === 0, 'it stops in order');
        await serveBesideProxy(checkout, programs);
        expect(!/EBADENGINE|Deprecat/i.test(output()), 'neither npm nor Node complains');
        const browser = ['node_modules', 'apps/system-e2e/node_modules'].map((one) =>
          join(checkout, one, '@sparticuz'),
        );
        expect(!browser.some((one) => existsSync(one)), 'no browser was installed');
        expect(
          readdirSync(folder).every(
            (name) => ['node_modules', PARENT].includes(name) || name.startsWith('package'),
          ),
          `nothing was written beside the folder ${PARENT}`,
        );
      } catch (error) {
        console.error(output());
        throw error;
      } finally {
        child.kill('SIGINT');
        await ended;
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
