import { randomUUID } from 'node:crypto';
import { workingTimes } from './times.mjs';

/** @typedef {import('../random.mjs').Random} Random */
/** @typedef {{ id: number, name: string, institute: number }} Member */

/**
 * One event, as `session-writer.mjs` writes it. `in`: a sign-in; `token`: the cookie is reissued; `out`: a sign-out; `failed`: a
 * sign-in with a wrong password; `purge`: the job that removes what has expired.
 *
 * @typedef {object} SessionEvent
 * @property {'in' | 'token' | 'out' | 'failed' | 'purge'} kind
 * @property {number} at in ms since 1970
 * @property {string} [session]
 * @property {number} [user]
 * @property {string} [name]
 * @property {string} [address]
 * @property {string} [agent]
 * @property {string} [request]
 */

/** Sign-ins of an account in a year. */
const SIGN_INS_OF_A_YEAR = 7;
const FAILED_SHARE = 0.03;
const SIGN_OUT_SHARE = 0.08;
/** Sessions that are used so long that their cookie is reissued, and those of them for which that happens again. */
const REISSUED_SHARE = 0.16;
const PURGE_EVERY_MS = 600_000;
const DAYS_OF_A_YEAR = 365;
const DAY_MS = 86_400_000;

const AGENTS = [
  'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
  'python-requests/2.32.3',
  'QGIS/3.34.12',
];

/**
 * What happens to sessions between two times, in its order.
 *
 * @param {object} options
 * @param {number} options.from in ms since 1970
 * @param {number} options.until
 * @param {readonly Member[]} options.members
 * @param {number} options.reissueMs after which a cookie is reissued
 * @param {number} options.cookieMs for which it is valid; 0: as long as the session, without being reissued
 * @param {Random} options.random
 * @returns {SessionEvent[]}
 */
export function sessionEvents({ from, until, members, reissueMs, cookieMs, random }) {
  const years = (until - from) / (DAYS_OF_A_YEAR * DAY_MS);
  const signIns = Math.round(members.length * SIGN_INS_OF_A_YEAR * years);
  /** @type {SessionEvent[]} */
  const events = [];
  for (const at of workingTimes(from, until, signIns, random))
    events.push(...oneSession(at, random.pickEarly(members), { reissueMs, cookieMs, random }));
  for (let at = from + PURGE_EVERY_MS; at < until; at += PURGE_EVERY_MS) events.push({ kind: 'purge', at });
  return events.filter(({ at }) => at < until).sort((one, other) => one.at - other.at);
}

/**
 * @param {number} at
 * @param {Member} member
 * @param {{ reissueMs: number, cookieMs: number, random: Random }} options
 * @returns {SessionEvent[]}
 */
function oneSession(at, { id: user, name, institute }, { reissueMs, cookieMs, random }) {
  const session = randomUUID();
  const address = random.chance(0.7)
    ? `192.0.2.${institute * 8 + random.below(4)}`
    : `2001:db8:${institute.toString(16)}:${(user % 65_536).toString(16)}::${random.below(9) + 1}`;
  const agent = random.pickEarly(AGENTS);
  /** @param {SessionEvent['kind']} kind @param {number} time @returns {SessionEvent} */
  const event = (kind, time) => ({
    kind,
    at: time,
    session,
    user,
    name,
    address,
    agent,
    request: randomUUID(),
  });
  const events = random.chance(FAILED_SHARE)
    ? [event('failed', at - 20_000), event('in', at)]
    : [event('in', at)];
  let last = at;
  while (cookieMs > 0 && random.chance(REISSUED_SHARE)) {
    // Some time between the one at which it is due and the one at which the cookie has expired.
    last += Math.ceil(reissueMs + random.fraction() * 0.5 * (cookieMs - reissueMs));
    events.push(event('token', last));
  }
  if (random.chance(SIGN_OUT_SHARE)) events.push(event('out', last + 60_000 + random.below(3_600_000)));
  return events;
}
