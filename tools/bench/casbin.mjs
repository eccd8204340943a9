// Decides the same questions with the access engine and with casbin, on the same rules, in one process.
//
//   npm run build
//   node tools/bench/casbin.mjs [--assignments 100,1000,10000]
//
// casbin cannot express that assignments of users outrank those of groups or that the closest one applies; it is measured with roles,
// recursive rules as path prefixes, a deny that overrides. The figures compare the work of looking rules up, no more.
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';
import { newEnforcer, newModelFromString } from 'casbin';
import { median } from './system.mjs';

const require = createRequire(import.meta.url);
const { SnapshotBuilder } = require('../../dist/libs/access-engine/src/index.js');
const { TYPE_CATALOGUE } = require('../../dist/libs/service-types/src/index.js');
const { values } = parseArgs({ options: { assignments: { type: 'string', default: '100,1000,10000' } } });

const MODEL = `
[request_definition]
r = sub, obj, act
[policy_definition]
p = sub, obj, act, eft
[role_definition]
g = _, _
[policy_effect]
e = some(where (p.eft == allow)) && !some(where (p.eft == deny))
[matchers]
m = g(r.sub, p.sub) && keyMatch(r.obj, p.obj) && r.act == p.act
`;
const USERS = 100;
const GROUPS = 10;
const DEPTH = 4;

function scenario(count) {
  let state = 1;
  const random = (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % below;
  };
  const resources = [
    {
      id: 1,
      name: 'svc',
      type: 'service',
      parentId: null,
      rootServiceId: null,
      ordering: 0,
      depth: 0,
      path: '/svc',
    },
  ];
  for (let id = 2; id <= count; id += 1) {
    let parent = resources[random(resources.length)];
    if (parent.depth >= DEPTH) parent = resources[0];
    const name = `r${id}`;
    resources.push({
      id,
      name,
      type: 'route',
      parentId: parent.id,
      rootServiceId: 1,
      ordering: id,
      depth: parent.depth + 1,
      path: `${parent.path}/${name}`,
    });
  }
  const assignments = new Map();
  while (assignments.size < count) {
    const principal = random(GROUPS);
    const resource = resources[random(resources.length)];
    const access = random(4) === 0 ? 'deny' : 'allow';
    const name = random(2) === 0 ? 'read' : 'write';
    assignments.set(`${principal} ${resource.id} ${name}`, { principal, resource, access, name });
    if (assignments.size >= resources.length * GROUPS) break;
  }
  const groupOf = (user) => [user % GROUPS, (user * 7 + 3) % GROUPS];
  return { resources, assignments: [...assignments.values()], groupOf, random };
}

async function casbinOf({ assignments, groupOf }) {
  const enforcer = await newEnforcer(newModelFromString(MODEL));
  await enforcer.addPolicies(
    assignments.flatMap(({ principal, resource, access, name }) => [
      [`g${principal}`, resource.path, name, access],
      [`g${principal}`, `${resource.path}/*`, name, access],
    ]),
  );
  const memberships = [];
  for (let user = 0; user < USERS; user += 1) {
    for (const group of new Set(groupOf(user))) memberships.push([`u${user}`, `g${group}`]);
  }
  await enforcer.addGroupingPolicies(memberships);
  return enforcer;
}

function snapshotOf({ resources, assignments, groupOf }) {
  const builder = new SnapshotBuilder(
    {
      adminGroup: 'administrators',
      anonymousGroup: 'anonymous',
      anonymousUser: 'anonymous',
    },
    TYPE_CATALOGUE,
  );
  builder.addUsers([...Array(USERS).keys()].map((user) => ({ id: user + 1, name: `u${user}` })));
  builder.addGroups([...Array(GROUPS).keys()].map((group) => ({ id: group + 1, name: `g${group}` })));
  builder.addMemberships(
    [...Array(USERS).keys()].flatMap((user) =>
      [...new Set(groupOf(user))].map((group) => ({ userId: user + 1, groupId: group + 1 })),
    ),
  );
  builder.addResources(resources.map(({ depth: _depth, path: _path, ...resource }) => resource));
  builder.addServices([{ resourceId: 1, type: 'api', url: null, configuration: null }]);
  builder.addGroupAssignments(
    assignments.map(({ principal, resource, access, name }) => ({
      principalId: principal + 1,
      resourceId: resource.id,
      name,
      access,
      scope: 'recursive',
    })),
  );
  return builder.finish(1);
}

console.log('| rules | casbin, decisions/s | access engine, decisions/s | ratio |');
console.log('| --- | --- | --- | --- |');
for (const count of values.assignments.split(',').map(Number)) {
  const one = scenario(count);
  const enforcer = await casbinOf(one);
  const snapshot = snapshotOf(one);
  const questions = Array.from({ length: 1000 }, () => ({
    user: one.random(USERS),
    resource: one.resources[one.random(one.resources.length)],
  }));
  const casbin = [];
  const engine = [];
  for (let round = 0; round < 5; round += 1) {
    const sampled = Math.max(20, Math.min(1000, Math.floor(200_000 / count)));
    let begun = performance.now();
    for (const { user, resource } of questions.slice(0, sampled))
      await enforcer.enforce(`u${user}`, resource.path, 'read');
    casbin.push((sampled * 1000) / (performance.now() - begun));
    begun = performance.now();
    for (let again = 0; again < 200; again += 1) {
      for (const { user, resource } of questions) snapshot.decide(user + 1, resource.id, 'read', true);
    }
    engine.push((200 * questions.length * 1000) / (performance.now() - begun));
  }
  const [theirs, ours] = [median(casbin), median(engine)];
  console.log(
    `| ${one.assignments.length} | ${Math.round(theirs)} | ${Math.round(ours)} | ${Math.round(ours / theirs)} |`,
  );
}
