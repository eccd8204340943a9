// Times of the authority of a user in a service, for tools/bench/access-engine.mjs.
import { spread, timesOf } from './timing.mjs';

const BATCH = 100;

/**
 * Times to determine the authority of a user in a service, in nanoseconds: for the first time, single and
 * less the clock's own time; and repeatedly, as means of batches of a hundred, of all pairs and of a thousand of them.
 */
export function authorities(snapshot, users, services, random) {
  const drawn = (from) => 1 + Math.floor(random() * from);
  const pairs = Array.from({ length: 20_000 }, () => [drawn(users), drawn(services)]);
  const warm = pairs.splice(0, 2000);
  for (const [user, service] of warm) snapshot.authority(user, service);
  const first = timesOf(pairs, ([user, service]) => snapshot.authority(user, service));
  const again = (chosen, rounds) => {
    const batches = [];
    for (let round = 0; round < rounds; round++) {
      for (let from = 0; from < chosen.length; from += BATCH) {
        const at = performance.now();
        for (let index = from; index < from + BATCH; index++)
          snapshot.authority(chosen[index][0], chosen[index][1]);
        batches.push(((performance.now() - at) * 1e6) / BATCH);
      }
    }
    return batches;
  };
  const busy = again(pairs.slice(0, 1000), 100);
  const cold = again(pairs, 2);
  return { first: spread(first), busy: spread(busy), cold: spread(cold) };
}

/**
 * The same, for the first time, with more single resources than the engine examines: 5000 with
 * denials of fifteen groups each, below an allowance of the user that outranks them, four levels deep, for a user in
 * twenty groups.
 */
export function authorityAtTheLimit(builder) {
  const resource = (id, parentId) => {
    const type = parentId ? 'route' : 'service';
    return { id, name: `node-${id}`, type, parentId, rootServiceId: parentId && 1, ordering: id };
  };
  const assignment = (principalId, resourceId, access) => ({
    principalId,
    resourceId,
    name: 'read',
    access,
    scope: 'recursive',
  });
  const leaves = Array.from({ length: 5000 }, (_, index) => 4 + index);
  const groups = Array.from({ length: 20 }, (_, index) => index + 3);
  const own = assignment(1, 2, 'allow');
  const snapshot = builder
    .addUsers([{ id: 1, name: 'user' }])
    .addGroups(groups.map((id) => ({ id, name: `group-${id}` })))
    .addMemberships(groups.map((groupId) => ({ userId: 1, groupId })))
    .addResources([resource(1, null), resource(2, 1), resource(3, 2), ...leaves.map((id) => resource(id, 3))])
    .addServices([{ resourceId: 1, type: 'api', url: null, configuration: null }])
    .addUserAssignments([own])
    .addGroupAssignments([
      assignment(3, 1, 'allow'),
      ...groups.slice(0, 15).flatMap((group) => leaves.map((id) => assignment(group, id, 'deny'))),
    ])
    .finish(1);
  const ask = () => snapshot.authority(1, 1);
  const clearCache = () =>
    snapshot.apply({
      revision: snapshot.revision + 1,
      entries: [{ entity: 'user_rule', op: 'update', row: own }],
    });
  return spread(timesOf(Array.from({ length: 1000 }), ask, clearCache).slice(200));
}
