import { MemoryConfiguration } from '@gatehouse/desired-state';
import { type DecisionSettings, InvalidConfiguration, loadDecisionSettings } from '@gatehouse/settings';
import type { Environment } from '../../connection/config-folder';
import { Failure } from '../../failures';
import type { Expectation } from '../expectations';
import type { ExportedFile } from '../export-files';
import { reviewed, stateOfExport, stateOfFiles } from './files';
import { MemoryDecisions } from './memory-decisions';

/** What is decided about, and by which rules. */
export interface StateInMemory {
  /** Configuration files, or folders of them. */
  readonly paths: readonly string[];
  /** The export that they are applied over; without it, an instance that nobody has used. */
  readonly base: readonly ExportedFile[] | undefined;
  /** Names of the instance of the export, instead of those of the settings. */
  readonly names?: Partial<Pick<DecisionSettings, 'adminGroup' | 'anonymousUser' | 'proxyPublicUrl'>>;
  /** Settings of the instance that files depend on. */
  readonly environment: Environment;
  /** Whether entries that would be skipped are errors; by default as the settings say. */
  readonly isStrict: boolean | undefined;
  readonly warn: (text: string) => void;
}

/** What files decide, without an instance. Throws a {@link Failure} if they cannot be used. */
export async function decisionsOfFiles(
  { paths, base, names = {}, environment, isStrict, warn }: StateInMemory,
  expectations: readonly Expectation[],
): Promise<MemoryDecisions> {
  const settings = { ...settingsOf(environment), ...names };
  const strict = isStrict ?? settings.configIsStrict;
  const configuration = new MemoryConfiguration(settings);
  if (base) {
    // All of it, or it is not the state of the instance.
    const { state, messages } = stateOfExport(base, settings);
    reviewed(messages, true, warn);
    reviewed(await configuration.apply(state), true, warn);
  }
  const { state, messages } = stateOfFiles(paths, settings, environment);
  reviewed(messages, strict, warn);
  reviewed(await configuration.apply(state), strict, warn);
  return new MemoryDecisions(configuration, settings, expectations, warn);
}

function settingsOf(environment: Environment): DecisionSettings {
  try {
    return loadDecisionSettings(environment);
  } catch (error) {
    throw error instanceof InvalidConfiguration ? new Failure(error.message) : error;
  }
}
