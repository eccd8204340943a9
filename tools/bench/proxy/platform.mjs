// What proxies of benches decide about.
/**
 * A service `atlas` with some routes, and a user who may read all of it.
 *
 * @param {{ url: string, cookie: string }} system
 * @param {string} upstreamUrl
 * @param {number} routes
 * @returns {Promise<string>} the cookie of the user
 */
export async function createPlatform(system, upstreamUrl, routes) {
  const call = async (method, path, body, cookie = system.cookie) => {
    const answer = await fetch(system.url + path, {
      method,
      headers: { 'Content-Type': 'application/json', Cookie: cookie },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return { headers: answer.headers, body: await answer.json() };
  };
  await call('POST', '/services', {
    service_name: 'atlas',
    service_type: 'api',
    service_url: upstreamUrl,
  });
  const { body } = await call('POST', '/services/atlas/resources', {
    resource_name: 'top',
    resource_type: 'route',
  });
  for (let number = 0; number < routes; number += 1) {
    await call('POST', '/resources', {
      resource_name: `r${number}`,
      resource_type: 'route',
      parent_id: body.resource.resource_id,
    });
  }
  const password = 'a reader of the bench';
  await call('POST', '/users', { user_name: 'reader', email: 'reader@example.org', password });
  await call('POST', '/users/reader/services/atlas/permissions', { permission: 'read-allow-recursive' });
  const { headers } = await call('POST', '/signin', { user_name: 'reader', password }, '');
  return headers.getSetCookie()[0]?.split(';')[0] ?? '';
}
