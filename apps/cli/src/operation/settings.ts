import { startProblem } from '@gatehouse/database';
import { InvalidConfiguration, type Settings, loadDatabaseSettings, loadSettings } from '@gatehouse/settings';
import { Failure } from '../failures';

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment with another settings file. */
export function withSettingsFile(environment: Environment, path: string | undefined): Environment {
  return path === undefined ? environment : { ...environment, SVC_INI_FILE_PATH: path };
}

/** Throws a {@link Failure} with all problems. */
export function settingsOf(environment: Environment): Settings {
  return explained(() => loadSettings(environment));
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
  } = explained(() => loadDatabaseSettings(environment));
  if (!url)
    throw new Failure(
      'SVC_DB_URL is not set.',
      undefined,
      'npm start runs the embedded database, which only it opens.',
    );
  return { url, directUrl, connectMillis: databaseTimeout * 1000 };
}

function explained<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw error instanceof InvalidConfiguration ? new Failure(error.message) : error;
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
