// Deletions with many rows: of a service, of a group, of the sessions of an account.
import { setTimeout as sleep } from 'node:timers/promises';
import { assign, createResources, createUsers, numbered, writeBulk } from '../bulk.mjs';
import { startSystem } from './measured-system.mjs';
import { result } from './results.mjs';

/** @typedef {import('./measured-system.mjs').MeasuredSystem} MeasuredSystem */

const QUIET_MS = 10_000;
const AFTERWARDS_MS = 1_000;
/** Sessions of one revision. */
const SESSIONS_AT_ONCE = 400;

/**
 * What is deleted, made anew for each round.
 *
 * @typedef {object} Deletion
 * @property {string} path that is deleted
 * @property {string} decision path at the proxy that is allowed before
 * @property {string} cookie of the decision
 */

/** @param {{ resources: number, rounds: number }} options */
export const deleteService = ({ resources, rounds }) =>
  measureDeletions(`a service of ${resources.toLocaleString('en')} resources`, rounds, (system, round) =>
    makeService(system, `archive${round}`, resources),
  );

/** @param {{ members: number, rounds: number }} options */
export const deleteGroup = ({ members, rounds }) =>
  measureDeletions(`a group of ${members.toLocaleString('en')} members`, rounds, (system, round) =>
    makeGroup(system, round, members),
  );

/** @param {{ sessions: number, rounds: number }} options */
export const endSessions = ({ sessions, rounds }) =>
  measureDeletions(`${sessions.toLocaleString('en')} sessions of an account`, rounds, (system, round) =>
    makeSessions(system, `crowd${round}`, sessions),
  );

/**
 * @param {string} what
 * @param {number} rounds
 * @param {(system: MeasuredSystem, round: number) => Promise<Deletion>} make
 * @returns {Promise<import('./results.mjs').Part>}
 */
async function measureDeletions(what, rounds, make) {
  const system = await startSystem({ proxies: 2 });
  try {
    const measured = [];
    for (let round = 0; round < rounds; round += 1) {
      measured.push(await measure(system, await make(system, round)));
      console.log(`${what}, round ${round + 1}: ${JSON.stringify(measured.at(-1))}`);
    }
    return { title: what, results: resultsOf(measured), rounds: measured };
  } finally {
    await system.stop();
  }
}

/** @param {MeasuredSystem} system @param {Deletion} deletion */
async function measure(system, { path, decision, cookie }) {
  await settled(system, decision, cookie);
  const quiet = await system.watched(() => sleep(QUIET_MS));
  await system.loops();
  let [replyMs, visibleMs, removedSeconds] = [0, 0, 0];
  const reply = await system.watched(async () => {
    const begun = performance.now();
    await system.call('DELETE', path);
    replyMs = performance.now() - begun;
    visibleMs = await system.untilRefused(decision, cookie);
    await sleep(AFTERWARDS_MS);
  });
  const removal = await system.watched(async () => (removedSeconds = await system.untilRemoved()));
  return { replyMs, visibleMs, removedSeconds, quiet, reply, removal, loops: await system.loops() };
}

/** Waits until the proxies allow what the deletion withdraws: they have all that was written. */
async function settled(system, decision, cookie) {
  for (const { url } of system.proxies)
    for (;;) {
      const { status } = await fetch(url + decision, { headers: { Cookie: cookie } });
      if (status === 200) break;
      await sleep(500);
    }
  await sleep(5_000);
}

/** @param {any[]} rounds */
function resultsOf(rounds) {
  const longest = (window) => Math.max(...window.probes.map(({ max }) => max));
  const further = (round, window) =>
    Math.max(...window.probes.map(({ max }, index) => max - round.quiet.probes[index].max));
  const wait = { bar: '≤ 100 ms', most: 100 };
  return [
    result(rounds, 'reply', 'ms', ({ replyMs }) => replyMs, { bar: '≤ 1 s', most: 1_000 }),
    result(rounds, 'visible at both proxies after the reply', 'ms', ({ visibleMs }) => visibleMs, wait),
    result(rounds, 'others wait at most, before', 'ms', ({ quiet }) => longest(quiet)),
    result(
      rounds,
      'longer until the deletion is visible',
      'ms',
      (round) => further(round, round.reply),
      wait,
    ),
    result(rounds, 'longer while rows are removed', 'ms', (round) => further(round, round.removal), wait),
    result(
      rounds,
      'requests of others that failed',
      '',
      ({ reply, removal }) => reply.failed + removal.failed,
      {
        bar: '0',
        most: 0,
      },
    ),
    result(rounds, 'rows gone', 's', ({ removedSeconds }) => removedSeconds, {
      bar: '≤ 10 minutes',
      most: 600,
    }),
    result(rounds, 'event loop of the API held', 'ms', ({ loops }) => loops.api.max),
    result(rounds, 'event loop of the proxy held', 'ms', ({ loops }) => loops.proxy.max),
  ];
}

/** @param {MeasuredSystem} system @param {string} name @param {number} count @returns {Promise<Deletion>} */
async function makeService(system, name, count) {
  const decision = `/ows/verify/${name}/top1`;
  await system.call('POST', '/services', {
    service_name: name,
    service_type: 'api',
    service_url: 'http://127.0.0.1:9',
  });
  const cookie = await system.account(`reader-of-${name}`);
  await writeBulk(system.api, async (writer) => {
    const service = await writer.directory.services.byName(name);
    await createTree(writer, service, count);
  });
  await system.call('POST', `/users/reader-of-${name}/services/${name}/permissions`, {
    permission: 'read-allow-recursive',
  });
  return { path: `/services/${name}`, decision, cookie };
}

/**
 * A tree of routes with three levels, and an assignment on one of twenty of the lowest.
 *
 * @param {import('../../scripts/seed/bulk-writer.mjs').BulkWriter} writer
 * @param {any} service
 * @param {number} count
 */
export async function createTree(writer, service, count) {
  const [TOPS, BRANCHES] = [20, 50];
  const below = (parents, each, prefix) =>
    createResources(
      writer,
      service,
      'route',
      parents.flatMap((parent) => numbered(each, (number) => ({ name: `${prefix}${number}`, parent }))),
    );
  const tops = await below([service.id], TOPS, 'top');
  const branches = await below(tops, BRANCHES, 'branch');
  const leaves = await below(branches, Math.max(1, Math.floor(count / (TOPS * BRANCHES)) - 1), 'leaf');
  const [groupId] = await writer.commit(() =>
    writer.directory.groups.createAll([
      { name: `readers-${service.id}`, description: '', discoverable: false },
    ]),
  );
  const permission = { name: 'read', access: 'allow', scope: 'recursive' };
  const assigned = leaves.filter((_leaf, index) => index % 20 === 0);
  await assign(
    writer,
    service,
    assigned.map((resourceId) => ({ kind: 'group', principalId: groupId, resourceId, permission })),
  );
  return { tops, branches, leaves, groupId };
}

/** @param {MeasuredSystem} system @param {number} round @param {number} count @returns {Promise<Deletion>} */
async function makeGroup(system, round, count) {
  const [group, user, service] = [`team${round}`, `member${round}`, `shared${round}`];
  await system.call('POST', '/groups', { group_name: group });
  await system.call('POST', '/services', {
    service_name: service,
    service_type: 'api',
    service_url: 'http://127.0.0.1:9',
  });
  await system.call('POST', `/groups/${group}/services/${service}/permissions`, {
    permission: 'read-allow-recursive',
  });
  const cookie = await system.account(user);
  await system.call('POST', `/users/${user}/groups`, { group_name: group });
  await writeBulk(system.api, async (writer) => {
    const { id: groupId } = await writer.directory.groups.byName(group);
    const ids = await createUsers(
      writer,
      numbered(count, (number) => `m${round}-${number}`),
    );
    const memberships = ids.map((userId) => ({ userId, groupId }));
    await writer.inBatches(memberships, (batch) => writer.directory.memberships.createAll(batch));
  });
  return { path: `/groups/${group}`, decision: `/ows/verify/${service}/chart`, cookie };
}

/** @param {MeasuredSystem} system @param {string} user @param {number} count @returns {Promise<Deletion>} */
async function makeSessions(system, user, count) {
  const cookie = await system.account(user);
  await system.call('POST', `/users/${user}/services/small/permissions`, {
    permission: 'read-allow-recursive',
  });
  const [{ id }] = await system.dataSource.query('SELECT id FROM users WHERE name = $1', [user]);
  for (let made = 0; made < count; made += SESSIONS_AT_ONCE)
    await system.dataSource.transaction(async (manager) => {
      await manager.query("SELECT begin_revision('system', NULL, 'bench', NULL, NULL)");
      await manager.query(
        `WITH begun AS (INSERT INTO sessions (user_id, created_at, expires_at, signed_in_at)
           SELECT $1, now(), now() + interval '30 days', now() FROM generate_series(1, $2) RETURNING id)
         INSERT INTO session_tokens (token_hmac, session_id, issued_at, expires_at)
           SELECT sha256(uuid_send(gen_random_uuid())), id, now(), now() + interval '12 hours' FROM begun`,
        [id, Math.min(SESSIONS_AT_ONCE, count - made)],
      );
    });
  return { path: `/users/${user}/sessions`, decision: '/ows/verify/small/chart', cookie };
}
