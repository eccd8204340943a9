// A platform that has grown: large deletions, many rows in one request, a follower that was stopped, whole trees, memory. A probe
// writes each 100 ms, reads and decides each 50 ms, and signs in twice a second beside what is measured.
//
//   node tools/bench/growth.mjs [--part deletions,group,sessions,rows,follower,trees,memory] [--again]      (after npm run build)
//
// The result of each part is a file in --folder; a part that has one is not measured again without --again. Sizes are options, so that
// everything can be tried in a minute: --resources 10000 --members 1000 --sessions 2000 --changes 15000 --stopped 5 --rounds 1 --minutes 3
import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { root } from '../scripts/checkout.mjs';
import { deleteGroup, deleteService, endSessions } from './growth/deletions.mjs';
import { follow } from './growth/follower.mjs';
import { memory } from './growth/memory.mjs';
import { storePart, storedPart, tables } from './growth/results.mjs';
import { manyRows } from './growth/rows.mjs';

const run = promisify(execFile);

const { values } = parseArgs({
  options: {
    part: { type: 'string' },
    again: { type: 'boolean', default: false },
    folder: { type: 'string', default: join(root, 'test-output/growth') },
    /** Of the service that is deleted; others have 10⁶, or as many if these are fewer. */
    resources: { type: 'string', default: '1200000' },
    members: { type: 'string', default: '50000' },
    sessions: { type: 'string', default: '100000' },
    rows: { type: 'string', default: '10000' },
    changes: { type: 'string', default: '1500000' },
    stopped: { type: 'string', default: '60' },
    minutes: { type: 'string', default: '100' },
    rate: { type: 'string', default: '60' },
    rounds: { type: 'string', default: '3' },
  },
});
const numberOf = (
  /** @type {'resources' | 'members' | 'sessions' | 'rows' | 'changes' | 'stopped' | 'minutes' | 'rate' | 'rounds'} */ name,
) => Number(values[name]);
const rounds = numberOf('rounds');
const resources = numberOf('resources');
const directory = Math.min(resources, 1_000_000);

/** @type {Readonly<Record<string, () => Promise<import('./growth/results.mjs').Part>>>} */
const PARTS = {
  deletions: () => deleteService({ resources, rounds }),
  group: () => deleteGroup({ members: numberOf('members'), rounds }),
  sessions: () => endSessions({ sessions: numberOf('sessions'), rounds }),
  rows: () =>
    manyRows({ rows: numberOf('rows'), resources: Math.max(directory / 5, 1.2 * numberOf('rows')), rounds }),
  follower: () =>
    follow({
      resources: directory,
      changes: numberOf('changes'),
      stoppedSeconds: numberOf('stopped'),
      rounds,
    }),
  trees,
  memory: () => memory({ resources: directory, minutes: numberOf('minutes'), rate: numberOf('rate') }),
};

/** The whole trees of `trees.mjs`, of which one reply of each kind is measured. */
async function trees() {
  const file = join(values.folder, 'trees.rows.tmp');
  await mkdir(values.folder, { recursive: true });
  const program = fileURLToPath(new URL('trees.mjs', import.meta.url));
  const args = [
    '--resources',
    String(directory),
    '--rounds',
    String(rounds),
    '--only',
    '0,2,5',
    '--json',
    file,
  ];
  const { stdout } = await run(process.execPath, [program, ...args], { maxBuffer: 64 * 1024 * 1024 });
  console.log(stdout);
  return JSON.parse(await readFile(file, 'utf8'));
}

const chosen = values.part?.split(',') ?? Object.keys(PARTS);
const unknown = chosen.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. There are ${Object.keys(PARTS).join(', ')}.`);
  process.exit(2);
}
for (const name of chosen) {
  if (!values.again && (await storedPart(values.folder, name))) {
    console.log(`${name}: measured before (--again repeats it)`);
    continue;
  }
  const begun = Date.now();
  await storePart(values.folder, name, await PARTS[name]());
  console.log(`${name}: ${Math.round((Date.now() - begun) / 1000)} s`);
}
console.log(await tables(values.folder));
