import { startProblem } from '@gatehouse/database';
import { InvalidConfiguration, type Settings, loadDatabaseSettings, loadSettings } from '@gatehouse/settings';
import { Failure } from '../failures';
import type { Environment } from './settings-file';

/** Where settings come from, for somebody who has named no file. */
function whence({ SVC_INI_FILE_PATH: file }: Environment): string | undefined {
  return file
    ? undefined
    : 'Settings come from the environment, and from a settings file (SVC_INI_FILE_PATH).';
}

/** Throws a {@link Failure} with all problems. */
export function settingsOf(environment: Environment): Settings {
  return explained(environment, () => loadSettings(environment));
}

export interface DatabaseAccess {
  readonly url: string;
  readonly directUrl: string | undefined;
  readonly connectMillis: number;
}

/** Where the database is; other settings may be wrong. Throws a {@link Failure}. */
export function databaseOf(environment: Environment): DatabaseAccess {
  const {
    databaseUrl: url,
    databaseDirectUrl: directUrl,
    databaseTimeout,
  } = explained(environment, () => loadDatabaseSettings(environment));
  if (!url)
    throw new Failure(
      'SVC_DB_URL is not set.',
      undefined,
      [whence(environment), 'npm start runs an embedded database, which only it opens.']
        .filter((hint) => hint !== undefined)
        .join(' '),
    );
  return { url, directUrl, connectMillis: databaseTimeout * 1000 };
}

function explained<Result>(environment: Environment, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw error instanceof InvalidConfiguration
      ? new Failure(error.message, undefined, whence(environment))
      : error;
  }
}

/** Failures of the database and of settings, explained; others are thrown as they are. */
export async function explaining<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const problem = error instanceof InvalidConfiguration ? error.message : startProblem(error);
    throw problem === undefined ? error : new Failure(problem);
  }
}
