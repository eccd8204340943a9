// What the documents of the corpus are about: a service of each type, two with many children, an account.
import { inRevision } from '../system.mjs';
import { serviceName } from './corpus.mjs';

const CHILDREN = 100_000;
/** Types that look a name up among all children of the service, and what those are. */
const CROWDED = { ncwms: 'directory', geoserverwms: 'workspace' };
const PASSWORD = 'a reader of the bench';

/**
 * Makes it; answers the cookie of the account. The anonymous group may do one thing on one leaf of each service, so that bodies
 * are read.
 *
 * @param {{ url: string, cookie: string, client: import('pg').Client }} system
 * @param {string} upstream
 */
export async function makePlatform(system, upstream) {
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
    const permissions = (await call('GET', `/resources/${leaf}/permissions`)).body.permissions;
    const { name } = permissions[0];
    await call('POST', `/groups/anonymous/resources/${leaf}/permissions`, {
      permission: { name, access: 'allow', scope: 'match' },
    });
  }
  for (const [type, children] of Object.entries(CROWDED)) {
    const root = await service(type, serviceName(type, true));
    await inRevision(
      system.client,
      `INSERT INTO resources (name, display_name, type, parent_id, root_service_id, ordering)
         SELECT 'child' || n, 'child' || n, '${children}', ${root}, ${root}, n FROM generate_series(1, ${CHILDREN}) n`,
    );
    const { rows } = await system.client.query(
      'SELECT id FROM resources WHERE parent_id = $1 ORDER BY ordering LIMIT 1',
      [root],
    );
    await call('POST', `/groups/anonymous/resources/${rows[0].id}/permissions`, {
      permission: { name: 'getmap', access: 'allow', scope: 'match' },
    });
  }
  await call('POST', '/users', { user_name: 'reader', email: 'reader@example.org', password: PASSWORD });
  await call('POST', `/users/reader/services/${serviceName('api', false)}/permissions`, {
    permission: 'read-allow-recursive',
  });
  const { headers } = await call('POST', '/signin', { user_name: 'reader', password: PASSWORD }, '');
  return headers.getSetCookie()[0]?.split(';')[0] ?? '';
}
