import { ADMIN } from '../../harness/start-api';
import { done, refused } from './generated-client';
import type { Scenario } from './scenario-client';

/** The service's description of itself, signing in and signing out. */
export const session: Scenario = async (scenarioClient) => {
  const client = scenarioClient.testUser();
  expect(done(await client.GET('/')).code).toBe(200);
  expect(done(await client.GET('/version')).version).toMatch(/^\d+\.\d+\.\d+$/);
  const description = done(await client.GET('/json'));
  expect(description['openapi']).toMatch(/^3\./);
  // A page, whose media type the client does not read as data.
  expect((await client.GET('/api', { parseAs: 'text' })).response.status).toBe(200);
  expect((await client.GET('/metrics', { parseAs: 'text' })).response.status).toBe(200);
  expect(done(await client.GET('/ui/settings.json')).logged_user).toBe('current');
  const [provider] = done(await client.GET('/providers')).providers.internal;
  expect(provider).toBe('gatehouse');

  expect(done(await client.GET('/session'))).toMatchObject({ authenticated: false });
  const wrong = { user_name: ADMIN.name, password: 'not the password' };
  expect(refused(await client.POST('/signin', { body: wrong }), 401).route_name).toBe('/signin');
  done(await client.POST('/signin', { body: { user_name: ADMIN.name, password: ADMIN.password } }));
  expect(done(await client.GET('/session')).user?.user_name).toBe(ADMIN.name);
  done(await client.GET('/signout'));
  expect(done(await client.GET('/session')).authenticated).toBe(false);

  const query = { user_name: ADMIN.name, password: ADMIN.password };
  done(await client.GET('/signin', { params: { query } }));
  done(await client.POST('/signout'));
  expect(refused(await client.GET('/users'), 401).detail).not.toBe('');

  // By the form of the console, whose replies are redirects that this client does not follow.
  const home = (await client.POST('/ui/login', { body: query })).response.headers.get('Location');
  expect(home).toBe('/ui/');
  expect(done(await client.GET('/session')).authenticated).toBe(true);
  const wanted = { params: { query: { return: '/ui/groups' } } };
  const page = (await client.GET('/ui/continue', wanted)).response.headers.get('Location');
  expect(page).toBe('/ui/groups');
  expect((await client.GET('/ui/logout')).response.status).toBe(302);
  expect(done(await client.GET('/session')).authenticated).toBe(false);

  const byProvider = { params: { path: { provider_name: 'nobody' } } };
  const unknown = refused(await client.GET('/providers/{provider_name}/signin', byProvider), 404);
  expect(unknown.providers).toEqual(['gatehouse']);
};
