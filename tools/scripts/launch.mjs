import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { completeBuild } from './build-mark.mjs';
import { Child } from './child.mjs';
import { Failure, loadBuilt, root, runProgram } from './checkout.mjs';
import { readConfiguration, valuesOf } from './configuration.mjs';
import { problemOfFile } from './file-owners.mjs';
import { claimPort, claimPorts } from './ports.mjs';
import { prepare } from './prepare.mjs';
import { loadSecrets, notePasswordShown } from './secrets.mjs';

/** @typedef {import('./configuration.mjs').Configuration} Configuration */
/** @typedef {import('./configuration.mjs').Environment} Environment */

const ENTRIES = { api: 'dist/apps/api/src/main.js', proxy: 'dist/apps/proxy/src/main.js' };

/**
 * All of Gatehouse: the embedded database (unless another is configured), API and proxy. They start in this order,
 * since each needs the previous one, and stop in reverse order. When one of them ends unexpectedly, the others are
 * stopped: an incomplete Gatehouse would appear to work.
 */
export class Launcher {
  #environment;
  #entries;
  /** @type {{ url: string, stop(): Promise<void> } | undefined} */
  #database;
  /** @type {Child[]} in the order of their start */
  #children = [];
  /** @type {Configuration | undefined} */
  #configuration;
  /** @type {Environment} */
  #childEnvironment = {};
  /** @type {Promise<void> | undefined} */
  #starting;
  /** @type {Promise<void> | undefined} */
  #stopping;
  /** @type {unknown} */
  #failure;
  /** @type {() => void} */
  #over = () => undefined;

  /**
   * @param {Environment} environment
   * @param {{ api: string, proxy: string }} entries the scripts of the two processes; set by tests only
   */
  constructor(environment, entries = ENTRIES) {
    this.#environment = environment;
    this.#entries = entries;
    /** Settled when everything has stopped; rejected with the reason when that was not requested. */
    this.ended = new Promise((resolve, reject) => {
      this.#over = () => (this.#failure === undefined ? resolve(undefined) : reject(this.#failure));
    });
    // Handlers may be attached after the end.
    this.ended.catch(() => undefined);
  }

  /** Starts everything and prints the addresses. A failure rejects `ended`. */
  async start() {
    this.#starting = this.#startAll();
    await this.#starting.catch((error) => this.#fail(error));
  }

  /** Restarts API and proxy on the same database. */
  async restart() {
    await this.#starting;
    this.#starting = this.#stopChildren().then(() => this.#startChildren());
    await this.#starting.catch((error) => this.#fail(error));
  }

  /** Stops everything in order. Further calls wait for the same end. */
  stop() {
    this.#stopping ??= (async () => {
      await this.#stopChildren();
      // A start in progress either aborts or completes.
      await this.#starting?.catch(() => undefined);
      await this.#stopChildren();
      await this.#database?.stop();
      this.#over();
    })();
    return this.#stopping;
  }

  /** @param {unknown} reason */
  #fail(reason) {
    if (this.#stopping) return;
    const problem = problemOfFile(reason, this.#configuration ? [this.#configuration.dataDir, root] : [root]);
    this.#failure = problem === undefined ? reason : new Failure(problem);
    void this.stop();
  }

  async #startAll() {
    const configuration = readConfiguration(this.#environment);
    this.#configuration = configuration;
    const { dataDir, embedded, listenHost } = configuration;
    const madeUrl = embedded ? await this.#startDatabase(configuration) : undefined;
    const secretsFile = join(dataDir, 'secrets.json');
    const { secrets, passwordToShow } = embedded
      ? await loadSecrets(secretsFile, configuration.settingOf)
      : { secrets: {}, passwordToShow: undefined };

    /** @type {typeof import('../../libs/server/database/src/embedded/index.js')} */
    const { withoutPostgresVariables } = loadBuilt('libs/server/database/src/embedded/index.js');
    configuration.port = await claimPort(listenHost, configuration.port, 'SVC_PORT');
    configuration.proxyPort = await claimPort(listenHost, configuration.proxyPort, 'SVC_PROXY_PORT');
    this.#childEnvironment = {
      ...(madeUrl
        ? { ...withoutPostgresVariables(this.#environment), SVC_DB_URL: madeUrl }
        : this.#environment),
      ...secrets,
      SVC_DATA_DIR: dataDir,
      SVC_PORT: String(configuration.port),
      SVC_PROXY_PORT: String(configuration.proxyPort),
    };
    await this.#startChildren();
    // The public addresses follow from the ports, unless they are set.
    const { publicUrl, proxyPublicUrl } = readConfiguration(this.#childEnvironment);
    if (this.#stopping) return;
    printAddresses(publicUrl, proxyPublicUrl);
    const name = secrets.SVC_ADMIN_USER ?? configuration.settingOf('SVC_ADMIN_USER') ?? '';
    if (passwordToShow) await introduce(name, passwordToShow, secretsFile);
  }

  /** @param {Configuration} configuration */
  async #startDatabase({ dataDir }) {
    /** @type {typeof import('../../libs/server/database/src/embedded/index.js')} */
    const embedded = loadBuilt('libs/server/database/src/embedded/index.js');
    try {
      this.#database = await embedded.startEmbeddedPostgres({
        dataDir,
        logger: { info: print, warn: print },
        onExit: ({ code, signal, log }) =>
          this.#fail(
            new Failure(`The database ended unexpectedly (${signal ?? `exit code ${code}`}).\n${log}`),
          ),
      });
    } catch (error) {
      const { DataFolderInUse, NoBinaryForPlatform, CannotStart } = embedded;
      if (
        error instanceof DataFolderInUse ||
        error instanceof NoBinaryForPlatform ||
        error instanceof CannotStart
      )
        throw new Failure(error.message);
      throw error;
    }
    return this.#database.url;
  }

  async #startChildren() {
    if (!this.#configuration) return;
    const { listenHost, port, proxyPort } = this.#configuration;
    const host = reachableAt(listenHost);
    for (const { name, entry, address, readiness } of [
      { name: 'The API', entry: this.#entries.api, address: { host, port } },
      {
        name: 'The proxy',
        entry: this.#entries.proxy,
        address: { host, port: proxyPort },
        readiness: '/health',
      },
    ]) {
      if (this.#stopping) return;
      const child = new Child(name, join(root, entry), this.#childEnvironment, (reason) =>
        this.#fail(new Failure(reason)),
      );
      this.#children.push(child);
      await child.untilReady(address, readiness);
    }
  }

  async #stopChildren() {
    for (const child of this.#children.splice(0).reverse()) await child.stop();
  }
}

/** How soon a second signal may follow the first and still be the same request, in ms. */
const ECHO_MS = 1_000;

/**
 * Runs a launcher until it ends: gracefully at the first signal, immediately at the next.
 *
 * @param {Launcher} launcher
 */
export async function runLauncher(launcher) {
  /** @type {number | undefined} */
  let requested;
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => {
      requested ??= Date.now();
      void launcher.stop();
      // One Ctrl-C arrives twice: from the terminal, and from npm, which forwards signals. After an immediate end the
      // processes notice that their parent has ended, and the system stops the database.
      if (Date.now() - requested > ECHO_MS) process.exit(130);
    });
  const watching = watchParent(launcher);
  await launcher.start();
  await launcher.ended.finally(() => clearInterval(watching));
}

/**
 * npm forwards signals to this process, except one that kills npm itself. Then the parent process changes. Without npm,
 * the parent is not watched: outliving the parent is the purpose of `nohup` and similar programs.
 *
 * @param {Launcher} launcher
 */
function watchParent(launcher) {
  const parent = process.ppid;
  const isRunByNpm = process.env['npm_lifecycle_event'] !== undefined;
  return setInterval(() => {
    if (isRunByNpm && process.ppid !== parent) void launcher.stop();
  }, 500).unref();
}

/** The whole of `npm start`. */
export async function startCheckout() {
  await runProgram(async () => {
    await claimPorts(process.env);
    const kept = prepare();
    if (kept) {
      demandDataFolder(process.env);
      console.log(`This account may not write to ${root}, so that nothing is installed or built.`);
      console.log(`Starting ${kept}.`);
    }
    await runLauncher(new Launcher(process.env));
  });
}

/** The whole of `npm run serve`. */
export async function serveBuild() {
  await runProgram(async () => {
    const kept = completeBuild();
    demandDataFolder(process.env);
    console.log(`Starting ${kept}.`);
    await runLauncher(new Launcher(process.env));
  });
}

/**
 * Without the data folder of a checkout that is not written to, the operator has to name one.
 *
 * @param {Environment} environment
 */
function demandDataFolder(environment) {
  const settingOf = valuesOf(environment);
  if (settingOf('SVC_DB_URL') === undefined && settingOf('SVC_DATA_DIR') === undefined)
    throw new Failure(
      `SVC_DATA_DIR must be set to a folder of this account: the default is in ${root}, to which nothing is written.`,
    );
}

/**
 * The host at which a process that listens on `host` is reached locally.
 *
 * @param {string} host
 */
function reachableAt(host) {
  return { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
}

/**
 * @param {string} publicUrl
 * @param {string} proxyPublicUrl
 */
function printAddresses(publicUrl, proxyPublicUrl) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  console.log(`\n  Gatehouse ${version} is running. Ctrl-C stops it.\n`);
  console.log(
    table({
      Console: `${publicUrl}/ui`,
      API: publicUrl,
      'API description': `${publicUrl}/api`,
      Proxy: proxyPublicUrl,
    }),
  );
}

/**
 * Shows the generated password of the administrator, once.
 *
 * @param {string} name
 * @param {string} password
 * @param {string} secretsFile
 */
async function introduce(name, password, secretsFile) {
  // Output other than a terminal is a file or a log collector, which must not contain a password.
  const isTerminal = process.stdout.isTTY;
  const reported = isTerminal ? `${password}   (shown this once)` : `see ${secretsFile}`;
  console.log(table({ Administrator: name, Password: reported }));
  if (isTerminal) await notePasswordShown(secretsFile);
}

/** @param {Record<string, string>} rows */
function table(rows) {
  const lines = Object.entries(rows).map(([name, value]) => `    ${name.padEnd(17)}${value}\n`);
  return lines.join('');
}

/**
 * @param {object} _fields
 * @param {string} message
 */
function print(_fields, message) {
  console.log(message);
}
