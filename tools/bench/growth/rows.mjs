// One request that writes as many rows as a request may: the undo of a revision of 10,000 assignments.
import { setTimeout as sleep } from 'node:timers/promises';
import { writeBulk } from '../bulk.mjs';
import { createTree } from './deletions.mjs';
import { startSystem } from './measured-system.mjs';
import { result } from './results.mjs';

const QUIET_MS = 10_000;

/** @param {{ rows: number, resources: number, rounds: number }} options */
export async function manyRows({ rows, resources, rounds }) {
  const system = await startSystem();
  try {
    await system.call('POST', '/services', {
      service_name: 'wide',
      service_type: 'api',
      service_url: 'http://127.0.0.1:9',
    });
    const measured = [];
    await writeBulk(system.api, async (writer) => {
      const service = await writer.directory.services.byName('wide');
      const { leaves } = await createTree(writer, service, resources);
      const targets = leaves.slice(0, rows);
      if (targets.length < rows) throw new Error(`${rows} rows need more resources`);
      for (let round = 0; round < rounds; round += 1) {
        await assignToNewGroup(writer, service, targets, `rows-${round}`);
        await sleep(3_000);
        measured.push(await measure(system));
        console.log(`${rows} rows, round ${round + 1}: ${JSON.stringify(measured.at(-1))}`);
      }
    });
    return {
      title: `${rows.toLocaleString('en')} rows in one request`,
      results: resultsOf(measured),
      rounds: measured,
    };
  } finally {
    await system.stop();
  }
}

/** A revision of assignments, which the newest one is then. */
async function assignToNewGroup(writer, service, targets, name) {
  const [principalId] = await writer.commit(() =>
    writer.directory.groups.createAll([{ name, description: '', discoverable: false }]),
  );
  await writer.commit(() =>
    writer.directory.permissions.createAll(
      targets.map((id) => ({
        principal: { kind: 'group', id: principalId },
        resource: { id, name: '', displayName: '', type: 'route', serviceType: service.type },
        permission: { name: 'read', access: 'allow', scope: 'match' },
      })),
    ),
  );
}

/** @param {import('./measured-system.mjs').MeasuredSystem} system */
async function measure(system) {
  const [{ revision }] = await system.dataSource.query(
    "SELECT max(revision) AS revision FROM revisions WHERE actor_kind = 'system' AND actor_name = 'bench'",
  );
  const quiet = await system.watched(() => sleep(QUIET_MS));
  await system.loops();
  let replyMs = 0;
  const meanwhile = await system.watched(async () => {
    const begun = performance.now();
    await system.call('POST', `/changes/${revision}/undo`);
    replyMs = performance.now() - begun;
    await sleep(1_000);
  });
  return { replyMs, quiet, meanwhile, loops: await system.loops() };
}

/** @param {any[]} rounds */
function resultsOf(rounds) {
  const maxOf = (window, name) => window.probes.find((probe) => probe.name === name).max;
  return [
    result(rounds, 'reply', 'ms', ({ replyMs }) => replyMs),
    result(rounds, 'another write waits at most', 'ms', ({ meanwhile }) => maxOf(meanwhile, 'write'), {
      bar: '≤ 1 s (lock)',
      most: 1_000,
    }),
    result(rounds, 'longest wait of a write before', 'ms', ({ quiet }) => maxOf(quiet, 'write')),
    result(rounds, 'event loop of the API held', 'ms', ({ loops }) => loops.api.max, {
      bar: '≤ 100 ms',
      most: 100,
    }),
    result(rounds, 'event loop of the proxy held', 'ms', ({ loops }) => loops.proxy.max, {
      bar: '≤ 100 ms',
      most: 100,
    }),
    result(rounds, 'requests of others that failed', '', ({ meanwhile }) => meanwhile.failed, {
      bar: '0',
      most: 0,
    }),
  ];
}
