import { Problem } from '@gatehouse/problems';
import {
  InvalidConfiguration,
  InvalidConfigurationFile,
  type ProxySettings,
  readConfigurationSection,
} from '@gatehouse/settings';
import { isObject } from '../provider-http';
import type { FixedProvider } from '../provider-registry';
import { type RawDefinition, PRESETS } from './presets';
import { type ProviderSettings, providersOfSettings } from './settings-providers';

/** The providers of the settings or of the file cannot be used; the message lists all problems. */
class InvalidProviders extends InvalidConfiguration {
  override readonly name = 'InvalidProviders';
  constructor(problems: readonly string[]) {
    super(
      `The identity providers cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    );
  }
}

export interface FixedProviders {
  readonly providers: readonly FixedProvider[];
  readonly warnings: readonly string[];
}

type FixedSettings = ProviderSettings &
  Pick<
    ProxySettings,
    'providersConfigPath' | 'defaultProvider' | 'defaultProviderAliases' | 'networkProvider'
  >;

/**
 * The providers of the settings and of the file (`SVC_IDENTITY_PROVIDERS_CONFIG_PATH`), whose section
 * `identity_providers` is a list of definitions. `read` throws `Problem`. Throws {@link InvalidProviders}, which prevents
 * the start.
 */
export function fixedProviders(
  settings: FixedSettings,
  environment: Readonly<Record<string, string | undefined>>,
  read: (input: RawDefinition) => unknown,
): FixedProviders {
  const { entries, warnings } = entriesOf(settings.providersConfigPath, environment);
  const all = [
    ...providersOfSettings(settings).map((input) => ({ input, source: 'settings' as const })),
    ...entries.map((input) => ({ input: isObject(input) ? named(input) : {}, source: 'file' as const })),
  ];
  const { defaultProvider, defaultProviderAliases, networkProvider } = settings;
  const taken = new Set(
    [defaultProvider, ...defaultProviderAliases, networkProvider].map((name) => name.toLowerCase()),
  );
  const problems = all.flatMap(({ input, source }) => {
    const name = String(input['name'] ?? '?').slice(0, 50);
    const problem = taken.has(name)
      ? 'the name exists already'
      : (unsetSecret(input) ?? problemOf(() => read(input)));
    taken.add(name);
    return problem === undefined ? [] : [`${source}, ${name}: ${problem}`];
  });
  if (problems.length > 0) throw new InvalidProviders(problems);
  return { providers: all, warnings };
}

function entriesOf(
  path: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): { entries: readonly unknown[]; warnings: readonly string[] } {
  if (path === undefined) return { entries: [], warnings: [] };
  try {
    return readConfigurationSection({ path, section: 'identity_providers', environment });
  } catch (error) {
    throw error instanceof InvalidConfigurationFile ? new InvalidProviders(error.problems) : error;
  }
}

/** A provider with a preset is named like it by default. */
function named(input: RawDefinition): RawDefinition {
  const { preset } = input;
  const isPreset = typeof preset === 'string' && Object.hasOwn(PRESETS, preset);
  return input['name'] === undefined && isPreset ? { name: preset, ...input } : input;
}

/** The provider would reject it with the first sign-in only. */
function unsetSecret({ client_secret: secret }: RawDefinition): string | undefined {
  const isVariable = typeof secret === 'string' && /^\$(?:\{\w+\}|[A-Za-z_]\w*)$/.test(secret);
  return isVariable ? 'the environment variable of client_secret is not set' : undefined;
}

function problemOf(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const name = error.details.param?.name;
    return error.errorCode === 'provider_field_unknown' ? `${error.detail} Found: ${name}.` : error.detail;
  }
}
