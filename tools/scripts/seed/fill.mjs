import { Failure } from '../checkout.mjs';
import { BulkWriter } from './bulk-writer.mjs';
import { makeDuties, makeInstitutes, makePeople, makeProjects } from './people.mjs';
import { makePlatform } from './platform.mjs';
import { Random } from './random.mjs';
import { writeServices } from './services.mjs';

/** @typedef {import('./people.mjs').Person} Person */
/** @typedef {import('./people.mjs').Team} Team */
/** @typedef {import('./platform.mjs').Size} Size */
/** @typedef {import('./assignments.mjs').Principals} Principals */
/** @typedef {import('typeorm').DataSource} DataSource */

/**
 * @typedef {object} Filling
 * @property {Size} size
 * @property {number} seed the same one makes the same platform
 * @property {string | null} passwordHash of every account; null: none of them can sign in
 * @property {{ administrator: string, everybody: string }} special names of accounts and groups that are always there
 * @property {boolean} besideOthers whether the database may have other accounts and services
 * @property {(resources: number) => void} onProgress
 */

/** @typedef {Record<'services' | 'resources' | 'users' | 'groups' | 'memberships' | 'assignments', number>} Filled how much was made */

/**
 * Fills a database with a platform: people in groups, services with their trees and permission assignments. What was written before a failure
 * stays.
 *
 * @param {DataSource} dataSource of a schema that is up to date
 * @param {Filling} filling
 * @returns {Promise<Filled>}
 */
export async function fill(dataSource, { size, seed, passwordHash, special, besideOthers, onProgress }) {
  const random = new Random(seed);
  const people = makePeople(size.users, random);
  const [institutes, duties, projects] = [makeInstitutes(), makeDuties(), makeProjects(size.projects)];
  const blueprints = makePlatform(size, { people, projects });
  const teams = [...institutes, ...duties, ...projects];
  if (!besideOthers) await refuseOccupied(dataSource, special);
  await refuseTakenNames(dataSource, { users: people, groups: teams, services: blueprints });

  const writer = new BulkWriter(dataSource);
  const everybody = await findOrMakeEverybody(dataSource, writer, special.everybody);
  const groupIds = await writeTeams(writer, teams);
  const userIds = await writePeople(writer, people, passwordHash);
  const memberships = membershipsOf(people, userIds, { everybody, groupIds, institutes, random });
  let members = 0;
  await writer.inBatches(memberships, async (batch) => {
    await writer.insert('memberships', [
      ['user_id', 'int', batch.map(([user]) => user)],
      ['group_id', 'int', batch.map(([, group]) => group)],
    ]);
    members += batch.length;
  });

  /** @type {Principals} */
  const principals = {
    users: userIds,
    everybody,
    stewards: groupIds[institutes.length] ?? 0,
    // Projects have most assignments, and the first ones most of them.
    teams: [...groupIds.slice(institutes.length + duties.length), ...groupIds],
  };
  const { resources, assignments } = await writeServices(writer, blueprints, {
    size,
    principals,
    random,
    onProgress,
  });
  await dataSource.query('ANALYZE');
  return {
    services: blueprints.length,
    resources,
    users: userIds.length,
    groups: groupIds.length,
    memberships: members,
    assignments,
  };
}

/** @param {DataSource} dataSource @param {Filling['special']} special */
async function refuseOccupied(dataSource, { administrator, everybody }) {
  const [{ users, services }] = await dataSource.query(
    `SELECT (SELECT count(*)::int FROM users WHERE NOT lower(name) = ANY ($1)) AS users,
            (SELECT count(*)::int FROM services) AS services`,
    [[administrator.toLowerCase(), everybody.toLowerCase()]],
  );
  if (users + services > 0)
    throw new Failure(
      `The database is in use: it has ${counted(users, 'account')} and ${counted(services, 'service')}. Sample data belongs ` +
        'into an empty one, such as that of another data folder (SVC_DATA_DIR); --beside-others adds it nonetheless.',
    );
}

/** @param {number} count @param {string} noun */
function counted(count, noun) {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/**
 * Nothing is written when a name is taken, least of all half of it.
 *
 * @param {DataSource} dataSource
 * @param {{ users: readonly { name: string }[], groups: readonly { name: string }[], services: readonly { name: string }[] }} made
 */
async function refuseTakenNames(dataSource, { users, groups, services }) {
  for (const [table, things] of /** @type {const} */ ([
    ['users', users],
    ['groups', groups],
    ['resources', services],
  ])) {
    const [taken] = await dataSource.query(
      `SELECT name FROM ${table} WHERE lower(name) = ANY ($1) ${table === 'resources' ? 'AND parent_id IS NULL' : ''} LIMIT 1`,
      [things.map(({ name }) => name.toLowerCase())],
    );
    if (taken) throw new Failure(`The name ${taken.name} is taken. Was this database seeded before?`);
  }
}

/**
 * The group that everybody belongs to. Where Gatehouse has not been started on the database yet, its first start finds
 * the group and completes it.
 *
 * @param {DataSource} dataSource
 * @param {BulkWriter} writer
 * @param {string} name
 */
async function findOrMakeEverybody(dataSource, writer, name) {
  const [found] = await dataSource.query('SELECT id FROM groups WHERE name = $1', [name]);
  if (found) return Number(found.id);
  const [made = 0] = await writeTeams(writer, [{ name, title: name, description: '', discoverable: false }]);
  return made;
}

/** @param {BulkWriter} writer @param {readonly Team[]} teams */
async function writeTeams(writer, teams) {
  /** @type {number[]} */
  const ids = [];
  await writer.inBatches(teams, async (batch) => {
    const made = await writer.insertWithIds('groups', batch.length, () => [
      ['name', 'text', batch.map(({ name }) => name)],
      ['description', 'text', batch.map(({ description }) => description)],
      ['discoverable', 'boolean', batch.map(({ discoverable }) => discoverable)],
    ]);
    ids.push(...made);
  });
  return ids;
}

/** @param {BulkWriter} writer @param {readonly Person[]} people @param {string | null} passwordHash */
async function writePeople(writer, people, passwordHash) {
  /** @type {number[]} */
  const ids = [];
  await writer.inBatches(people, async (batch) => {
    const made = await writer.insertWithIds('users', batch.length, () => [
      ['name', 'text', batch.map(({ name }) => name)],
      ['email', 'text', batch.map(({ email }) => email)],
      ['password_hash', 'text', batch.map(() => passwordHash)],
    ]);
    ids.push(...made);
  });
  return ids;
}

/**
 * @param {readonly Person[]} people
 * @param {readonly number[]} userIds
 * @param {{ everybody: number, groupIds: readonly number[], institutes: readonly Team[], random: Random }} groups
 * @returns {Generator<[user: number, group: number], void, void>}
 */
function* membershipsOf(people, userIds, { everybody, groupIds, institutes, random }) {
  const others = groupIds.slice(institutes.length);
  for (const [index, { institute }] of people.entries()) {
    const joined = new Set([everybody, groupIds[institute] ?? everybody]);
    for (let more = random.below(5); more > 0; more -= 1) joined.add(random.pickEarly(others));
    for (const group of joined) yield [userIds[index] ?? 0, group];
  }
}
