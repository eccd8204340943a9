// Data of benches, written by the directory as all data is: units of work, with the rules of single writes.
import { BulkWriter } from '../scripts/seed/bulk-writer.mjs';
import { loadBuilt } from '../scripts/checkout.mjs';

/** @typedef {import('../../libs/server/directory/src/index.js').ProtectedService} ProtectedService */

/**
 * Writes into the database of an API of `startApi`, whose settings for names are the defaults; refreshes the statistics of the
 * planner.
 *
 * @template T
 * @param {{ databaseUrl: string, admin: { user_name: string } }} system
 * @param {(writer: BulkWriter) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function writeBulk({ databaseUrl, admin }, work) {
  const { createDataSource } = loadBuilt('libs/server/database/src/index.js');
  const { loadSettings } = loadBuilt('libs/server/settings/src/index.js');
  const settings = loadSettings({
    SVC_DB_URL: databaseUrl,
    SVC_SECRET: 'x'.repeat(43),
    SVC_ADMIN_USER: admin.user_name,
    SVC_ADMIN_PASSWORD: 'x'.repeat(29),
    SVC_BCRYPT_COST: '4',
  });
  const dataSource = await createDataSource({ url: databaseUrl, poolSize: 2 }).initialize();
  try {
    const result = await work(new BulkWriter(dataSource, settings, 'bench'));
    await dataSource.query('ANALYZE');
    return result;
  } finally {
    await dataSource.destroy();
  }
}

/**
 * Accounts without a password.
 *
 * @param {BulkWriter} writer
 * @param {readonly string[]} names
 * @returns {Promise<number[]>} their ids
 */
export async function createUsers(writer, names) {
  const ids = [];
  await writer.inBatches(names, async (batch) => {
    const accounts = batch.map((name) => ({ name, email: `${name}@example.org`, passwordHash: null }));
    ids.push(...(await writer.directory.users.createAll(accounts)));
  });
  return ids;
}

/**
 * Resources below others of a service, in the order of the names.
 *
 * @param {BulkWriter} writer
 * @param {ProtectedService} service
 * @param {string} typeName of all of them
 * @param {readonly { name: string, parent: number }[]} input parents by their ids
 * @returns {Promise<number[]>} their ids
 */
export async function createResources(writer, service, typeName, input) {
  const ids = [];
  await writer.inBatches(input, async (batch) => {
    const resources = batch.map(({ name, parent }) => ({ name, typeName, parent }));
    for (const { id } of await writer.directory.resources.createAll(service, resources)) ids.push(id);
  });
  return ids;
}

/**
 * Permission assignments on an API service and its routes; of several of a principal, resource and name the first one counts.
 *
 * @param {BulkWriter} writer
 * @param {ProtectedService} service
 * @param {Iterable<{ kind: 'user' | 'group', principalId: number, resourceId: number, permission: { name: string, access: string, scope: string } }>} input
 */
export async function assign(writer, service, input) {
  const assignments = new Map();
  for (const { kind, principalId, resourceId, permission } of input) {
    const key = `${kind} ${principalId} ${resourceId} ${permission.name}`;
    if (assignments.has(key)) continue;
    const type = resourceId === service.id ? 'service' : 'route';
    assignments.set(key, {
      principal: { kind, id: principalId },
      resource: { id: resourceId, name: '', type, serviceType: service.type },
      permission,
    });
  }
  await writer.inBatches(assignments.values(), (batch) => writer.directory.permissions.createAll(batch));
}

/** @template T @param {readonly T[]} choices @returns {T} */
export function pick(choices) {
  return choices[Math.floor(Math.random() * choices.length)];
}

/** The numbers from 1, formatted. @param {number} count @param {(number: number) => string} format */
export function numbered(count, format) {
  return Array.from({ length: count }, (_, index) => format(index + 1));
}
