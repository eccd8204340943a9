// npm run seed: fills a database with realistic sample data, for trials, demonstrations and measurements.
//
//   node tools/scripts/seed.mjs [--size small|medium|large] [--years 0] [--seed 1] [--password …] [--url …] [--beside-others]
//
// --years adds a history: sign-ins, and what administrators do, until now; only in a database on which Gatehouse has never run.
// Without --url and SVC_DB_URL it fills the embedded database in the data folder, while Gatehouse is stopped. The accounts
// can sign in only with --password, which sets the same password for all.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { Failure, isProgram, loadBuilt, runProgram } from './checkout.mjs';
import { directUrlOf, readConfiguration, withoutDatabase } from './configuration.mjs';
import { openServer } from './open-server.mjs';
import { prepare } from './prepare.mjs';

/** @param {readonly string[]} args */
function readOptions(args) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        size: { type: 'string', default: 'small' },
        seed: { type: 'string', default: '1' },
        years: { type: 'string', default: '0' },
        password: { type: 'string' },
        url: { type: 'string' },
        'beside-others': { type: 'boolean', default: false },
      },
    });
    if (!/^\d{1,9}$/.test(values.seed)) throw new Failure('--seed takes a whole number.');
    if (!/^\d$/.test(values.years)) throw new Failure('--years takes a whole number up to 9.');
    return {
      ...values,
      seed: Number(values.seed),
      years: Number(values.years),
      besideOthers: values['beside-others'],
    };
  } catch (error) {
    throw error instanceof Failure ? error : new Failure(/** @type {Error} */ (error).message);
  }
}

/** @param {readonly string[]} args */
async function seed(args) {
  const options = readOptions(args);
  const { SIZES } = await import('./seed/platform.mjs');
  const size = Object.hasOwn(SIZES, options.size) ? SIZES[options.size] : undefined;
  if (!size) throw new Failure(`--size is one of ${Object.keys(SIZES).join(', ')}.`);

  // Only settings for data matter: secrets need not be set.
  const { dataDir, settings } = readConfiguration(withoutDatabase(process.env));
  const server = await openServer(options.url ?? directUrlOf(process.env), dataDir);
  try {
    const begun = performance.now();
    const filled = await fillServer(server.url, {
      size,
      seed: options.seed,
      password: options.password,
      settings,
      besideOthers: options.besideOthers,
      years: options.years,
      onProgress: progress(size.resources),
      onHistory: historyProgress(size.resources),
    });
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    for (const [name, count] of Object.entries(filled))
      console.log(`${name.padEnd(12)}${count.toLocaleString('en')}`);
    console.log(`${'seconds'.padEnd(12)}${seconds}`);
  } finally {
    await server.stop();
  }
}

/** @param {string} url @param {import('./seed/fill.mjs').Filling} filling */
async function fillServer(url, filling) {
  /** @type {typeof import('../../libs/server/database/src/index.js')} */
  const { createDataSource, migrate } = loadBuilt('libs/server/database/src/index.js');
  /** @type {typeof import('../../libs/problems/src/index.js')} */
  const { Problem } = loadBuilt('libs/problems/src/index.js');
  const { fill } = await import('./seed/fill.mjs');
  const dataSource = await createDataSource({ url, poolSize: 2 })
    .initialize()
    .catch((error) => {
      throw new Failure(`The database cannot be reached: ${error.message}`);
    });
  try {
    await migrate(dataSource);
    const filled = await fill(dataSource, filling);
    const [{ size, revisions }] = await dataSource.query(
      `SELECT pg_size_pretty(pg_database_size(current_database())) AS size, (SELECT value::integer FROM access_revision) AS revisions`,
    );
    return { ...filled, ...(filling.years ? { revisions } : {}), 'on disk': size };
  } catch (error) {
    // Such as a password that is too short, or a name that the settings do not allow.
    throw error instanceof Problem ? new Failure(`${error.detail} (${error.errorCode})`) : error;
  } finally {
    await dataSource.destroy();
  }
}

/** Reports every 10 % of progress. @param {number} total @returns {(done: number) => void} */
function progress(total) {
  let reported = 0;
  return (done) => {
    const tenth = Math.floor((done / total) * 10);
    if (tenth > reported && total >= 100_000) console.log(`${done.toLocaleString('en')} resources`);
    reported = Math.max(reported, tenth);
  };
}

/** The same of a history, of a platform with so many resources. @param {number} resources @returns {(share: number) => void} */
function historyProgress(resources) {
  let reported = 0;
  return (share) => {
    const tenth = Math.floor(share * 10);
    if (tenth > reported && resources >= 100_000) console.log(`${tenth * 10} % of the years`);
    reported = Math.max(reported, tenth);
  };
}

if (isProgram(import.meta.url))
  await runProgram(async () => {
    prepare({ quiet: true });
    await seed(process.argv.slice(2));
  });
