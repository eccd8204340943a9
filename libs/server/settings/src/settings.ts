import { readFileSync } from 'node:fs';
import { databaseProblems } from './database-consistency';
import { databaseSettings } from './database-settings';
import { DECISION_SETTINGS, type DecisionSettings } from './decision-settings';
import { definitions } from './definitions';
import { Malformed, type Preset, type Setting } from './kinds';
import { type SettingsFile, parseSettingsFile } from './settings-file';
import { problemsBetween } from './consistency';
import { InvalidSettings } from './invalid-configuration';
import type { ApiOnly, DefinedValues, ProxySettings, Settings } from './typed-settings';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings of this process: environment, then settings file (`SVC_INI_FILE_PATH`), then default; an empty
 * value counts as missing. Throws {@link InvalidSettings} with every problem. Reference: deployment#sources, sessions#secrets.
 */
export function loadSettings(environment: Environment = process.env): Settings {
  return load(environment, () => true) as Settings;
}

/** The same without the settings that only the API needs: they may be missing, and are not read if present. */
export function loadProxySettings(environment: Environment = process.env): ProxySettings {
  return load(environment, ({ apiOnly }) => !apiOnly);
}

/** The settings that are about the database alone, without which the others may be wrong or missing. */
export type DatabaseSettings = Pick<
  ProxySettings,
  keyof typeof databaseSettings | 'apiWorkers' | 'proxyWorkers'
>;

/** Reads them as {@link loadSettings} does, for programs that examine the database before anything else is set up. */
export function loadDatabaseSettings(environment: Environment = process.env): DatabaseSettings {
  const { apiWorkers, proxyWorkers } = definitions;
  const problems: string[] = [];
  const settings = readSome({ ...databaseSettings, apiWorkers, proxyWorkers }, environment, problems);
  problems.push(...databaseProblems(settings as DatabaseSettings));
  if (problems.length > 0) throw new InvalidSettings(problems);
  return settings as DatabaseSettings;
}

/** Name of the configured administrator where no setting states it: no account can have it, so that nobody gains its rights. */
const NO_ADMINISTRATOR = '(configured administrator)';

/** The settings that decisions and the rules of configuration files depend on, without secrets and other systems. */
export function loadDecisionSettings(environment: Environment = process.env): DecisionSettings {
  const problems: string[] = [];
  const wanted = Object.fromEntries([...DECISION_SETTINGS].map((key) => [key, definitions[key]]));
  const adminUser = { ...definitions.adminUser, mandatory: false, fallback: NO_ADMINISTRATOR };
  const read = readSome({ ...wanted, adminUser }, environment, problems);
  if (problems.length > 0) throw new InvalidSettings(problems);
  return withDerived(read as ReadForAny) as DecisionSettings;
}

function readSome(
  settings: Readonly<Record<string, Setting<unknown>>>,
  environment: Environment,
  problems: string[],
): Readonly<Record<string, unknown>> {
  const file = readSettingsFile(environment, problems);
  const preset = readOne(definitions.preset, { environment, file, problems });
  return Object.fromEntries(
    Object.entries(settings).map(([key, setting]) => [
      key,
      readOne(setting, { environment, file, problems, preset }),
    ]),
  );
}

function load(environment: Environment, isNeeded: (setting: Setting<unknown>) => boolean): ProxySettings {
  const problems: string[] = [];
  const file = readSettingsFile(environment, problems);
  const values: Record<string, unknown> = {};
  const preset = readOne(definitions.preset, { environment, file, problems });
  for (const [key, setting] of Object.entries<Setting<unknown>>(definitions)) {
    if (key === 'preset') values[key] = preset;
    else if (isNeeded(setting)) values[key] = readOne(setting, { environment, file, problems, preset });
  }
  if (problems.length > 0) throw new InvalidSettings(problems);
  const settings = withDerived(values as ReadForAny);
  problems.push(...problemsBetween(settings));
  if (problems.length > 0) throw new InvalidSettings(problems);
  return Object.freeze(settings);
}

/** Unknown names that look like settings: usually a typing mistake, and reported as a warning at start. */
export function unknownSettings(environment: Environment = process.env): string[] {
  const known = new Set<string>(Object.values(definitions).map((setting) => setting.name));
  const others = new Set(['SVC_INI_FILE_PATH', 'SVC_SUPERVISED', 'SVC_DEV']);
  return Object.keys(environment)
    .filter(
      (name) =>
        name.startsWith('SVC_') && !name.startsWith('SVC_TEST_') && !known.has(name) && !others.has(name),
    )
    .sort();
}

/** Variables with which other programs are told to use a proxy. */
const PROXY_VARIABLES = ['http_proxy', 'https_proxy', 'all_proxy'];

/** What operators are told at the start about a proxy that they may have expected; undefined where there is nothing to say. */
export function proxyWarning(
  { outgoingProxy }: Pick<ProxySettings, 'outgoingProxy'>,
  environment: Environment = process.env,
): string | undefined {
  const found = Object.keys(environment).filter(
    (name) => PROXY_VARIABLES.includes(name.toLowerCase()) && environment[name] !== '',
  );
  if (outgoingProxy !== undefined || found.length === 0) return undefined;
  return `${found.sort().join(', ')} ${found.length === 1 ? 'has' : 'have'} no effect: requests to identity providers, other instances and receivers of webhooks are sent directly. Set SVC_OUTGOING_PROXY to send them through a proxy`;
}

function readSettingsFile(environment: Environment, problems: string[]): SettingsFile {
  const path = environment['SVC_INI_FILE_PATH'];
  if (!path) return new Map();
  try {
    return parseSettingsFile(readFileSync(path, 'utf8'));
  } catch {
    problems.push('SVC_INI_FILE_PATH names a file that cannot be read');
    return new Map();
  }
}

/** Where values come from, and where problems go. */
interface Sources {
  readonly environment: Environment;
  readonly file: SettingsFile;
  readonly problems: string[];
  readonly preset?: Preset | 'none' | undefined;
}

function readOne<T>(
  setting: Setting<T>,
  { environment, file, problems, preset = 'none' }: Sources,
): T | undefined {
  const fallback = (preset === 'none' ? undefined : setting.presets[preset]) ?? setting.fallback;
  const text = environment[setting.name]?.trim() || file.get(setting.name)?.trim() || fallback;
  if (text === undefined) {
    if (setting.mandatory) problems.push(`${setting.name} is missing: ${setting.about}`);
    return undefined;
  }
  try {
    return setting.read(text);
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    problems.push(`${setting.name} ${error.message}`);
    return undefined;
  }
}

/** Settings that only the API reads are absent, unless they were needed. */
type ReadForAny = Omit<DefinedValues, ApiOnly> & Partial<Pick<DefinedValues, ApiOnly>>;

function withDerived(read: ReadForAny): ProxySettings & Partial<Pick<Settings, ApiOnly>> {
  const publicUrl = read.publicUrl ?? `http://localhost:${read.port}`;
  const { adminUser, adminEmail = adminUser && defaultAdministratorEmail(adminUser), ...others } = read;
  return {
    ...others,
    ...(adminUser === undefined ? {} : { adminUser }),
    ...(adminEmail === undefined ? {} : { adminEmail }),
    publicUrl,
    publicUrlIsSet: read.publicUrl !== undefined,
    proxyPublicUrl: read.proxyPublicUrl ?? `${proxyOriginOf(read)}${read.proxyBasePath}/proxy`,
    cookieSecure: read.cookieSecure ?? publicUrl.startsWith('https:'),
  };
}

/** The address of the configured administrator where no other is configured: a placeholder. */
export function defaultAdministratorEmail(userName: string): string {
  return `${userName}@mail.com`;
}

/** Where clients reach the proxy: one front end is assumed to serve it next to the API. */
function proxyOriginOf({ publicUrl, proxyPort }: Pick<DefinedValues, 'publicUrl' | 'proxyPort'>): string {
  return publicUrl === undefined ? `http://localhost:${proxyPort}` : new URL(publicUrl).origin;
}
