// Measures the access engine: one decision at a thousand to a million resources, with a million rules and a hundred
// thousand users throughout; authority in a service; loading, memory, and one change applied.
//
//   npm run build
//   node --expose-gc tools/bench/access-engine.mjs [--runs 3] [--resources 1000,1000000] [--group-share 0.5]
//
// Users are in the public group and in 1 to 19 of a thousand others. Half of the rules are held by users, half by groups
// (`--group-share`), spread evenly over the resources; two of five are of the requested permission. Trees are
// twelve levels deep at most. There are two workloads:
//
//   busy  a thousand users are checked on a thousand resources, drawn evenly: what a proxy sees within some seconds;
//   cold  users and resources are drawn evenly from all, so that little of the data is in the cache of a processor.
//
// Authority is computed for the first time (`first`), for the first time where the engine stops at its limit
// (`limit`), and again, about a thousand pairs of user and service (`busy`) and about eighteen thousand (`cold`).
//
// Every run is a separate process, and the figures are medians over the runs.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { authorities, authorityAtTheLimit } from './engine/authority.mjs';
import { clockCost, median, percentile } from './engine/timing.mjs';

const require = createRequire(import.meta.url);
const { SnapshotBuilder } = require('../../dist/libs/access-engine/src/index.js');
const { TYPE_CATALOGUE } = require('../../dist/libs/service-types/src/index.js');

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    resources: { type: 'string', default: '1000,10000,100000,1000000' },
    assignments: { type: 'string', default: '1000000' },
    users: { type: 'string', default: '100000' },
    groups: { type: 'string', default: '1000' },
    'group-share': { type: 'string', default: '0.5' },
    // Internal: measure this many resources once, in this process, and print the figures as JSON.
    once: { type: 'string' },
  },
});
if (!globalThis.gc) throw new Error('run with node --expose-gc');

const ASSIGNMENTS = Number(options.assignments);
const USERS = Number(options.users);
const GROUPS = Number(options.groups);
const GROUP_ASSIGNMENTS = Math.round(ASSIGNMENTS * Number(options['group-share']));
const DEPTH = 12;
const PUBLIC_GROUP = 1;
const ADMIN_GROUP = 2;
const NAMES = ['read', 'read', 'write', 'browse', 'getcapabilities'];

/** mulberry32: the same figures in every run. */
function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A tree in order of creation: each resource hangs below a random earlier one that is not too deep. */
function tree(count, random) {
  const parents = new Int32Array(count + 1);
  const roots = new Int32Array(count + 1);
  const depths = new Uint8Array(count + 1);
  const services = Math.max(1, Math.floor(count / 10_000));
  for (let id = 1; id <= count; id++) {
    if (id <= services) continue;
    let parent;
    do parent = 1 + Math.floor(random() * (id - 1));
    while (depths[parent] >= DEPTH - 1);
    parents[id] = parent;
    depths[id] = depths[parent] + 1;
    roots[id] = roots[parent] || parent;
  }
  return { parents, roots, services };
}

function* portions(count, rowOf, size = 10_000) {
  for (let from = 0; from < count; from += size) {
    const rows = [];
    for (let at = from; at < Math.min(count, from + size); at++) {
      const row = rowOf(at);
      if (row) rows.push(row);
    }
    yield rows;
  }
}

function* memberships(random) {
  for (let userId = 1; userId <= USERS; userId++) {
    yield { userId, groupId: PUBLIC_GROUP };
    const wanted = 1 + Math.floor(random() * 19);
    const groups = new Set();
    while (groups.size < wanted) groups.add(3 + Math.floor(random() * (GROUPS - 2)));
    for (const groupId of groups) yield { userId, groupId };
  }
}

/** Distinct (principal, resource, name), drawn evenly. */
function assignmentDrawer(principals, resources, random) {
  const seen = new Set();
  return () => {
    for (;;) {
      const principal = 1 + Math.floor(random() * principals);
      // The administrators' group decides without rules.
      const principalId = principal === ADMIN_GROUP ? PUBLIC_GROUP : principal;
      const resourceId = 1 + Math.floor(random() * resources);
      const name = NAMES[Math.floor(random() * NAMES.length)];
      const key = (principalId * 2_000_000 + resourceId) * 16 + NAMES.indexOf(name);
      if (seen.has(key)) continue;
      seen.add(key);
      return { principalId, resourceId, name, ...modifiers(random) };
    }
  };
}

function modifiers(random) {
  return { access: random() < 0.7 ? 'allow' : 'deny', scope: random() < 0.7 ? 'recursive' : 'match' };
}

const SPECIAL = { adminGroup: 'administrators', anonymousGroup: 'anonymous', anonymousUser: 'anonymous' };
const newBuilder = () => new SnapshotBuilder(SPECIAL, TYPE_CATALOGUE);

/** Loads portion by portion, as from a cursor; the time of making the rows is not counted. */
function load(resources) {
  const random = generator(resources);
  const { parents, roots, services } = tree(resources, random);
  const builder = newBuilder();
  let spent = 0;
  const timed = (work) => {
    const start = performance.now();
    const result = work();
    spent += performance.now() - start;
    return result;
  };
  const feed = (rowsOf, add) => {
    for (const rows of rowsOf) timed(() => add.call(builder, rows));
  };
  const special = { [PUBLIC_GROUP]: 'anonymous', [ADMIN_GROUP]: 'administrators' };
  feed(
    portions(USERS, (at) => ({ id: at + 1, name: `user-${at + 1}` })),
    builder.addUsers,
  );
  feed(
    portions(GROUPS, (at) => ({ id: at + 1, name: special[at + 1] ?? `group-${at + 1}` })),
    builder.addGroups,
  );
  feed([[...memberships(random)]], builder.addMemberships);
  const resourceRow = (at) => {
    const id = at + 1;
    const root = roots[id] || null;
    const type = root ? 'route' : 'service';
    return { id, name: `node-${id}`, type, parentId: parents[id] || null, rootServiceId: root, ordering: id };
  };
  feed(portions(resources, resourceRow), builder.addResources);
  const service = (at) => ({ resourceId: at + 1, type: 'api', url: null, configuration: null });
  feed(portions(services, service), builder.addServices);
  feed(
    portions(ASSIGNMENTS - GROUP_ASSIGNMENTS, assignmentDrawer(USERS, resources, random)),
    builder.addUserAssignments,
  );
  feed(portions(GROUP_ASSIGNMENTS, assignmentDrawer(GROUPS, resources, random)), builder.addGroupAssignments);
  const snapshot = timed(() => builder.finish(1));
  return { snapshot, seconds: spent / 1000 };
}

/** Megabytes in use; buffers are released some time after their collection. */
async function memory() {
  for (let round = 0; round < 4; round++) {
    gc();
    await setTimeout(50);
  }
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}

const BATCH = 100;
const ROUND = 100_000;

/** Users and resources of the decisions, `users` of them and `resources` of those. */
function questions(users, resources, all, random) {
  const drawn = (count, from) => Int32Array.from({ length: count }, () => 1 + Math.floor(random() * from));
  const who = drawn(users, USERS);
  const what = drawn(resources, all);
  const chosen = (from) =>
    Int32Array.from({ length: 3 * ROUND }, () => from[Math.floor(random() * from.length)]);
  return { who: chosen(who), what: chosen(what) };
}

/**
 * Times of single decisions in nanoseconds, less the clock's own; means of batches of a hundred; and decisions a second
 * in an unbroken loop.
 */
function decisions(snapshot, { who, what }) {
  let allowed = 0;
  const ask = (at) => {
    if (snapshot.decide(who[at], what[at], 'read', true).access === 'allow') allowed++;
  };
  for (let at = 0; at < ROUND; at++) ask(at);
  const start = performance.now();
  for (let at = 0; at < ROUND; at++) ask(at);
  const perSecond = ROUND / ((performance.now() - start) / 1000);
  const clock = clockCost();
  const singles = new Float64Array(ROUND);
  for (let at = 0; at < ROUND; at++) {
    const from = process.hrtime.bigint();
    ask(at + ROUND);
    singles[at] = Number(process.hrtime.bigint() - from) - clock;
  }
  const batches = [];
  for (let from = 2 * ROUND; from < 3 * ROUND; from += BATCH) {
    const at = performance.now();
    for (let index = from; index < from + BATCH; index++) ask(index);
    batches.push(((performance.now() - at) * 1e6) / BATCH);
  }
  return {
    p50: percentile(singles, 0.5),
    p99: percentile(singles, 0.99),
    batch50: percentile(batches, 0.5),
    batch99: percentile(batches, 0.99),
    perSecond,
    allowed: (100 * allowed) / (4 * ROUND),
  };
}

/** Times of applying one change in milliseconds: a rule set, a resource created, a member added, and their reverse. */
function changes(snapshot, resources, seed) {
  const random = generator(seed);
  const times = [];
  let revision = snapshot.revision;
  const apply = (entity, op, row) => {
    const start = performance.now();
    snapshot.apply({ revision: ++revision, entries: [{ entity, op, row }] });
    times.push(performance.now() - start);
  };
  for (let round = 0; round < 500; round++) {
    const id = resources + 1 + round;
    const parentId = 1 + Math.floor(random() * resources);
    const rootServiceId = snapshot.serviceOf(parentId).resourceId;
    const resource = { id, name: `new-${id}`, type: 'route', parentId, rootServiceId, ordering: id };
    const assignment = {
      principalId: PUBLIC_GROUP,
      resourceId: id,
      name: 'read',
      access: 'allow',
      scope: 'recursive',
    };
    const user = { id: USERS + 1 + round, name: `new-${id}` };
    const membership = { userId: user.id, groupId: PUBLIC_GROUP };
    apply('resource', 'insert', resource);
    apply('group_rule', 'insert', assignment);
    apply('user', 'insert', user);
    apply('membership', 'insert', membership);
    apply('group_rule', 'delete', assignment);
    apply('membership', 'delete', membership);
    apply('user', 'delete', user);
    apply('resource', 'delete', resource);
  }
  return times;
}

async function measure(resources) {
  const before = await memory();
  const { snapshot, seconds } = load(resources);
  const megabytes = (await memory()) - before;
  const random = generator(resources + 1);
  const busy = decisions(snapshot, questions(1000, 1000, resources, random));
  const cold = decisions(snapshot, questions(USERS, resources, resources, random));
  const services = Math.max(1, Math.floor(resources / 10_000));
  const authority = authorities(snapshot, USERS, services, random);
  authority.limit = authorityAtTheLimit(newBuilder());
  const applied = changes(snapshot, resources, resources + 2);
  const change = { p50: median(applied), p99: percentile(applied, 0.99), most: Math.max(...applied) };
  return { busy, cold, authority, megabytes, seconds, change };
}

/** The same figures of a fresh process. */
function measureApart(resources) {
  const args = [
    '--expose-gc',
    fileURLToPath(import.meta.url),
    ...process.argv.slice(2),
    '--once',
    String(resources),
  ];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

function report(sizes) {
  const results = sizes.map((resources) => {
    const runs = Array.from({ length: Number(options.runs) }, () => measureApart(resources));
    return { resources, of: (figure) => median(runs.map(figure)) };
  });
  for (const workload of ['busy', 'cold']) {
    console.log(`\ndecisions, ${workload} (nanoseconds)`);
    console.table(
      results.map(({ resources, of }) => ({
        resources,
        p50: Math.round(of((run) => run[workload].p50)),
        p99: Math.round(of((run) => run[workload].p99)),
        'p50 of batches': Math.round(of((run) => run[workload].batch50)),
        'p99 of batches': Math.round(of((run) => run[workload].batch99)),
        'a second': Math.round(of((run) => run[workload].perSecond)),
        'allowed %': Math.round(of((run) => run[workload].allowed)),
      })),
    );
    const batch = ({ of }) => of((run) => run[workload].batch50);
    const growth = batch(results.at(-1)) / batch(results[0]);
    console.log(
      `growth from ${results[0].resources} to ${results.at(-1).resources} resources: ${growth.toFixed(2)}×`,
    );
  }
  console.log('\nauthority of a user in a service (nanoseconds)');
  console.table(
    results.map(({ resources, of }) => {
      const figures = ['first', 'limit', 'busy', 'cold'].flatMap((kind) =>
        ['p50', 'p99'].map((share) => [
          `${kind} ${share}`,
          Math.round(of((run) => run.authority[kind][share])),
        ]),
      );
      return { resources, ...Object.fromEntries(figures) };
    }),
  );
  console.log('\nloading, memory, one change applied');
  console.table(
    results.map(({ resources, of }) => ({
      resources,
      MB: Math.round(of((run) => run.megabytes)),
      'load s': Number(of((run) => run.seconds).toFixed(2)),
      'change p50 ms': Number(of((run) => run.change.p50).toFixed(4)),
      'change p99 ms': Number(of((run) => run.change.p99).toFixed(4)),
      'change max ms': Number(of((run) => run.change.most).toFixed(2)),
    })),
  );
}

if (options.once) console.log(JSON.stringify(await measure(Number(options.once))));
else report(options.resources.split(',').map(Number));
