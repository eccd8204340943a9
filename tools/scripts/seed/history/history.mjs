// Years of operation: sign-ins and what becomes of their sessions, and what administrators do.
import { Failure } from '../../checkout.mjs';
import { Random } from '../random.mjs';
import { Administration } from './administration.mjs';
import { sessionEvents } from './session-events.mjs';
import { SessionWriter } from './session-writer.mjs';
import { workingTimes } from './times.mjs';

/** @typedef {import('typeorm').DataSource} DataSource */
/** @typedef {import('../bulk-writer.mjs').BulkWriter} BulkWriter */
/** @typedef {import('./administration.mjs').Principal} Principal */
/** @typedef {import('./session-events.mjs').Member} Member */

/** What administrators do in a year, for each account. */
const ACTIONS_OF_A_YEAR = 0.1;
/** Resources of which some get new assignments or children. */
const MAX_CHANGED_RESOURCES = 20_000;
/** Actions after which the statistics of the planner are refreshed: the log grows faster than they are refreshed by themselves. */
const ANALYZE_EVERY = 500;
const DAY_MS = 86_400_000;
export const YEAR_MS = 365 * DAY_MS;

/**
 * Rejects a database whose log has revisions: those of the history are older.
 *
 * @param {DataSource} dataSource
 */
export async function refuseLater(dataSource) {
  const [{ value }] = await dataSource.query('SELECT value FROM access_revision');
  if (Number(value) > 0)
    throw new Failure(
      'Years of operation belong in a database on which Gatehouse has never run: its log would not be in the order of time.',
    );
}

/**
 * Writes the history after everything else, until now.
 *
 * @param {DataSource} dataSource
 * @param {object} history
 * @param {BulkWriter} history.writer
 * @param {ReturnType<typeof import('./dated-unit-of-work.mjs').createDatedUnitOfWork>} history.unitOfWork
 * @param {number} history.until in ms since 1970
 * @param {number} history.seed
 * @param {readonly Member[]} history.members
 * @param {readonly Principal[]} history.groups
 * @param {{ id: number, name: string }} history.administrator
 * @param {{ cookieExpire: number, sessionMaxAge: number }} history.settings
 * @param {(share: number) => void} history.onProgress
 */
export async function writeHistory(
  dataSource,
  { writer, unitOfWork, until, seed, members, groups, administrator, settings, onProgress },
) {
  const random = new Random(seed + 1);
  const from = unitOfWork.at.getTime();
  const { cookieExpire } = settings;
  const [reissueMs, cookieMs] = [cookieExpire * 100, cookieExpire * 1000];
  const events = sessionEvents({ from, until, members, reissueMs, cookieMs, random });
  const years = (until - from) / YEAR_MS;
  const actions = workingTimes(from, until, Math.round(members.length * ACTIONS_OF_A_YEAR * years), random);
  const resourceIds = await someResources(dataSource);
  const administration = new Administration({
    writer,
    unitOfWork,
    random,
    administrator,
    members,
    groups,
    resourceIds,
  });
  const sessions = await SessionWriter.open(dataSource, settings);
  try {
    let next = 0;
    for (const [index, at] of [...actions, until].entries()) {
      for (let event = events[next]; event && event.at <= at; event = events[(next += 1)])
        await sessions.add(event);
      await sessions.flush();
      if (at < until) await administration.act(at);
      if (index % ANALYZE_EVERY === 0) await dataSource.query('ANALYZE revisions, changes, audit_chain');
      onProgress((at - from) / (until - from));
    }
    await sessions.writeAddresses();
  } finally {
    await sessions.close();
  }
}

/** @param {DataSource} dataSource @returns {Promise<number[]>} ids, evenly from all services */
async function someResources(dataSource) {
  const rows = await dataSource.query(
    `SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id) AS place, count(*) OVER () AS total FROM resources) r
      WHERE place % greatest(1, total / $1) = 0 ORDER BY id`,
    [MAX_CHANGED_RESOURCES],
  );
  return rows.map((/** @type {{ id: number }} */ { id }) => id);
}
