// A proxy that was stopped while much was written: how soon it is at the newest revision again, and for how long it is held.
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeBulk } from '../bulk.mjs';
import { createTree } from './deletions.mjs';
import { startSystem } from './measured-system.mjs';
import { result } from './results.mjs';

const QUIET_MS = 10_000;
const CATCH_UP_LIMIT_MS = 300_000;
const METRIC = /^gatehouse_proxy_snapshot_revision (\d+)/m;

/** @param {{ resources: number, changes: number, stoppedSeconds: number, rounds: number }} options */
export async function follow({ resources, changes, stoppedSeconds, rounds }) {
  const system = await startSystem({ proxies: 2 });
  try {
    await system.call('POST', '/services', {
      service_name: 'wide',
      service_type: 'api',
      service_url: 'http://127.0.0.1:9',
    });
    await writeBulk(system.api, async (writer) => {
      const service = await writer.directory.services.byName('wide');
      await createTree(writer, service, resources);
    });
    const cookie = await system.account('stopped');
    await system.call('POST', '/users/stopped/services/small/permissions', {
      permission: 'read-allow-recursive',
    });
    await sleep(10_000);
    const measured = { one: [], many: [] };
    for (let round = 0; round < rounds; round += 1)
      for (const [name, each] of /** @type {const} */ ([
        ['many', 1_000],
        ['one', changes],
      ])) {
        const seen = await measure(system, { changes, each, stoppedSeconds, cookie });
        measured[name].push(seen);
        console.log(`${changes} changes, ${each} in a revision, round ${round + 1}: ${JSON.stringify(seen)}`);
      }
    const title = `a proxy stopped during ${changes.toLocaleString('en')} changes at ${resources.toLocaleString('en')} resources`;
    const revisions = Math.ceil(changes / 1_000).toLocaleString('en');
    return {
      title,
      results: [
        ...resultsOf(`${revisions} revisions`, measured.many),
        ...resultsOf('1 revision', measured.one),
      ],
      rounds: [measured],
    };
  } finally {
    await system.stop();
  }
}

/**
 * @param {import('./measured-system.mjs').MeasuredSystem} system
 * @param {{ changes: number, each: number, stoppedSeconds: number, cookie: string }} options
 */
async function measure(system, { changes, each, stoppedSeconds, cookie }) {
  const [decides, stopped] = system.proxies;
  const pid = Number(stopped?.pid);
  // While one revision is written, no other write or sign-in is possible: that is what bounded revisions are for.
  const targets = each < changes ? 'all' : 'reading';
  const quiet = await system.watched(() => sleep(QUIET_MS), targets);
  const stoppedAt = performance.now();
  process.kill(pid, 'SIGSTOP');
  let writtenSeconds = 0;
  const meanwhile = await system.watched(async () => {
    try {
      await write(system, changes, each);
      writtenSeconds = (performance.now() - stoppedAt) / 1000;
      await sleep(Math.max(0, stoppedSeconds * 1000 - (performance.now() - stoppedAt)));
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  }, targets);
  const continuedAt = performance.now();
  const newest = await system.newestRevision();
  // The stop itself counts as a time for which the event loop was held, until this first report.
  await stopped.loop();
  const caught = await catchUp(stopped, newest, cookie);
  return {
    writtenSeconds,
    newestSeconds: (caught.at - continuedAt) / 1000,
    longestReplyMs: caught.longest,
    statuses: caught.statuses,
    loop: await stopped.loop(),
    otherProxy: await decides.loop(),
    api: await system.loop(),
    quiet,
    meanwhile,
  };
}

/** Asks the proxy for decisions and for its revision until it has the newest one. */
async function catchUp({ url }, newest, cookie) {
  const begun = performance.now();
  /** @type {Record<string, number>} */
  const statuses = {};
  let longest = 0;
  for (;;) {
    const asked = performance.now();
    const { status } = await fetch(`${url}/ows/verify/small/chart`, { headers: { Cookie: cookie } });
    longest = Math.max(longest, performance.now() - asked);
    statuses[status] = (statuses[status] ?? 0) + 1;
    const metrics = await (await fetch(`${url}/metrics`)).text();
    const at = performance.now();
    if (Number(METRIC.exec(metrics)?.[1] ?? -1) >= newest) return { at, longest, statuses };
    if (at - begun > CATCH_UP_LIMIT_MS) throw new Error('the proxy does not reach the newest revision');
    await sleep(50);
  }
}

/** Assignments of a group of its own on the first resources: by SQL, since no operation writes so many in one revision. */
async function write({ dataSource }, changes, each) {
  const name = `changes-${changes}-${each}-${Date.now()}`;
  /** @type {number[]} */
  let groups = [];
  await dataSource.transaction(async (manager) => {
    await manager.query("SELECT begin_revision('system', NULL, 'bench', NULL, NULL)");
    const rows = await manager.query(
      `INSERT INTO groups (name) SELECT $1 || '-' || n FROM generate_series(1, 10) n RETURNING id`,
      [name],
    );
    groups = rows.map(({ id }) => id);
  });
  const [{ count }] = await dataSource.query('SELECT count(*)::integer AS count FROM resources');
  let [written, group, after] = [0, 0, 0];
  while (written < changes) {
    const most = Math.min(each, changes - written);
    await dataSource.transaction(async (manager) => {
      await manager.query("SELECT begin_revision('system', NULL, 'bench', NULL, NULL)");
      for (let left = most; left > 0;) {
        const [{ rows, last }] = await manager.query(
          `WITH made AS (INSERT INTO group_permissions (group_id, resource_id, name, access, scope)
             SELECT $1, id, 'read', 'allow', 'match' FROM resources WHERE id > $2 ORDER BY id LIMIT $3 RETURNING resource_id)
           SELECT count(*)::integer AS rows, max(resource_id) AS last FROM made`,
          [groups[group], after, left],
        );
        left -= rows;
        written += rows;
        after = last ?? 0;
        if (left === 0) break;
        if (count === 0 || (group += 1) === groups.length) throw new Error('there are too few resources');
        after = 0;
      }
    });
  }
}

/** @param {string} which @param {any[]} rounds */
function resultsOf(which, rounds) {
  const longest = (window) => Math.max(...window.probes.map(({ max }) => max));
  return [
    result(rounds, `${which}: newest after SIGCONT`, 's', ({ newestSeconds }) => newestSeconds, {
      bar: '≤ 15 s',
      most: 15,
    }),
    result(rounds, `${which}: event loop held afterwards`, 'ms', ({ loop }) => loop.max, {
      bar: '≤ 100 ms',
      most: 100,
    }),
    result(
      rounds,
      `${which}: longest reply of the proxy meanwhile`,
      'ms',
      ({ longestReplyMs }) => longestReplyMs,
    ),
    result(rounds, `${which}: replies 503 meanwhile`, '', ({ statuses }) => statuses[503] ?? 0),
    result(rounds, `${which}: written in`, 's', ({ writtenSeconds }) => writtenSeconds),
    result(rounds, `${which}: event loop of the other proxy held`, 'ms', ({ otherProxy }) => otherProxy.max, {
      bar: '≤ 100 ms',
      most: 100,
    }),
    result(rounds, `${which}: event loop of the API held`, 'ms', ({ api }) => api.max, {
      bar: '≤ 100 ms',
      most: 100,
    }),
    result(rounds, `${which}: others wait at most, before`, 'ms', ({ quiet }) => longest(quiet)),
    result(rounds, `${which}: others wait at most, meanwhile`, 'ms', ({ meanwhile }) => longest(meanwhile)),
    result(rounds, `${which}: requests of others that failed`, '', ({ meanwhile }) => meanwhile.failed, {
      bar: '0',
      most: 0,
    }),
  ];
}
