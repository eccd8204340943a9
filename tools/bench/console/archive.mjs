// The service of the console's benches: directories of 10,000 files each, up to a number of resources.
import { createUsers, numbered, pick, writeBulk } from '../bulk.mjs';

/** Children of each directory. */
export const WIDE = 10_000;
export const SERVICE = 'archive';

const USERS = 1_000;
const GROUPS = 20;
const PERMISSIONS = ['browse', 'read', 'write'];

/**
 * Writes the service of type `thredds` with its resources. With principals: 1,000 users, each in one
 * of 20 groups, and one permission assignment for each fifty resources, half of them of users.
 *
 * @param {Parameters<typeof writeBulk>[0]} system
 * @param {number} total of resources below the service
 * @param {{ principals?: boolean }} [options]
 * @returns {Promise<{ service: number, directories: number[], files: number[], assignments: number }>} ids; files are the first of each directory
 */
export function writeArchive(system, total, { principals = false } = {}) {
  return writeBulk(system, async (writer) => {
    const { services, resources } = writer.directory;
    const [service] = await writer.commit(() =>
      services.createAll([{ name: SERVICE, typeName: 'thredds', url: 'http://127.0.0.1:9/' }]),
    );
    const names = numbered(Math.ceil(total / WIDE), (number) => `directory-${digits(number - 1, 3)}`);
    const directories = await writer.commit(() =>
      resources.createAll(
        service,
        names.map((name) => ({ name, displayName: name, typeName: 'directory', parent: service.id })),
      ),
    );
    /** @type {number[]} */
    const files = [];
    for (const [index, { id }] of directories.entries()) {
      const created = await writer.commit(() =>
        resources.createAll(
          service,
          numbered(Math.min(WIDE, total - index * WIDE), (number) => {
            const name = `file-${digits(number - 1, 5)}.nc`;
            return { name, displayName: name, typeName: 'file', parent: id };
          }),
        ),
      );
      files.push(...created.map((file) => file.id));
    }
    const folders = directories.map(({ id }) => id);
    const assignments = principals ? await writePrincipals(writer, service, folders, files) : 0;
    return { service: service.id, directories: folders, files, assignments };
  });
}

/**
 * @param {import('../../scripts/seed/bulk-writer.mjs').BulkWriter} writer
 * @param {import('../bulk.mjs').ProtectedService} service
 * @param {number[]} directories
 * @param {number[]} files
 */
async function writePrincipals(writer, service, directories, files) {
  const { groups, memberships, permissions } = writer.directory;
  const users = await createUsers(
    writer,
    numbered(USERS, (number) => `user${digits(number, 4)}`),
  );
  const groupIds = await writer.commit(() =>
    groups.createAll(
      numbered(GROUPS, (number) => ({
        name: `group${digits(number, 2)}`,
        description: '',
        discoverable: false,
      })),
    ),
  );
  await writer.commit(() =>
    memberships.createAll(users.map((userId, index) => ({ userId, groupId: groupIds[index % GROUPS] }))),
  );
  const count = Math.floor(files.length / 50);
  const assigned = new Map();
  for (let i = 0; i < count; i++) {
    const kind = i % 2 === 0 ? 'user' : 'group';
    const principal = { kind, id: pick(kind === 'user' ? users : groupIds) };
    const id = i < directories.length ? directories[i] : pick(files);
    const type = i < directories.length ? 'directory' : 'file';
    const permission = {
      name: pick(PERMISSIONS),
      access: i % 3 === 0 ? 'deny' : 'allow',
      scope: 'recursive',
    };
    assigned.set(`${kind} ${principal.id} ${id} ${permission.name}`, {
      principal,
      resource: { id, name: '', type, serviceType: service.type },
      permission,
    });
  }
  await writer.inBatches(assigned.values(), (batch) => permissions.createAll(batch));
  return assigned.size;
}

/** @param {number} value @param {number} count */
const digits = (value, count) => String(value).padStart(count, '0');
