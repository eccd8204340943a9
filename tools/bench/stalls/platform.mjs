// The data for the documents of the corpus: a service of each type, two with many children, accounts.
import { assign, createResources, createUsers, numbered, writeBulk } from '../bulk.mjs';
import { serviceName } from './corpus.mjs';

const USERS = 20_000;
/** Accounts whose status changes, each in a separate revision. */
const CHANGED = 1_000;
const GROUPS = 10_000;
/** Groups of the reader, each with a permission on the same resource. */
const ASSIGNMENTS = 1_000;
/** Types that look a name up among all children of the service, and what those are. */
const CROWDED = { ncwms: 'directory', geoserverwms: 'workspace' };
const PASSWORD = 'an account of the bench';

/**
 * Creates it; returns the cookies of an account in many groups and of one that the probes use, and the values of the braces in
 * paths of documents. The anonymous group may do one thing on one leaf of each service, so that bodies are read.
 *
 * @param {{ url: string, cookie: string, databaseUrl: string, admin: { user_name: string } }} system
 * @param {string} upstream
 * @param {number} children
 */
export async function makePlatform(system, upstream, children) {
  const call = async (method, path, body, cookie = system.cookie) => {
    const answer = await fetch(system.url + path, {
      method,
      headers: { 'Content-Type': 'application/json', Cookie: cookie },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return { headers: answer.headers, body: await answer.json() };
  };
  const service = async (type, name) => {
    const body = { service_name: name, service_type: type, service_url: upstream };
    return (await call('POST', '/services', body)).body.service.resource_id;
  };
  const child = async (parent, type, name) => {
    const body = { parent_id: parent, resource_name: name, resource_type: type };
    return (await call('POST', '/resources', body)).body.resource.resource_id;
  };
  const ids = { crowded: 0, ruled: 0 };
  const types = (await call('GET', '/services/types')).body.service_types;
  for (const type of types) {
    const root = await service(type, serviceName(type, false));
    const { body } = await call('GET', `/resources/${root}/types`);
    let leaf = root;
    let below = body.resource_types ?? body.children_resource_types ?? [];
    for (let depth = 0; depth < 2 && below.length > 0; depth += 1) {
      let first;
      for (let number = 0; number < 5; number += 1)
        first ??= await child(leaf, below[0], `${below[0]}${depth}${number}`);
      leaf = first;
      below = (await call('GET', `/resources/${leaf}/types`)).body.resource_types ?? [];
    }
    if (type === 'api') ids.ruled = leaf;
    const permissions = (await call('GET', `/resources/${leaf}/permissions`)).body.permissions;
    const { name } = permissions[0];
    await call('POST', `/groups/anonymous/resources/${leaf}/permissions`, {
      permission: { name, access: 'allow', scope: 'match' },
    });
  }
  for (const [type, childType] of Object.entries(CROWDED)) {
    const root = await service(type, serviceName(type, true));
    ids.crowded = root;
    const [first] = await writeBulk(system, async (writer) => {
      const crowded = await writer.directory.services.byName(serviceName(type, true));
      const resources = numbered(children, (number) => `child${number}`).map((name) => ({
        name,
        parent: root,
      }));
      return createResources(writer, crowded, childType, resources);
    });
    await call('POST', `/groups/anonymous/resources/${first}/permissions`, {
      permission: { name: 'getmap', access: 'allow', scope: 'match' },
    });
  }
  const account = (name) =>
    call('POST', '/users', { user_name: name, email: `${name}@example.org`, password: PASSWORD });
  await account('reader');
  await account('watcher');
  await call('POST', `/users/watcher/services/${serviceName('api', false)}/permissions`, {
    permission: 'read-allow-recursive',
  });
  await writeBulk(system, (writer) => writePrincipals(writer, ids.ruled));
  const signedIn = async (name) => {
    const { headers } = await call('POST', '/signin', { user_name: name, password: PASSWORD }, '');
    return headers.getSetCookie()[0]?.split(';')[0] ?? '';
  };
  return { reader: await signedIn('reader'), watcher: await signedIn('watcher'), ids };
}

/**
 * Many users and groups; the reader belongs to groups that have a permission on one route.
 *
 * @param {import('../../scripts/seed/bulk-writer.mjs').BulkWriter} writer
 * @param {number} route
 */
async function writePrincipals(writer, route) {
  const { users, groups, memberships, services } = writer.directory;
  const ids = await createUsers(
    writer,
    numbered(USERS, (number) => `user${number}`),
  );
  const names = numbered(GROUPS, (number) => `group${number}`);
  const groupIds = await writer.commit(() =>
    groups.createAll(names.map((name) => ({ name, description: '', discoverable: false }))),
  );
  const joined = groupIds.slice(0, ASSIGNMENTS);
  const { id: userId } = await users.byName('reader');
  await writer.commit(() => memberships.createAll(joined.map((groupId) => ({ userId, groupId }))));
  const service = await services.byName(serviceName('api', false));
  const permission = { name: 'read', access: 'allow', scope: 'recursive' };
  await assign(
    writer,
    service,
    joined.map((principalId) => ({ kind: 'group', principalId, resourceId: route, permission })),
  );
  const administrator = { isAdministrator: true, isSelf: false, byKeyword: false };
  for (const id of ids.slice(0, CHANGED)) {
    const user = await users.byId(id);
    await writer.commit(() => users.update(user, { status: 'WebhookError' }, administrator));
  }
}
