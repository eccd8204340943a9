// npm run audit:verify: checks the hash chains of the audit log, and reports where they are broken.
//
//   node tools/scripts/audit-verify.mjs [--url …] [--expect changes:41:<hash>] [--expect events:7:<hash>] [--removed-ok]
//
// Without --url and SVC_DB_URL it checks the embedded database in the data folder, while Gatehouse is stopped. It needs read
// access only. Exits with 1 if it finds a problem, or something that it cannot check because it was removed, unless
// --removed-ok. See `docs/audit.md`.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { headText, readAuditLog, readHead } from './audit-log.mjs';
import { Failure, isProgram, loadBuilt, runProgram } from './checkout.mjs';
import { prepare } from './prepare.mjs';

/** @typedef {import('../../libs/server/audit/src/index.js').ChainProblem} ChainProblem */
/** @typedef {import('../../libs/server/audit/src/index.js').Verification} Verification */

const CHAINS = /** @type {const} */ (['changes', 'events']);

/** @typedef {ReturnType<typeof readOptions>} Options */

/** @param {readonly string[]} args */
export function readOptions(args) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        url: { type: 'string' },
        expect: { type: 'string', multiple: true, default: [] },
        'removed-ok': { type: 'boolean', default: false },
      },
    });
    return { url: values.url, expected: values.expect.map(readHead), removedOk: values['removed-ok'] };
  } catch (error) {
    throw error instanceof Failure ? error : new Failure(/** @type {Error} */ (error).message);
  }
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
    case 'wrong-anchor':
      return `the anchor at ${where} contradicts itself or the one before it: not only retention removed ${subject}s`;
    case 'unrecorded-removal':
      return `${subject}s up to ${position} were removed, and no event says so: not retention removed them`;
    default:
      return `${where} is not what was recorded`;
  }
}

/** @param {Verification} verification */
function report({ checked, removedThrough, unproven, unverifiable, heads, problems }) {
  for (const chain of CHAINS) {
    const removed = removedThrough[chain] > 0 ? `, removed by retention: 1 to ${removedThrough[chain]}` : '';
    console.log(`${chain}: ${checked[chain].toLocaleString('en')} checked${removed}`);
  }
  for (const head of heads) console.log(`head ${headText(head)}`);
  for (const chain of CHAINS) {
    const last = unproven[chain].at(-1);
    if (last !== undefined)
      console.log(`UNPROVEN ${chain} 1 to ${last}: an earlier version did not record their removal`);
  }
  for (const head of unverifiable)
    console.log(`UNVERIFIABLE ${headText(head)}: it is in the part that was removed`);
  for (const problem of problems) console.log(`PROBLEM ${described(problem)}`);
}

/**
 * Prints what was found, and throws a `Failure` unless the log is intact. The libraries have to be built.
 *
 * @param {Options} options
 */
export async function verify({ url, expected, removedOk }) {
  /** @type {typeof import('../../libs/server/audit/src/index.js')} */
  const { verifyAuditLog } = loadBuilt('libs/server/audit/src/index.js');
  const verification = await readAuditLog(url, (manager) => verifyAuditLog(manager, expected));
  report(verification);
  if (verification.problems.length > 0) throw new Failure('The audit log was altered.');
  const { unproven, unverifiable } = verification;
  const isOpen = unverifiable.length > 0 || CHAINS.some((chain) => unproven[chain].length > 0);
  if (isOpen && !removedOk)
    throw new Failure('Not everything can be checked, because it was removed; --removed-ok accepts that.');
  console.log(isOpen ? 'What remains of the audit log is intact.' : 'The audit log is intact.');
}

if (isProgram(import.meta.url))
  await runProgram(async () => {
    const options = readOptions(process.argv.slice(2));
    prepare({ quiet: true });
    await verify(options);
  });
