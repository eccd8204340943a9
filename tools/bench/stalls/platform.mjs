// What the documents of the corpus are about: a service of each type, two with many children, accounts.
import { inRevision } from '../system.mjs';
import { serviceName } from './corpus.mjs';

const USERS = 20_000;
const GROUPS = 10_000;
/** Groups of the reader, each with a rule on the same resource. */
const RULES = 1_000;
/** Types that look a name up among all children of the service, and what those are. */
const CROWDED = { ncwms: 'directory', geoserverwms: 'workspace' };
const PASSWORD = 'an account of the bench';

/**
 * Makes it; answers the cookies of an account in many groups and of one that the probes use, and what stands for the braces in
 * paths of documents. The anonymous group may do one thing on one leaf of each service, so that bodies are read.
 *
 * @param {{ url: string, cookie: string, client: import('pg').Client }} system
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
  const places = { crowded: 0, ruled: 0 };
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
    if (type === 'api') places.ruled = leaf;
    const permissions = (await call('GET', `/resources/${leaf}/permissions`)).body.permissions;
    const { name } = permissions[0];
    await call('POST', `/groups/anonymous/resources/${leaf}/permissions`, {
      permission: { name, access: 'allow', scope: 'match' },
    });
  }
  for (const [type, childType] of Object.entries(CROWDED)) {
    const root = await service(type, serviceName(type, true));
    places.crowded = root;
    await inRevision(
      system.client,
      `INSERT INTO resources (name, display_name, type, parent_id, root_service_id, ordering)
         SELECT 'child' || n, 'child' || n, '${childType}', ${root}, ${root}, n FROM generate_series(1, ${children}) n`,
    );
    const { rows } = await system.client.query(
      'SELECT id FROM resources WHERE parent_id = $1 ORDER BY ordering LIMIT 1',
      [root],
    );
    await call('POST', `/groups/anonymous/resources/${rows[0].id}/permissions`, {
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
  await inRevision(
    system.client,
    `INSERT INTO users (name, email) SELECT 'user' || n, 'user' || n || '@example.org' FROM generate_series(1, ${USERS}) n`,
    `INSERT INTO groups (name) SELECT 'group' || n FROM generate_series(1, ${GROUPS}) n`,
    `INSERT INTO memberships SELECT u.id, g.id FROM users u, groups g WHERE g.name = 'anonymous' AND u.name LIKE 'user%'
       ON CONFLICT DO NOTHING`,
    `INSERT INTO memberships SELECT u.id, g.id FROM users u, groups g
       WHERE u.name = 'reader' AND g.name IN (SELECT 'group' || n FROM generate_series(1, ${RULES}) n)`,
    `INSERT INTO group_permissions (group_id, resource_id, name, access, scope)
       SELECT id, ${places.ruled}, 'read', 'allow', 'recursive' FROM groups
       WHERE name IN (SELECT 'group' || n FROM generate_series(1, ${RULES}) n)`,
  );
  // A thousand revisions, each of its own account.
  for (let number = 1; number <= 1000; number += 1) {
    await system.client.query(`BEGIN; SELECT begin_revision('system', NULL, 'bench', NULL, NULL);
      UPDATE users SET status = 1 WHERE name = 'user${number}'; COMMIT`);
  }
  const signedIn = async (name) => {
    const { headers } = await call('POST', '/signin', { user_name: name, password: PASSWORD }, '');
    return headers.getSetCookie()[0]?.split(';')[0] ?? '';
  };
  return { reader: await signedIn('reader'), watcher: await signedIn('watcher'), places };
}
