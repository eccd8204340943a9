// node tools/bench/apply.mjs [--resources 1000000] [--changes 1500000] [--each 1000] [--groups 10] — the time that a process needs to apply
// revisions of many assignments to groups, each of which has more and more of them: median, 99th percentile, longest. After `npm run build`.
import { parseArgs } from 'node:util';
import { loadBuilt } from '../scripts/checkout.mjs';
import { quantile } from './system.mjs';

const { values } = parseArgs({
  options: {
    resources: { type: 'string', default: '1000000' },
    changes: { type: 'string', default: '1500000' },
    each: { type: 'string', default: '1000' },
    groups: { type: 'string', default: '10' },
  },
});
const [resources, changes, each, groups] = [values.resources, values.changes, values.each, values.groups].map(
  Number,
);
/** Entries of a snapshot that are reclaimed between revisions, as a follower does. */
const RECLAIMED = 50_000;
const FIRST_GROUP = 10;
const FIRST_LEAF = 1_000;
const BRANCHES = 20;

const { SnapshotBuilder } = loadBuilt('libs/access-engine/src/index.js');
const { TYPE_CATALOGUE } = loadBuilt('libs/service-types/src/index.js');

const names = { adminGroup: 'administrators', anonymousUser: 'anonymous', anonymousGroup: 'anonymous' };
const builder = new SnapshotBuilder(names, TYPE_CATALOGUE);
builder.addUsers([
  { id: 1, name: 'admin' },
  { id: 2, name: 'anonymous' },
]);
builder.addGroups([
  { id: 1, name: 'administrators' },
  { id: 2, name: 'anonymous' },
  ...Array.from({ length: groups }, (_, index) => ({ id: FIRST_GROUP + index, name: `group-${index}` })),
]);
builder.addMemberships([]);
builder.addResources([...rowsOfTree()]);
builder.addServices([
  { resourceId: 1, type: 'api', url: 'http://127.0.0.1:9', configuration: null, proxy: null },
]);
const snapshot = builder.finish(1);

const times = [];
for (let written = 0, revision = 2; written < changes; written += each, revision += 1) {
  const entries = Array.from({ length: each }, (_, index) => assignment(written + index));
  const begun = performance.now();
  snapshot.apply({ revision, entries });
  times.push(performance.now() - begun);
  snapshot.reclaim(RECLAIMED);
}
const [median, most, longest] = [0.5, 0.99, 1].map((q) => quantile(times, q).toFixed(2));
console.log(
  `${times.length} revisions of ${each} assignments, ${resources} resources: median ${median} ms, p99 ${most} ms, longest ${longest} ms`,
);

/** A service with some branches that have all others below them. */
function* rowsOfTree() {
  const row = { type: 'route', rootServiceId: 1 };
  yield { id: 1, name: 'wide', type: 'service', parentId: null, rootServiceId: null, ordering: 0 };
  for (let index = 0; index < BRANCHES; index += 1)
    yield { ...row, id: 10 + index, name: `branch-${index}`, parentId: 1, ordering: index };
  for (let index = 0; index < resources; index += 1)
    yield {
      ...row,
      id: FIRST_LEAF + index,
      name: `leaf-${index}`,
      parentId: 10 + (index % BRANCHES),
      ordering: index,
    };
}

/** The assignments of a group on all resources, then those of the next one. @param {number} index */
function assignment(index) {
  const group = FIRST_GROUP + Math.floor(index / resources);
  const row = {
    principalId: group,
    resourceId: FIRST_LEAF + (index % resources),
    name: 'read',
    access: 'allow',
    scope: 'match',
  };
  return { entity: 'group_rule', op: 'insert', row };
}
