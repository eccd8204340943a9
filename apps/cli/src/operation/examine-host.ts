import { connect } from 'node:net';
import { stat, statfs } from 'node:fs/promises';
import { databaseTime, openDatabase, startProblem } from '@gatehouse/database';
import { configurationPaths, lineOf, readConfiguration, validate } from '@gatehouse/desired-state';
import { KeyRing } from '@gatehouse/network';
import { silentLogger } from '@gatehouse/logging';
import { InvalidConfiguration, InvalidSettings, type Settings, loadSettings } from '@gatehouse/settings';
import { mostConnections } from '@gatehouse/workers';
import type { HostFacts } from '../doctor/seen';
import { withSettingsFile } from './settings-file';

type Environment = Readonly<Record<string, string | undefined>>;

const MIN_FREE = 0.05;
const CONNECT_MS = 5_000;

/** Examines settings, files and database of this machine; changes nothing. */
export async function examineHost(
  environment: Environment,
  settingsFile: string | undefined,
): Promise<HostFacts> {
  const complete = withSettingsFile(environment, settingsFile);
  const settings = read(complete);
  const files = [complete['SVC_INI_FILE_PATH']];
  if (settings instanceof Error) {
    const problems = settings instanceof InvalidSettings ? settings.problems : [settings.message];
    return { ...NOTHING, settingsProblems: problems, readableSecrets: await readable(files) };
  }
  if (settings.networkEnabled) files.push(...settings.networkPemFiles);
  return {
    ...NOTHING,
    ...(await databaseFacts(settings)),
    trustedProxies: settings.trustedProxies,
    readableSecrets: await readable(files),
    keyProblem: settings.networkEnabled ? await keyProblem(settings) : undefined,
    mailProblem: await mailProblem(settings),
    configurationProblems: configurationProblems(settings, complete),
    fullDisks: await fullDisks([settings.dataDir]),
  };
}

const NOTHING: HostFacts = {
  settingsProblems: [],
  trustedProxies: undefined,
  databaseProblem: undefined,
  pendingMigrations: undefined,
  databaseClockMs: undefined,
  connections: undefined,
  databaseWarnings: [],
  readableSecrets: [],
  keyProblem: undefined,
  mailProblem: undefined,
  configurationProblems: [],
  fullDisks: [],
};

function read(environment: Environment): Settings | Error {
  try {
    return loadSettings(environment);
  } catch (error) {
    if (error instanceof InvalidConfiguration) return error;
    throw error;
  }
}

async function databaseFacts(settings: Settings): Promise<Partial<HostFacts>> {
  const { databaseUrl: url, databaseDirectUrl: directUrl, databaseTimeout } = settings;
  // The embedded one belongs to npm start.
  if (!url) return {};
  try {
    const options = {
      url,
      directUrl,
      connectMillis: databaseTimeout * 1000,
      process: 'proxy',
      poolSize: 1,
    } as const;
    const { dataSource, facts } = await openDatabase(options);
    try {
      const before = Date.now();
      const time = await databaseTime(dataSource);
      const { api, proxy } = mostConnections(settings);
      const now = (before + Date.now()) / 2;
      return {
        pendingMigrations: facts.pending,
        connections: { opened: api + proxy, available: Math.max(0, facts.available) },
        databaseWarnings: facts.warnings,
        databaseClockMs: time.getTime() - now,
      };
    } finally {
      await dataSource.destroy();
    }
  } catch (error) {
    const problem = startProblem(error);
    if (problem === undefined) throw error;
    return { databaseProblem: problem };
  }
}

async function readable(files: readonly (string | undefined)[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of files) {
    const mode =
      path === undefined
        ? undefined
        : await stat(path).then(
            ({ mode }) => mode,
            () => undefined,
          );
    if (mode !== undefined && (mode & 0o044) !== 0)
      found.push(`${path} has mode ${(mode & 0o777).toString(8)}.`);
  }
  return found;
}

async function keyProblem(settings: Settings): Promise<string | undefined> {
  const options = {
    files: settings.networkPemFiles,
    passwords: settings.networkPemPasswords?.split(':') ?? [],
    createMissing: false,
    logger: silentLogger,
  };
  return KeyRing.open(options).then(
    () => undefined,
    (error: Error) => `${error.message}.`,
  );
}

/** What a start would report of the files, warnings left out. */
function configurationProblems(settings: Settings, environment: Environment): string[] {
  const paths = configurationPaths(settings, ['providers', 'permissions', 'users', 'groups']);
  const { entries, messages } = readConfiguration(paths, environment);
  const validated = validate(entries, { hooks: settings.configHooks });
  return [...messages, ...validated.messages]
    .filter(({ severity }) => severity === 'refused' || severity === 'skipped')
    .map((message) => lineOf(message));
}

function mailProblem({ smtpHost: host, smtpPort: port }: Settings): Promise<string | undefined> {
  if (host === undefined) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: CONNECT_MS });
    const end = (problem: string | undefined): void => {
      socket.destroy();
      resolve(problem);
    };
    socket.on('connect', () => end(undefined));
    socket.on('timeout', () => end(`${host}:${port} does not answer.`));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      end(`${host}:${port}: ${error.code ?? error.message}.`),
    );
  });
}

async function fullDisks(folders: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const folder of folders) {
    const disk = await statfs(folder).catch(() => undefined);
    if (disk === undefined || disk.blocks === 0 || disk.bavail / disk.blocks >= MIN_FREE) continue;
    found.push(`${folder}: ${Math.round((disk.bavail / disk.blocks) * 100)} % are free.`);
  }
  return found;
}
