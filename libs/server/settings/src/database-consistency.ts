import type { DefinedValues } from './typed-settings';

/** What is wrong between the settings of the database. */
export function databaseProblems({
  databaseUrl,
  databaseDirectUrl,
}: Pick<DefinedValues, 'databaseUrl' | 'databaseDirectUrl'>): string[] {
  return databaseDirectUrl !== undefined && databaseUrl === undefined
    ? ['SVC_DB_DIRECT_URL needs SVC_DB_URL, which leads to the same database']
    : [];
}
