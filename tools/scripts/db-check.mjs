// npm run db:check: examines the database of SVC_DB_URL as the start of the API does, and changes nothing, also before an upgrade.
//
//   node tools/scripts/db-check.mjs
//
// Needs no settings but those of the database. Exits with 1 if the API could not start. See `docs/database.md`.
import process from 'node:process';
import { Failure, isProgram, loadBuilt, runProgram } from './checkout.mjs';
import { prepare } from './prepare.mjs';

/** @typedef {import('./configuration.mjs').Environment} Environment */

/**
 * Prints what was found, and throws a `Failure` with what prevents a start. The libraries have to be built.
 *
 * @param {Environment} environment
 * @param {(line: string) => void} print
 */
export async function checkDatabase(environment, print = console.log) {
  /** @type {typeof import('../../libs/server/settings/src/index.js')} */
  const { InvalidSettings, loadDatabaseSettings } = loadBuilt('libs/server/settings/src/index.js');
  /** @type {typeof import('../../libs/server/database/src/index.js')} */
  const { openDatabase, startProblem } = loadBuilt('libs/server/database/src/index.js');
  /** @type {typeof import('../../libs/server/workers/src/index.js')} */
  const { reportConnections } = loadBuilt('libs/server/workers/src/index.js');
  try {
    const settings = loadDatabaseSettings(environment);
    const { databaseUrl: url, databaseDirectUrl: directUrl } = settings;
    if (!url)
      return print('SVC_DB_URL is not set: npm start runs the embedded database, which needs no check.');
    const connectMillis = settings.databaseTimeout * 1000;
    const { dataSource, facts } = await openDatabase({
      url,
      directUrl,
      process: 'api',
      poolSize: 2,
      connectMillis,
    });
    await dataSource.destroy();
    const { version, encoding, schema, role, pending, warnings } = facts;
    print(`PostgreSQL ${version}, encoding ${encoding}, schema ${schema}, role ${role}`);
    print(
      pending === 0
        ? 'The start of this version does not change the schema.'
        : `The next start of the API changes the schema (${pending} ${pending === 1 ? 'migration' : 'migrations'}).`,
    );
    const log = (/** @type {object} */ _fields, /** @type {string} */ message) => print(message);
    reportConnections(settings, facts.available, { debug: log, info: log, warn: log, error: log });
    for (const warning of warnings) print(`Warning: ${warning}`);
    print('The database can be used.');
  } catch (error) {
    const problem = error instanceof InvalidSettings ? error.message : startProblem(error);
    throw problem === undefined ? error : new Failure(problem);
  }
}

if (isProgram(import.meta.url))
  await runProgram(async () => {
    prepare({ quiet: true });
    await checkDatabase(process.env);
  });
