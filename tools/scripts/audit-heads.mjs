// npm run audit:heads: prints the heads of the audit log's chains, one a line, to be kept outside the database.
//
//   node tools/scripts/audit-heads.mjs [--url …]
//
// `audit:verify --expect` compares the log with them later. It needs read access only. See `docs/audit.md`.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { headText, readAuditLog } from './audit-log.mjs';
import { Failure, isProgram, loadBuilt, runProgram } from './checkout.mjs';
import { prepare } from './prepare.mjs';

/** @param {readonly string[]} args */
function readUrl(args) {
  try {
    return parseArgs({ args: [...args], options: { url: { type: 'string' } } }).values.url;
  } catch (error) {
    throw new Failure(/** @type {Error} */ (error).message);
  }
}

/** @param {string | undefined} url */
async function printHeads(url) {
  /** @type {typeof import('../../libs/server/audit/src/index.js')} */
  const { readHeads } = loadBuilt('libs/server/audit/src/index.js');
  for (const head of await readAuditLog(url, readHeads)) console.log(headText(head));
}

if (isProgram(import.meta.url))
  await runProgram(async () => {
    const url = readUrl(process.argv.slice(2));
    prepare({ quiet: true });
    await printHeads(url);
  });
