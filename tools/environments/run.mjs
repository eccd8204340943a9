// npm run test:environments: API and proxy in the databases that operators have: languages, poolers, settings. Each row has to show
// the same as PostgreSQL in the language C, or the start refuses it with a line that names the remedy.
//
//   node tools/environments/run.mjs [part of the names of rows]
//
// Needs Debian's packages postgresql, pgbouncer and locales. The rows are in rows.ts.
import { spawnSync } from 'node:child_process';
import { Failure, isProgram, root, runProgram } from '../scripts/checkout.mjs';
import { installWhenNeeded } from '../scripts/install.mjs';
import { missingPeers, noticeOf } from '../scripts/peers.mjs';
import { findSecondDatabase } from '../scripts/second-database.mjs';

/** The peers without which no row can be run. */
const PEERS = ['localedef', 'pgbouncer'];

/**
 * Runs the rows whose names contain all of the texts.
 *
 * @param {readonly string[]} selection
 * @returns {boolean} whether all have passed
 */
export function runEnvironments(selection = []) {
  const missing = missingPeers(process.env).filter((peer) => PEERS.includes(peer));
  if (missing.length > 0) throw new Failure(noticeOf(missing));
  const programs = findSecondDatabase({})?.environment['SVC_TEST_POSTGRES_BIN'];
  if (!programs)
    throw new Failure(
      'There is no PostgreSQL of the system here. Install the package postgresql, and run again.',
    );
  const args = ['node_modules/jest/bin/jest.js', '--ci', '--selectProjects', 'environments'];
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      SVC_TEST_ENVIRONMENTS: selection.length > 0 ? selection.join(',') : 'all',
      SVC_TEST_POSTGRES_INSTALLED: programs,
    },
  });
  return status === 0;
}

if (isProgram(import.meta.url))
  await runProgram(async () => {
    installWhenNeeded();
    process.exitCode = runEnvironments(process.argv.slice(2)) ? 0 : 1;
  });
