import type { DeclaredRoute } from '@gatehouse/http';
import type { Client } from './harness/client';
import { type TestApi, routesOf, startApi } from './harness/start-api';

/**
 * Every endpoint × every persona, from the declarations: who is refused, and with which status. Requests carry no
 * usable body, so that whoever gets through gets no further.
 */
describe('access', () => {
  let api: TestApi;
  let personas: Record<'nobody' | 'stranger' | 'owner' | 'administrator', Client>;
  let owner: string;
  beforeAll(async () => {
    api = await startApi();
    owner = await api.make.user();
    const administrator = await api.make.user();
    await api.admin.post(`/users/${administrator}/groups`, { group_name: 'administrators' }).expect(201);
    personas = {
      nobody: api.anonymous,
      stranger: await api.signIn(await api.make.user()),
      owner: await api.signIn(owner),
      administrator: await api.signIn(administrator),
    };
  });
  afterAll(() => api.close());

  /** Values that exist nowhere: a request that gets past the guard ends in 404, or in what its own user is. */
  const pathOf = (route: DeclaredRoute, userName: string) =>
    route.template.replace(/\{(\w+)\}/g, (_, param: string) =>
      param === 'user_name' ? userName : param === 'resource_id' ? '999999999' : 'no-such-thing',
    );
  const send = async (client: Client, route: DeclaredRoute, userName: string) =>
    (await client.method(route.method, pathOf(route, userName))).status;

  const refusedFor = (route: DeclaredRoute): Record<keyof typeof personas, 401 | 403 | undefined> => {
    const { access } = route.declaration;
    const ofOwner = access === 'logged' || access === 'contextual';
    const open = access === 'public';
    return {
      nobody: open ? undefined : 401,
      stranger: open || access === 'authenticated' ? undefined : 403,
      owner: open || access === 'authenticated' || ofOwner ? undefined : 403,
      administrator: undefined,
    };
  };

  it('is granted and refused as each endpoint declares', async () => {
    const wrong: string[] = [];
    // The last one deletes the owner, whose session would be gone for the rest.
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
          wrong.push(
            `${persona}: ${route.method} ${route.template} ${status}, not ${refused ?? 'let through'}`,
          );
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('needs a session of the user or an administrator to delete one', async () => {
    const doomed = await api.make.user();
    await personas.nobody.delete(`/users/${doomed}`).expect(401);
    await personas.stranger.delete(`/users/${doomed}`).expect(403);
    await (await api.signIn(doomed)).delete(`/users/${doomed}`).expect(200);
  });

  it('of contextual endpoints is open without session for the anonymous user and the keyword', async () => {
    const routes = routesOf(api).filter(({ declaration }) => declaration.access === 'contextual');
    expect(routes.length).toBeGreaterThan(0);
    for (const route of routes) {
      for (const name of ['anonymous', 'current']) {
        expect([200, 400, 404]).toContain(await send(personas.nobody, route, name));
      }
      expect(await send(personas.stranger, route, 'anonymous')).toBe(403);
    }
  });

  it('of whoever writes to {logged} without session is refused before the path or body is looked at', async () => {
    const writes = routesOf(api).filter(
      ({ method, template }) => method !== 'GET' && template.startsWith('/users/{user_name}'),
    );
    for (const route of writes) expect(await send(personas.nobody, route, 'current')).toBe(401);
  });
});

const ENDS_SESSIONS = ['delete_user', 'sign_out', 'sign_out_by_post', 'sign_out_from_page'];
/** Public endpoints whose own answer to missing credentials may be 401. */
const ANSWERS_401 = ['sign_in', 'sign_in_by_query', 'sign_in_with_provider'];
