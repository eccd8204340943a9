import { readFileSync } from 'node:fs';
import { UsageError } from '../failures';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment with another settings file. Throws a {@link UsageError} if there is none to read. */
export function withSettingsFile(environment: Environment, path: string | undefined): Environment {
  if (path !== undefined) checkReadable(path);
  return path === undefined ? environment : { ...environment, SVC_INI_FILE_PATH: path };
}

function checkReadable(path: string): void {
  try {
    readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`The settings file ${path} cannot be read (${code}).`);
  }
}
