// node tools/bench/effect.mjs [--resources 1000000] [--users 100000] [--groups 1000] [--assignments 1000000] [--entries 10000] — the time in
// which the effect of planned changes is computed on a large snapshot, and its longest step, during which a process does nothing else: median
// of five computations. After `npm run build`.
import { parseArgs } from 'node:util';
import { loadBuilt } from '../scripts/checkout.mjs';
import { quantile } from './system.mjs';

const { values } = parseArgs({
  options: {
    resources: { type: 'string', default: '1000000' },
    users: { type: 'string', default: '100000' },
    groups: { type: 'string', default: '1000' },
    assignments: { type: 'string', default: '1000000' },
    entries: { type: 'string', default: '10000' },
  },
});
const [resources, users, groups, assignments, entries] = [
  values.resources,
  values.users,
  values.groups,
  values.assignments,
  values.entries,
].map(Number);
const RUNS = 5;
const PUBLIC = 2;
const FIRST_GROUP = 10;
const FIRST_USER = 10;
const SERVICES = 20;
const FIRST_LEAF = 1_000;
const BRANCHES = 50;

const { SnapshotBuilder } = loadBuilt('libs/access-engine/src/index.js');
const { TYPE_CATALOGUE } = loadBuilt('libs/service-types/src/index.js');

/** mulberry32: the same figures in every run. */
let state = 42;
/** @param {number} below */
function random(below) {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * below);
}
/** @param {number} count @param {(index: number) => unknown} make */
const list = (count, make) => Array.from({ length: count }, (_, index) => make(index));

const builder = new SnapshotBuilder(
  { adminGroup: 'administrators', anonymousUser: 'anonymous', anonymousGroup: 'anonymous' },
  TYPE_CATALOGUE,
);
builder.addUsers([
  { id: 1, name: 'admin' },
  { id: 2, name: 'anonymous' },
  ...list(users, (index) => ({ id: FIRST_USER + index, name: `user-${index}` })),
]);
builder.addGroups([
  { id: 1, name: 'administrators' },
  { id: PUBLIC, name: 'anonymous' },
  ...list(groups, (index) => ({ id: FIRST_GROUP + index, name: `group-${index}` })),
]);
builder.addMemberships(rowsOfMembers());
builder.addResources([...rowsOfTree()]);
builder.addServices(
  list(SERVICES, (index) => ({
    resourceId: 1 + index,
    type: 'api',
    url: 'http://127.0.0.1:9',
    configuration: null,
    proxy: null,
  })),
);
builder.addUserAssignments(distinct(assignments / 2, () => anyRule(FIRST_USER + random(users))));
builder.addGroupAssignments(distinct(assignments / 2, () => anyRule(FIRST_GROUP + random(groups))));
const snapshot = builder.finish(1);

const NOTHING = {
  ...{ users: [], groups: [], resources: [], memberships: [], rules: [] },
  ...{ removedUsers: [], removedGroups: [], removedResources: [] },
};
measure('assignments of users on resources', {
  rules: list(entries, () => edit('user', FIRST_USER + random(users), anyLeaf())),
});
measure('assignments of groups on resources', {
  rules: list(entries, () => edit('group', FIRST_GROUP + random(groups), anyLeaf())),
});
measure('assignments of groups on branches', {
  rules: list(entries, () => edit('group', FIRST_GROUP + random(groups), 100 + random(SERVICES * BRANCHES))),
});
measure('new resources with assignments of groups', {
  resources: list(entries, (index) => ({ parent: anyLeaf(), name: `new-${index}`, type: 'route' })),
  rules: list(entries, (index) => edit('group', FIRST_GROUP + random(groups), -1 - index)),
});
measure('new users in groups', {
  users: list(entries, (index) => `new-${index}`),
  memberships: list(entries, (index) => ({
    user: -1 - index,
    group: FIRST_GROUP + random(groups),
    joins: true,
  })),
});
measure('one assignment of the anonymous group to a service', { rules: [edit('group', PUBLIC, 1)] });
measure('assignments of the anonymous group on resources', {
  rules: list(entries, () => edit('group', PUBLIC, anyLeaf())),
});
measure('deletion of a service', { removedResources: [1] });

/** @param {string} name @param {object} edits */
function measure(name, edits) {
  const totals = [];
  const steps = [];
  let effect;
  for (let run = 0; run < RUNS; run += 1) {
    const running = snapshot.views.effect({ edits: { ...NOTHING, ...edits }, offset: 0, limit: 0 });
    const begun = performance.now();
    let longest = 0;
    for (let last = begun; ;) {
      const step = running.next();
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
      if (!step.done) continue;
      effect = step.value;
      break;
    }
    totals.push(performance.now() - begun);
    steps.push(longest);
  }
  const count = effect.gains.decisions + effect.losses.decisions;
  console.log(
    `${name}: ${quantile(totals, 0.5).toFixed(0)} ms, longest step ${quantile(steps, 0.5).toFixed(1)} ms, ` +
      `${effect.isComplete ? '' : 'at least '}${count} decisions of ${effect.gains.users + effect.losses.users} users`,
  );
}

/** @param {'user' | 'group'} kind @param {number} principal @param {number} resource */
function edit(kind, principal, resource) {
  return { kind, principal, resource, name: 'read', modifiers: { access: 'allow', scope: 'recursive' } };
}

function anyLeaf() {
  return FIRST_LEAF + SERVICES * BRANCHES + random(resources);
}

/** @param {number} principalId */
function anyRule(principalId) {
  return {
    ...{ principalId, resourceId: anyLeaf(), name: random(2) === 0 ? 'read' : 'write' },
    ...{ access: random(4) === 0 ? 'deny' : 'allow', scope: random(2) === 0 ? 'match' : 'recursive' },
  };
}

/** @param {number} count @param {() => any} make */
function distinct(count, make) {
  const rows = new Map();
  while (rows.size < count) {
    const row = make();
    rows.set(`${row.principalId} ${row.resourceId} ${row.name}`, row);
  }
  return [...rows.values()];
}

function* rowsOfMembers() {
  yield { userId: 1, groupId: 1 };
  for (const userId of [1, 2]) yield { userId, groupId: PUBLIC };
  for (let index = 0; index < users; index += 1) {
    const userId = FIRST_USER + index;
    yield { userId, groupId: PUBLIC };
    for (const group of new Set(list(random(19) + 1, () => random(groups))))
      yield { userId, groupId: FIRST_GROUP + group };
  }
}

/** Services with branches that have all others below them. */
function* rowsOfTree() {
  for (let service = 0; service < SERVICES; service += 1)
    yield {
      id: 1 + service,
      name: `service-${service}`,
      type: 'service',
      parentId: null,
      rootServiceId: null,
      ordering: 0,
    };
  for (let branch = 0; branch < SERVICES * BRANCHES; branch += 1) {
    const rootServiceId = 1 + (branch % SERVICES);
    yield {
      id: 100 + branch,
      name: `branch-${branch}`,
      type: 'route',
      parentId: rootServiceId,
      rootServiceId,
      ordering: branch,
    };
  }
  for (let leaf = 0; leaf < resources; leaf += 1) {
    const branch = leaf % (SERVICES * BRANCHES);
    yield {
      ...{ id: FIRST_LEAF + SERVICES * BRANCHES + leaf, name: `leaf-${leaf}`, type: 'route', ordering: leaf },
      ...{ parentId: 100 + branch, rootServiceId: 1 + (branch % SERVICES) },
    };
  }
}
