import { randomBytes } from 'node:crypto';
import { Failure } from '../checkout.mjs';
import { BulkWriter } from './bulk-writer.mjs';
import { createDatedUnitOfWork } from './history/dated-unit-of-work.mjs';
import { YEAR_MS, refuseLater, writeHistory } from './history/history.mjs';
import { makeDuties, makeInstitutes, makeUsers, makeProjects } from './users.mjs';
import { makePlatform } from './platform.mjs';
import { Random } from './random.mjs';
import { writeServices } from './services.mjs';

/** @typedef {import('./users.mjs').User} User */
/** @typedef {import('./users.mjs').Team} Team */
/** @typedef {import('./platform.mjs').Size} Size */
/** @typedef {import('./assignments.mjs').Principals} Principals */
/** @typedef {import('typeorm').DataSource} DataSource */

/**
 * @typedef {object} Filling
 * @property {Size} size
 * @property {number} seed the same one makes the same platform
 * @property {string | undefined} password of every account; undefined: none of them can sign in
 * @property {import('../configuration.mjs').Configuration['settings']} settings
 * @property {boolean} besideOthers whether the database may have other accounts and services
 * @property {number} [years] of operation, which end now; none by default
 * @property {(resources: number) => void} onProgress
 * @property {(share: number) => void} [onHistory] is told which share of the years is written
 */

/** @typedef {Record<'services' | 'resources' | 'users' | 'groups' | 'memberships' | 'assignments', number>} Filled how many were created, before the years of operation */

/** Between two units of work of the platform, if it is the beginning of years of operation. */
const STEP_MS = 60_000;

/**
 * Fills a database with a platform: users in groups, services with their trees and permission assignments. What was written
 * before a failure is kept.
 *
 * @param {DataSource} dataSource of a schema that is up to date
 * @param {Filling} filling
 * @returns {Promise<Filled>}
 */
export async function fill(dataSource, filling) {
  const { size, seed, password, settings, besideOthers, onProgress, years = 0 } = filling;
  const random = new Random(seed);
  const users = makeUsers(size.users, random);
  const [institutes, duties, projects] = [makeInstitutes(), makeDuties(), makeProjects(size.projects)];
  const blueprints = makePlatform(size, { users, projects });
  const teams = [...institutes, ...duties, ...projects];
  if (!besideOthers) await refuseOccupied(dataSource, settings);
  if (years > 0) await refuseLater(dataSource);
  await refuseTakenNames(dataSource, { users, groups: teams, services: blueprints });

  const until = Date.now();
  const past = years > 0 ? createDatedUnitOfWork(dataSource) : undefined;
  const writer = new BulkWriter(dataSource, settings, 'seed', past);
  if (past)
    Object.assign(past, { at: new Date(until - years * YEAR_MS), stepMs: STEP_MS, createsPrincipals: true });
  // A first start, after which nobody knows the password: the next start sets its own.
  if (past)
    await writer.commitAs({ kind: 'system' }, () =>
      writer.directory.defaultIdentities.ensure(randomBytes(32).toString('base64')),
    );
  const passwordHash = password === undefined ? null : await writer.directory.users.hashNewPassword(password);
  const anonymousGroup = await findOrCreateAnonymousGroup(dataSource, writer, settings.anonymousUser);
  const groupIds = await writeTeams(writer, teams);
  const userIds = await writeUsers(writer, users, passwordHash);
  if (past) past.createsPrincipals = false;
  // Every new user belongs to the anonymous group.
  let members = userIds.length;
  const memberships = membershipsOf(users, userIds, { groupIds, institutes, random });
  await writer.inBatches(memberships, async (batch) => {
    members += await writer.directory.memberships.createAll(batch);
  });

  /** @type {Principals} */
  const principals = {
    users: userIds,
    anonymousGroup,
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
  if (past) {
    past.stepMs = 0;
    await writeHistory(dataSource, {
      writer,
      unitOfWork: past,
      until,
      seed,
      members: users.map(({ name, institute }, index) => ({ id: userIds[index] ?? 0, name, institute })),
      groups: teams.map(({ name }, index) => ({ kind: 'group', id: groupIds[index] ?? 0, name })),
      administrator: await writer.directory.users.byName(settings.adminUser),
      settings,
      onProgress: filling.onHistory ?? (() => undefined),
    });
    await dataSource.query('ANALYZE');
  }
  return {
    services: blueprints.length,
    resources,
    users: userIds.length,
    groups: groupIds.length,
    memberships: members,
    assignments,
  };
}

/** @param {DataSource} dataSource @param {Filling['settings']} settings */
async function refuseOccupied(dataSource, { adminUser, anonymousUser }) {
  const [{ users, services }] = await dataSource.query(
    `SELECT (SELECT count(*)::int FROM users WHERE NOT lower(name) = ANY ($1)) AS users,
            (SELECT count(*)::int FROM services) AS services`,
    [[adminUser.toLowerCase(), anonymousUser.toLowerCase()]],
  );
  if (users + services > 0)
    throw new Failure(
      `The database is in use: it has ${counted(users, 'account')} and ${counted(services, 'service')}. Sample data belongs ` +
        'in an empty one, such as that of another data folder (SVC_DATA_DIR); --beside-others adds it nonetheless.',
    );
}

/** @param {number} count @param {string} noun */
function counted(count, noun) {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/**
 * Fails before anything is written when a name is taken.
 *
 * @param {DataSource} dataSource
 * @param {{ users: readonly { name: string }[], groups: readonly { name: string }[], services: readonly { name: string }[] }} names
 */
async function refuseTakenNames(dataSource, { users, groups, services }) {
  for (const [table, objects] of /** @type {const} */ ([
    ['users', users],
    ['groups', groups],
    ['resources', services],
  ])) {
    const [taken] = await dataSource.query(
      `SELECT name FROM ${table} WHERE lower(name) = ANY ($1) ${table === 'resources' ? 'AND parent_id IS NULL' : ''} LIMIT 1`,
      [objects.map(({ name }) => name.toLowerCase())],
    );
    if (taken) throw new Failure(`The name ${taken.name} is taken. Was this database seeded before?`);
  }
}

/**
 * The group that every user belongs to. Where Gatehouse has not been started on the database yet, its first start finds the
 * group and completes it.
 *
 * @param {DataSource} dataSource
 * @param {BulkWriter} writer
 * @param {string} name
 */
async function findOrCreateAnonymousGroup(dataSource, writer, name) {
  const [found] = await dataSource.query('SELECT id FROM groups WHERE name = $1', [name]);
  if (found) return Number(found.id);
  const [created = 0] = await writeTeams(writer, [
    { name, title: name, description: '', discoverable: false },
  ]);
  return created;
}

/** @param {BulkWriter} writer @param {readonly Team[]} teams @returns {Promise<number[]>} their ids */
async function writeTeams(writer, teams) {
  /** @type {number[]} */
  const ids = [];
  await writer.inBatches(teams, async (batch) => {
    const groups = batch.map(({ name, description, discoverable }) => ({ name, description, discoverable }));
    ids.push(...(await writer.directory.groups.createAll(groups)));
  });
  return ids;
}

/**
 * @param {BulkWriter} writer
 * @param {readonly User[]} users
 * @param {string | null} passwordHash
 * @returns {Promise<number[]>} their ids
 */
async function writeUsers(writer, users, passwordHash) {
  /** @type {number[]} */
  const ids = [];
  await writer.inBatches(users, async (batch) => {
    const accounts = batch.map(({ name, email }) => ({ name, email, passwordHash }));
    ids.push(...(await writer.directory.users.createAll(accounts)));
  });
  return ids;
}

/**
 * Memberships in addition to those in the anonymous group.
 *
 * @param {readonly User[]} users
 * @param {readonly number[]} userIds
 * @param {{ groupIds: readonly number[], institutes: readonly Team[], random: Random }} groups
 * @returns {Generator<import('../../../libs/server/directory/src/index.js').NewMembership, void, void>}
 */
function* membershipsOf(users, userIds, { groupIds, institutes, random }) {
  const others = groupIds.slice(institutes.length);
  for (const [index, { institute }] of users.entries()) {
    const joined = new Set([groupIds[institute] ?? 0]);
    for (let more = random.below(5); more > 0; more -= 1) joined.add(random.pickEarly(others));
    for (const groupId of joined) yield { userId: userIds[index] ?? 0, groupId };
  }
}
