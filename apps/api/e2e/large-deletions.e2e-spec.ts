import { SnapshotFollower } from '@gatehouse/access';
import { UnitOfWork } from '@gatehouse/database';
import type { DeclaredRoute } from '@gatehouse/http';
import type { Client } from './harness/client';
import { type RandomTree, randomIntegers, randomTree } from './harness/random-tree';
import { type TestApi, routesOf, startApi } from './harness/start-api';

/** Random worlds; what is random is which objects are deleted, and what was below or of them. */
const SEEDS = [11, 23, 37, 59, 71].slice(0, Number(process.env['SVC_TEST_DELETION_WORLDS'] ?? 1));
/** Rows that the revision of a deletion removes; the job is stopped. */
const ROWS = 3;

/** What describes the log or the time of the reply, not the objects. */
const OF_THE_LOG = ['/changes', '/audit', '/metrics', '/health', '/overview', '/version'];
/** What signs somebody in or out. */
const SIGNING = ['/signin', '/signout', '/ui/'];
const QUERIES = [
  '',
  'inherited=true&effective=true',
  'detail=true&cascade=true&resolve=true',
  'flatten=true&parents=true',
];

interface World {
  readonly trees: readonly RandomTree[];
  readonly gone: {
    readonly user: string;
    readonly group: string;
    readonly service: string;
    readonly resources: readonly number[];
  };
  readonly ofGone: Client;
}

interface Seen {
  readonly request: string;
  readonly status: number;
  readonly text: string;
}

/** The first replies that differ. */
function differences(before: readonly Seen[], after: readonly Seen[]): object[] {
  return before
    .map((one, index) => ({ before: one, after: after[index] }))
    .filter((pair) => JSON.stringify(pair.before) !== JSON.stringify(pair.after))
    .slice(0, 10);
}

describe('every endpoint, while rows below and of deleted objects are left,', () => {
  let api: TestApi;
  let removal: UnitOfWork['removal'];

  beforeAll(async () => {
    api = await startApi({ SVC_NETWORK_MODE: 'false' });
    removal = api.app.get(UnitOfWork).removal;
    // The job is run by the tests alone.
    const run = removal.removeLeft.bind(removal);
    removal.removeLeft = async () => undefined;
    runJob = run;
  });
  afterAll(() => api.close());
  let runJob: () => Promise<void>;

  /** Two services with trees, of which one, a branch of the other, a user and a group of both are deleted. */
  async function world(seed: number): Promise<World> {
    const below = randomIntegers(seed);
    const trees = [await randomTree(api, seed, 14, 40), await randomTree(api, seed + 1, 14, 40)];
    const [first, second] = trees as [RandomTree, RandomTree];
    const user = first.users[below(first.users.length)]!;
    const group = second.groups[below(second.groups.length)]!;
    for (const name of first.groups) await api.admin.post(`/users/${user}/groups`, { group_name: name });
    for (const tree of trees)
      for (const name of tree.users) await api.admin.post(`/users/${name}/groups`, { group_name: group });
    for (const id of second.resources)
      await api.admin.put(`/groups/${group}/resources/${id}/permissions`, { permission: 'read-deny-match' });
    const ofGone = await api.signIn(user);
    await api.signIn(user);
    removal.most = ROWS;
    const branch = second.resources[1 + below(3)]!;
    const inBranch = await idsBelow(branch);
    await api.admin.delete(`/services/${first.service}`).expect(200);
    await api.admin.delete(`/resources/${branch}`).expect(200);
    await api.admin.delete(`/groups/${group}`).expect(200);
    await api.admin.delete(`/users/${user}`).expect(200);
    return {
      trees,
      gone: { user, group, service: first.service, resources: [...first.resources, ...inBranch] },
      ofGone,
    };
  }

  async function idsBelow(id: number): Promise<number[]> {
    const rows = await api.dataSource.query<{ id: number }[]>(
      `WITH RECURSIVE branch AS (SELECT id FROM resources WHERE id = $1
         UNION ALL SELECT r.id FROM resources r JOIN branch b ON r.parent_id = b.id) SELECT id FROM branch`,
      [id],
    );
    return rows.map((row) => row.id);
  }

  /** The paths of a route, with deleted and other objects in the place of its parameters. */
  function pathsOf(route: DeclaredRoute, { trees, gone }: World): string[] {
    const [first, second] = trees as [RandomTree, RandomTree];
    const left = second.users.find((name) => name !== gone.user)!;
    const values: Readonly<Record<string, readonly (string | number)[]>> = {
      user_name: [gone.user, left, 'anonymous'],
      group_name: [
        gone.group,
        second.groups.find((name) => name !== gone.group)!,
        first.groups[0]!,
        'anonymous',
      ],
      service_name: [gone.service, second.service],
      resource_id: [
        gone.resources[0]!,
        gone.resources.at(-1)!,
        gone.resources[3]!,
        second.serviceId,
        second.resources.find((id) => !gone.resources.includes(id) && id !== second.serviceId)!,
      ],
      service_type_name: ['api'],
      permission_name: ['read'],
      revision: ['1'],
    };
    let paths = [route.template];
    for (const [whole, name] of route.template.matchAll(/\{(\w+)\}/g))
      paths = paths.flatMap((path) =>
        (values[name!] ?? ['1']).map((value) => path.replace(whole, String(value))),
      );
    return paths;
  }

  async function lookAtAll(from: World): Promise<Seen[]> {
    const seen: Seen[] = [];
    const left = (from.trees[1] as RandomTree).users.find((name) => name !== from.gone.user)!;
    const callers = {
      admin: api.admin,
      user: await signedIn(left),
      gone: from.ofGone,
      anonymous: api.anonymous,
    };
    for (const route of routesOf(api)) {
      if (route.method !== 'GET' || route.declaration.raw !== undefined) continue;
      if ([...OF_THE_LOG, ...SIGNING].some((prefix) => route.template.startsWith(prefix))) continue;
      for (const path of pathsOf(route, from))
        for (const query of QUERIES)
          for (const [caller, client] of Object.entries(callers)) {
            if (caller !== 'admin' && query !== QUERIES[1]) continue;
            const reply = await client.get(query === '' ? path : `${path}?${query}`);
            seen.push({
              request: `${caller} ${path}?${query}`,
              status: reply.status,
              // Times of sessions and revisions differ.
              text: (reply.text ?? '').replaceAll(
                /"(?:last_used_at|revision|expires_at|created_at)": [^,}]+/g,
                '',
              ),
            });
          }
    }
    return seen;
  }

  const signIns = new Map<string, Client>();
  async function signedIn(name: string): Promise<Client> {
    const client = signIns.get(name) ?? (await api.signIn(name));
    signIns.set(name, client);
    return client;
  }

  async function pending(): Promise<number> {
    const [row] = await api.dataSource.query<{ count: number }[]>(
      'SELECT count(*)::integer AS count FROM pending_deletions',
    );
    return row!.count;
  }

  it.each(SEEDS)(
    'answers as after the removal, also with the feed interrupted (world %i)',
    async (seed) => {
      const from = await world(seed);
      expect(await pending()).toBeGreaterThanOrEqual(3);
      const fromMemory = await lookAtAll(from);
      const follower = api.app.get(SnapshotFollower);
      const feed = jest.spyOn(follower, 'confirmNewest').mockResolvedValue(undefined);
      const fromDatabase = await lookAtAll(from);
      feed.mockRestore();
      await runJob();
      expect(await pending()).toBe(0);
      const afterwards = await lookAtAll(from);
      expect(differences(fromMemory, afterwards)).toEqual([]);
      const feedAgain = jest.spyOn(follower, 'confirmNewest').mockResolvedValue(undefined);
      const afterwardsFromDatabase = await lookAtAll(from);
      feedAgain.mockRestore();
      expect(differences(fromDatabase, afterwardsFromDatabase)).toEqual([]);
    },
    300_000,
  );

  it('writes to them are refused as to what never existed, their names are free, and old cookies sign nobody in', async () => {
    const from = await world(47);
    const { admin } = api;
    const { gone, ofGone } = from;
    const dead = gone.resources.at(-1)!;
    await admin.patch(`/resources/${dead}`, { resource_name: 'x' }).expect(404);
    await admin.delete(`/resources/${dead}`).expect(404);
    await admin.put(`/groups/anonymous/resources/${dead}/permissions`, { permission: 'read' }).expect(404);
    await admin
      .post('/resources', { resource_name: 'x', resource_type: 'route', parent_id: dead })
      .expect(404);
    await admin.patch(`/services/${gone.service}`, { service_name: 'x' }).expect(404);
    await admin.patch(`/groups/${gone.group}`, { description: 'x' }).expect(404);
    await admin.post(`/users/${gone.user}/groups`, { group_name: 'anonymous' }).expect(404);
    await ofGone
      .get('/session')
      .expect(200)
      .expect(({ body }) => expect(body.authenticated).toBe(false));
    await ofGone.get(`/users/${gone.user}`).expect(401);
    expect(await pending()).toBeGreaterThan(0);

    await api.make.service({ service_name: gone.service, service_type: 'api' });
    await api.make.group({ group_name: gone.group });
    await api.make.user({ user_name: gone.user });
    const id = await api.make.serviceId(gone.service);
    expect(id).toBeGreaterThan(Math.max(...gone.resources));
    const { body } = await admin.get(`/services/${gone.service}/resources`).expect(200);
    expect(JSON.stringify(body)).not.toContain('"children": {"');
    const members = await admin.get(`/groups/${gone.group}/users`).expect(200);
    expect(members.body.user_names).toEqual([]);
    const groups = await admin.get(`/users/${gone.user}/groups`).expect(200);
    expect(groups.body.group_names).toEqual(['anonymous']);
    await ofGone.get(`/users/${gone.user}`).expect(401);
    await runJob();
    await admin.get(`/services/${gone.service}`).expect(200);
    await ofGone.get(`/users/${gone.user}`).expect(401);
  });
});
