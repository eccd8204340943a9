import { SERVICE_TYPES, childTypesAllowedBelow } from '@gatehouse/service-types';
import { ExternalIdentity, UnitOfWork } from '@gatehouse/database';
import { type DeclaredRoute, DeclaredRoutes } from '@gatehouse/http';
import { DISCLOSURE, type Disclosure } from './disclosure-table';
import type { Client } from './harness/client';
import { type TestApi, startApi } from './harness/start-api';

const MISSING_ID = 2_000_000_000;
const MISSING_NAME = 'hidden-missing';
const QUERIES = [
  '',
  'inherited=true',
  'resolve=true',
  'effective=true',
  'cascade=true&flatten=true&inherited=true',
  'filtered=false&inherited=true',
  `type=${SERVICE_TYPES.map(({ name }) => name).join(',')}&cascade=true`,
  'permission=read',
  'permission=read-deny-match&inherited=true',
  'permission=getmap',
  'permission=zzz',
  'permission=',
];
/** Fields whose values say what a service or resource is. */
const TELLING = /^(?:service|resource)_(?:name|type|display_name|sync_type|url)$|^public_url$/;

interface Reply {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly text: string;
}

/** Headers that differ between any two replies. */
const INCIDENTAL = ['date', 'x-request-id', 'content-length'];

/** Everything of a reply that a client sees, without what differs between any two replies, and with `named` as `it`. */
function seen({ status, headers, text }: Reply, named: string): object {
  const shown = Object.entries(headers).filter(([name]) => !INCIDENTAL.includes(name));
  const neutral = text.replaceAll(new RegExp(`\\b${named}\\b`, 'g'), 'it');
  return { status, headers: Object.fromEntries(shown), text: neutral };
}

/** The values of all fields that say what a service or resource is. */
function toldIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    TELLING.test(key) && typeof member === 'string' ? [member] : toldIn(member),
  );
}

describe('what strangers learn about services, resources, groups and users that are not visible to them', () => {
  let api: TestApi;
  let routes: readonly DeclaredRoute[];
  let stranger: Client;
  const stated = new Map(Object.entries(DISCLOSURE));
  const ids = { visible: [] as number[], hidden: [] as number[] };
  const names = { visible: 'shown-api', hidden: [] as string[] };
  let hiddenSession = '';
  let hiddenIdentity = 0;
  let hiddenToken = '';

  beforeAll(async () => {
    api = await startApi({ SVC_PROXY_PUBLIC_URL: 'https://services.example.org/ows/proxy' });
    routes = api.app
      .get(DeclaredRoutes)
      .all()
      .filter(({ declaration }) => ['owner-or-anonymous', 'owner'].includes(declaration.access));
    const { make } = api;
    stranger = await api.signIn(await make.user({ user_name: 'stranger' }));
    await makeVisible();
    const insider = await make.user({ user_name: 'hidden-user' });
    const group = await make.group({ group_name: 'hidden-group' });
    await api.admin.post(`/users/${insider}/groups`, { group_name: group }).expect(201);
    for (const type of SERVICE_TYPES) {
      const name = `hidden-${type.name}`;
      names.hidden.push(name);
      await make.service({ service_name: name, service_type: type.name });
      const chain = [await make.serviceId(name)];
      const [below] = childTypesAllowedBelow(type, 'service');
      if (below) {
        chain.push(
          await make.resource(chain[0] ?? 0, { resource_name: `hidden-${below}`, resource_type: below }),
        );
      }
      for (const id of chain) {
        const [permission] = type.permissions;
        await api.admin.put(`/groups/${group}/resources/${id}/permissions`, { permission });
      }
      ids.hidden.push(...chain);
    }
    const signedIn = await api.signIn(insider);
    const { body } = await signedIn.get('/users/current/sessions').expect(200);
    hiddenSession = body.sessions[0].session_id;
    const created = await signedIn.post('/users/current/tokens', { token_name: 'hidden' }).expect(201);
    hiddenToken = created.body.token.token_id;
    hiddenIdentity = await addIdentity(insider);
  });
  afterAll(() => api.close());

  /** A service with a resource that all are allowed to read, one where they are only denied, and one below that one. */
  async function makeVisible(): Promise<void> {
    const { make, admin } = api;
    await make.service({ service_name: names.visible, service_type: 'api' });
    const service = await make.serviceId(names.visible);
    const allowed = await make.resource(service, { resource_name: 'shown-allowed' });
    const below = await make.resource(allowed, { resource_name: 'shown-below' });
    const denied = await make.resource(service, { resource_name: 'shown-denied' });
    const grant = (id: number, permission: string) =>
      admin.put(`/groups/anonymous/resources/${id}/permissions`, { permission }).expect(201);
    await grant(allowed, 'read-allow-recursive');
    await grant(denied, 'write-deny-match');
    ids.visible.push(service, allowed, below, denied);
    // Beside visible resources, and with a name that is allowed nowhere.
    ids.hidden.push(await make.resource(service, { resource_name: 'hidden-sibling' }));
    ids.hidden.push(await make.resource(denied, { resource_name: 'hidden-below' }));
  }

  async function addIdentity(userName: string): Promise<number> {
    const { body } = await api.admin.get(`/users/${userName}`).expect(200);
    const unitOfWork = api.app.get(UnitOfWork);
    return unitOfWork.run(async () => {
      const fields = { provider: 'github', subject: 'hidden-subject', userId: body.user.user_id };
      const inserted = await unitOfWork.manager.insert(ExternalIdentity, fields as never);
      return Number(inserted.identifiers[0]?.['id']);
    });
  }

  const callers = (): readonly (readonly [Client, readonly string[]])[] => [
    [api.anonymous, ['current', 'anonymous']],
    [stranger, ['current', 'stranger', 'Stranger']],
  ];

  const path = ({ template }: DeclaredRoute, user: string, target = ''): string =>
    template.replace('{user_name}', user).replace(/\{\w+\}/, target);

  const keyOf = ({ method, template }: DeclaredRoute): string => `${method} ${template}`;
  const of = (tells: Disclosure) => routes.filter((route) => stated.get(keyOf(route)) === tells);

  /** Existing targets that are not visible, and a missing one. */
  const targetsOf = ({ template }: DeclaredRoute): readonly [hidden: readonly string[], missing: string] => {
    if (template.includes('{service_name}')) return [names.hidden, MISSING_NAME];
    if (template.includes('{resource_id}')) return [ids.hidden.map(String), String(MISSING_ID)];
    if (template.includes('{token_id}')) return [[hiddenToken], '6d1c2f63-9d0c-4a43-8c85-6f2d8a0f2a11'];
    if (template.includes('{session_id}')) return [[hiddenSession], '6d1c2f63-9d0c-4a43-8c85-6f2d8a0f2a11'];
    return [[String(hiddenIdentity)], '900000001'];
  };

  const send = (client: Client, route: DeclaredRoute, target: string): Promise<Reply> =>
    client.method(route.method, target) as unknown as Promise<Reply>;

  it('is stated for every route that is open to users themselves, and for no other', () => {
    expect(new Set(stated.keys())).toEqual(new Set(routes.map(keyOf)));
    expect(stated.size).toBeGreaterThan(15);
  });

  it('contains no name, type and URL, whatever the route, the query and the id', async () => {
    const told = new Set<string>();
    for (const route of routes.filter(({ method }) => method === 'GET')) {
      const [hidden, missing] = route.params.length > 1 ? targetsOf(route) : [[''], ''];
      for (const [client, users] of callers()) {
        for (const target of [...hidden, missing]) {
          for (const query of QUERIES) {
            const reply = await send(client, route, `${path(route, users[0] ?? '', target)}?${query}`);
            const text = reply.text.replaceAll(target, '');
            expect([route.template, target, query, text.match(/hidden|localhost:9000/g)]).toEqual([
              ...[route.template, target, query],
              null,
            ]);
            if (reply.status === 200) for (const value of toldIn(JSON.parse(reply.text))) told.add(value);
          }
        }
      }
    }
    // The visible service has a type and an address, and no other.
    expect([...told].sort()).toEqual(
      [
        ...['api', 'shown-api', 'route', 'shown-allowed', 'shown-denied'],
        'https://services.example.org/ows/proxy/shown-api',
      ].sort(),
    );
  });

  it('is nothing where existing names and ids are answered like missing ones', async () => {
    const concealing = of('as missing');
    expect(concealing).toHaveLength(9);
    for (const route of concealing) {
      const [hidden, missing] = targetsOf(route);
      for (const [client, users] of callers()) {
        for (const user of users) {
          for (const query of route.method === 'GET' && user === 'current' ? QUERIES : ['permission=read']) {
            const expected = seen(
              await send(client, route, `${path(route, user, missing)}?${query}`),
              missing,
            );
            for (const target of hidden) {
              const reply = await send(client, route, `${path(route, user, target)}?${query}`);
              expect([target, query, seen(reply, target)]).toEqual([target, query, expected]);
            }
          }
        }
      }
    }
  });

  it.each([
    ['HEAD', {}],
    ['GET', { 'X-Access-Revision': '0' }],
    ['GET', { 'X-Access-Revision': '999999999' }],
    ['GET', { 'X-Access-Revision': 'x' }],
    ['GET', { 'Accept-Language': 'fr' }],
    ['GET', { Accept: 'application/xml' }],
    ['GET', { Accept: 'image/png' }],
  ])('is nothing there either for %s with the headers %j', async (method, headers) => {
    for (const route of of('as missing').filter((one) => one.method === 'GET')) {
      const [[hidden = ''], missing] = targetsOf(route);
      for (const [client] of callers()) {
        for (const query of ['permission=read', 'permission=zzz']) {
          const ask = async (target: string) => {
            const request = client.method(method, `${path(route, 'current', target)}?${query}`);
            const reply = await request.set(headers as Record<string, string>).buffer(true);
            return seen(
              { ...reply, status: reply.status, headers: reply.headers, text: reply.text ?? '' },
              target,
            );
          };
          expect([route.template, query, await ask(hidden)]).toEqual([
            route.template,
            query,
            await ask(missing),
          ]);
        }
      }
    }
  });

  it('is that an id exists, where the table says so', async () => {
    const [route, ...others] = of('exists');
    expect(others).toEqual([]);
    for (const [client] of callers()) {
      for (const id of ids.hidden) {
        const reply = await client.get(path(route!, 'current', String(id))).expect(200);
        expect(reply.body).toMatchObject({ permission_names: [], permissions: [] });
      }
      await client.get(path(route!, 'current', String(MISSING_ID))).expect(404);
    }
  });

  it('is nothing about users: existing and missing names are refused alike', async () => {
    for (const route of routes) {
      const [[target = ''] = []] = route.params.length > 1 ? targetsOf(route) : [];
      for (const [client] of callers()) {
        const missing = seen(
          await send(client, route, path(route, 'hidden-nobody', target)),
          'hidden-nobody',
        );
        const existing = seen(await send(client, route, path(route, 'hidden-user', target)), 'hidden-user');
        expect([keyOf(route), existing]).toEqual([keyOf(route), missing]);
      }
    }
  });

  it('does not take explanations away from those to whom a resource is visible, also where they are only denied', async () => {
    for (const [client] of callers()) {
      for (const id of ids.visible) {
        const { body } = await client
          .get(`/users/current/resources/${id}/permissions/explain?permission=write`)
          .expect(200);
        expect(body).toMatchObject({ permission: 'write', access: 'deny' });
      }
      for (const route of of('as missing').filter(({ params }) => params.includes('service_name')))
        await client.get(path(route, 'current', names.visible)).expect(200);
    }
  });

  it('is no matter of administrators, who receive an explanation of every resource', async () => {
    for (const user of ['current', 'anonymous', 'stranger']) {
      for (const id of [...ids.visible, ...ids.hidden]) {
        const { status } = await api.admin.get(
          `/users/${user}/resources/${id}/permissions/explain?permission=read`,
        );
        // Where `read` does not apply to the resource, the reply says which names do.
        expect([200, 400]).toContain(status);
      }
    }
  });
});
