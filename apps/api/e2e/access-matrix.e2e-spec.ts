import type { DeclaredRoute } from '@gatehouse/http';
import type { Client } from './harness/client';
import { type TestApi, routesOf, startApi } from './harness/start-api';

/**
 * Every endpoint × every persona, from the declarations: who is refused, and with which status. Requests carry no
 * usable body, so that a request that is admitted fails afterwards.
 */
describe('access', () => {
  let api: TestApi;
  let personas: Record<'anonymous' | 'unprivileged' | 'owner' | 'administrator', Client>;
  let owner: string;
  beforeAll(async () => {
    api = await startApi(EVERYTHING_ENABLED);
    owner = await api.make.user();
    const administrator = await api.make.user();
    await api.admin.post(`/users/${administrator}/groups`, { group_name: 'administrators' }).expect(201);
    personas = {
      anonymous: api.anonymous,
      unprivileged: await api.signIn(await api.make.user()),
      owner: await api.signIn(owner),
      administrator: await api.signIn(administrator),
    };
  });
  afterAll(() => api.close());

  /** Values that do not exist: a request that passes the guard is answered with 404, or with the caller's own user. */
  const pathOf = (route: DeclaredRoute, userName: string) =>
    route.template.replace(/\{(\w+)\}/g, (_, param: string) =>
      param === 'user_name' ? userName : param === 'resource_id' ? '999999999' : 'no-such-thing',
    );
  const send = async (client: Client, route: DeclaredRoute, userName: string) =>
    (await client.method(route.method, pathOf(route, userName))).status;

  const refusedFor = (route: DeclaredRoute): Record<keyof typeof personas, 401 | 403 | undefined> => {
    const { access } = route.declaration;
    const ofOwner = access === 'owner' || access === 'owner-or-anonymous';
    const open = access === 'public';
    return {
      anonymous: open ? undefined : 401,
      unprivileged: open || access === 'authenticated' ? undefined : 403,
      owner: open || access === 'authenticated' || ofOwner ? undefined : 403,
      administrator: undefined,
    };
  };

  it('is granted or refused as each endpoint declares', async () => {
    const wrong: string[] = [];
    // Deletes the owner, and with it the session that the other requests need: runs last.
    const routes = routesOf(api).filter(({ declaration }) => !ENDS_SESSIONS.includes(declaration.name));
    for (const route of routes) {
      for (const [persona, refused] of Object.entries(refusedFor(route))) {
        const status = await send(personas[persona as keyof typeof personas], route, owner);
        const isRefused = status === 401 || status === 403;
        if (
          refused === undefined
            ? isRefused && !ANSWERS_401.includes(route.declaration.name)
            : status !== refused
        ) {
          wrong.push(`${persona}: ${route.method} ${route.template} ${status}, not ${refused ?? 'allowed'}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('to the deletion of a user is granted to that user and to administrators only', async () => {
    const doomed = await api.make.user();
    await personas.anonymous.delete(`/users/${doomed}`).expect(401);
    await personas.unprivileged.delete(`/users/${doomed}`).expect(403);
    await (await api.signIn(doomed)).delete(`/users/${doomed}`).expect(200);
  });

  it('to endpoints of owners or the anonymous user is granted without a session for the anonymous user and the keyword', async () => {
    const routes = routesOf(api).filter(({ declaration }) => declaration.access === 'owner-or-anonymous');
    expect(routes.length).toBeGreaterThan(0);
    for (const route of routes) {
      for (const name of ['anonymous', 'current']) {
        expect([200, 400, 404]).toContain(await send(personas.anonymous, route, name));
      }
      expect(await send(personas.unprivileged, route, 'anonymous')).toBe(403);
    }
  });

  it('to operations that change a user is refused without a session before the path and the body are checked', async () => {
    const writes = routesOf(api).filter(
      ({ method, template }) => method !== 'GET' && template.startsWith('/users/{user_name}'),
    );
    for (const route of writes) expect(await send(personas.anonymous, route, 'current')).toBe(401);
  });
});

/** Operations that are switched off by default answer all callers with 404. */
const EVERYTHING_ENABLED = {
  SVC_USER_REGISTRATION_ENABLED: 'true',
  SVC_SMTP_HOST: '127.0.0.1',
  SVC_SMTP_FROM: 'gate@example.org',
};

const ENDS_SESSIONS = [
  'delete_user',
  'end_user_sessions',
  'sign_out',
  'sign_out_by_post',
  'sign_out_from_page',
];
/** Public endpoints that may themselves answer missing credentials with 401. */
const ANSWERS_401 = ['sign_in', 'sign_in_by_query', 'sign_in_with_provider'];
