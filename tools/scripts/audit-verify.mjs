// npm run audit:verify: checks the hash chains of the audit log, and reports where they are broken.
//
//   node tools/scripts/audit-verify.mjs [--url …] [--expect changes:41:<hash>] [--expect events:7:<hash>]
//
// Without --url and SVC_DB_URL it checks the embedded database in the data folder, while Gatehouse is stopped. It needs read
// access only. Exits with 1 if it finds a problem. See `docs/audit.md`.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { Failure, isProgram, loadBuilt, runProgram } from './checkout.mjs';
import { readConfiguration } from './configuration.mjs';
import { installWhenNeeded } from './install.mjs';
import { openServer } from './open-server.mjs';

/** @typedef {import('../../libs/server/audit/src/index.js').ChainHead} ChainHead */
/** @typedef {import('../../libs/server/audit/src/index.js').ChainProblem} ChainProblem */

/** @param {readonly string[]} args */
function readOptions(args) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { url: { type: 'string' }, expect: { type: 'string', multiple: true, default: [] } },
    });
    return { url: values.url, expected: values.expect.map(readHead) };
  } catch (error) {
    throw error instanceof Failure ? error : new Failure(/** @type {Error} */ (error).message);
  }
}

/** @param {string} text @returns {ChainHead} */
function readHead(text) {
  const [, chain, position, hash] = /^(changes|events):(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (!chain || !position || !hash) throw new Failure('--expect takes a head as it was printed.');
  return { chain: chain === 'events' ? 'events' : 'changes', position: Number(position), hash };
}

/** @param {ChainProblem} problem */
function described({ chain, position, problem, through, recordedAs }) {
  const subject = chain === 'changes' ? 'revision' : 'event';
  const where = `${subject} ${position}`;
  switch (problem) {
    case 'missing':
      return through === position
        ? `${where} is missing`
        : `${subject}s ${position} to ${through} are missing`;
    case 'reordered':
      return `${where} was recorded as ${subject} ${recordedAs}`;
    case 'unsealed':
      return `${where} has no link`;
    case 'unexpected-head':
      return `${where} has another link than expected: the chain was computed again`;
    default:
      return `${where} is not what was recorded`;
  }
}

/** @param {string} url @param {readonly ChainHead[]} expected */
async function verify(url, expected) {
  /** @type {typeof import('../../libs/server/database/src/index.js')} */
  const { createDataSource } = loadBuilt('libs/server/database/src/index.js');
  /** @type {typeof import('../../libs/server/audit/src/index.js')} */
  const { verifyAuditLog } = loadBuilt('libs/server/audit/src/index.js');
  const dataSource = await createDataSource({ url, poolSize: 1 })
    .initialize()
    .catch((error) => {
      throw new Failure(`The database cannot be reached: ${error.message}`);
    });
  try {
    // One consistent snapshot, while others continue to write.
    return await dataSource.transaction('REPEATABLE READ', (manager) => verifyAuditLog(manager, expected));
  } finally {
    await dataSource.destroy();
  }
}

/** @param {readonly string[]} args */
async function run(args) {
  const { url, expected } = readOptions(args);
  const { dataDir, settingOf } = readConfiguration({ ...process.env, SVC_DB_URL: undefined });
  const server = await openServer(url ?? process.env['SVC_DB_URL'] ?? settingOf('SVC_DB_URL'), dataDir);
  try {
    const { checked, removedThrough, heads, problems } = await verify(server.url, expected);
    for (const chain of /** @type {const} */ (['changes', 'events'])) {
      const removed =
        removedThrough[chain] > 0 ? `, removed by retention: 1 to ${removedThrough[chain]}` : '';
      console.log(`${chain}: ${checked[chain].toLocaleString('en')} checked${removed}`);
    }
    for (const { chain, position, hash } of heads) console.log(`head ${chain}:${position}:${hash}`);
    for (const problem of problems) console.log(`PROBLEM ${described(problem)}`);
    if (problems.length > 0) throw new Failure('The audit log was altered.');
    console.log('The audit log is intact.');
  } finally {
    await server.stop();
  }
}

if (isProgram(import.meta.url))
  await runProgram(async () => {
    installWhenNeeded();
    build();
    await run(process.argv.slice(2));
  });
