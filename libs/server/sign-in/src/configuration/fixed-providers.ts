import {
  type FileValue,
  InvalidConfigurationFiles,
  configurationPaths,
  lineOf,
  positionOf,
  readConfiguration,
} from '@gatehouse/desired-state';
import type { Problem } from '@gatehouse/problems';
import { InvalidConfiguration, type ProxySettings } from '@gatehouse/settings';
import type { FixedProvider } from '../provider-registry';
import type { RawDefinition } from './presets';
import { definitionIn, problemOf } from './provider-entries';
import { type ProviderSettings, providersOfSettings } from './settings-providers';

/** The providers of the settings or of the files cannot be used; the message lists all problems. */
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
  Parameters<typeof configurationPaths>[0] &
  Pick<ProxySettings, 'defaultProvider' | 'defaultProviderAliases' | 'networkProvider'>;

/**
 * The providers of the settings and of the section `identity_providers` of configuration files, a list of definitions. `read`
 * throws `Problem`. Throws {@link InvalidProviders}, which prevents the start.
 */
export function fixedProviders(
  settings: FixedSettings,
  environment: Readonly<Record<string, string | undefined>>,
  read: (input: RawDefinition) => unknown,
): FixedProviders {
  const { entries, messages } = readConfiguration(
    configurationPaths(settings, ['identity_providers']),
    environment,
  );
  const refused = messages.filter(({ severity }) => severity === 'refused');
  if (refused.length > 0) throw new InvalidConfigurationFiles(refused);
  const all = [
    ...providersOfSettings(settings).map((input) => ({
      input,
      source: 'settings' as const,
      where: 'settings',
    })),
    ...entries.identity_providers.map((entry) => ({
      input: definitionIn(entry),
      source: 'file' as const,
      where: placeOf(entry),
    })),
  ];
  const { defaultProvider, defaultProviderAliases, networkProvider } = settings;
  const taken = new Set(
    [defaultProvider, ...defaultProviderAliases, networkProvider].map((name) => name.toLowerCase()),
  );
  const problems = all.flatMap(({ input, where }) => {
    const problem = problemOf(input, taken, read);
    taken.add(String(input['name']));
    return problem ? [`${where}, ${String(input['name'] ?? '?').slice(0, 50)}: ${textOf(problem)}`] : [];
  });
  if (problems.length > 0) throw new InvalidProviders(problems);
  return {
    providers: all.map(({ input, source }) => ({ input, source })),
    // Of files with all sections, the start of the API reports them.
    warnings: settings.configPath === undefined ? messages.map(lineOf) : [],
  };
}

function placeOf(entry: FileValue): string {
  const { file, line, column } = positionOf(entry);
  return `${file}:${line}:${column}`;
}

function textOf({ errorCode, detail, details }: Problem): string {
  return errorCode === 'provider_field_unknown' ? `${detail} Found: ${details.param?.name}.` : detail;
}
