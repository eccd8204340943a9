import { type TestApi, startApi } from './harness/start-api';

describe('discoverable groups', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  const groupsOf = async (user: string): Promise<string[]> =>
    (await api.admin.get(`/users/${user}/groups`).expect(200)).body['group_names'];

  it('are listed in order, without other groups', async () => {
    const hidden = await api.make.group();
    const names = [
      await api.make.group({ group_name: 'zebras', discoverable: true }),
      await api.make.group({ group_name: 'antelopes', discoverable: true }),
    ];
    const client = await api.signIn(await api.make.user());
    const reply = await client.get('/register/groups').expect(200);
    const listed: string[] = reply.body['group_names'];
    expect(listed.filter((name) => names.includes(name))).toEqual(['antelopes', 'zebras']);
    expect(listed).not.toContain(hidden);
    expect(listed).not.toContain('users');
  });

  it('are shown with their name and description only', async () => {
    const name = await api.make.group({ discoverable: true, description: 'Rivers and lakes' });
    const client = await api.signIn(await api.make.user());
    const reply = await client.get(`/register/groups/${name}`).expect(200);
    expect(reply.body['group']).toEqual({ group_name: name, description: 'Rivers and lakes' });
  });

  it('are listed with their descriptions in one request', async () => {
    const name = await api.make.group({ discoverable: true, description: 'Glaciers and snow' });
    const hidden = await api.make.group({ description: 'Hidden' });
    const client = await api.signIn(await api.make.user());
    const { body } = await client.get('/register/groups?detail=true').expect(200);
    expect(body.groups).toContainEqual({ group_name: name, description: 'Glaciers and snow' });
    expect(body.groups.map((group: { group_name: string }) => group.group_name)).toEqual(body.group_names);
    expect(body.group_names).not.toContain(hidden);
    expect((await client.get('/register/groups').expect(200)).body).not.toHaveProperty('groups');
  });

  it('can be joined and left by every signed-in user', async () => {
    const name = await api.make.group({ discoverable: true });
    const user = await api.make.user();
    const client = await api.signIn(user);
    const joined = await client.post(`/register/groups/${name}`).expect(201);
    expect(joined.body).toMatchObject({ user_name: user, group_name: name });
    expect(await groupsOf(user)).toContain(name);
    const again = await client.post(`/register/groups/${name}`).expect(409);
    expect(again.body).toMatchObject({ user_name: user, group_name: name });
    await client.delete(`/register/groups/${name}`).expect(200);
    expect(await groupsOf(user)).not.toContain(name);
    await client.delete(`/register/groups/${name}`).expect(404);
  });

  it('are listed without revealing other groups, which are answered like groups that do not exist', async () => {
    const hidden = await api.make.group();
    const user = await api.make.user({ group_name: hidden });
    const client = await api.signIn(user);
    for (const method of ['get', 'post', 'delete'] as const) {
      const [one, other] = [
        await client[method](`/register/groups/${hidden}`).expect(404),
        await client[method]('/register/groups/nosuch').expect(404),
      ];
      const param = (name: string) => ({ name: 'group_name', value: name, conditions: { not_none: false } });
      expect([one.body['param'], other.body['param']]).toEqual([param(hidden), param('nosuch')]);
      expect(one.body['detail']).toBe(other.body['detail']);
    }
    expect(await groupsOf(user)).toContain(hidden);
    for (const special of ['anonymous', 'administrators']) {
      await client.post(`/register/groups/${special}`).expect(404);
      await client.delete(`/register/groups/${special}`).expect(404);
    }
  });

  it('are not shown without a session', async () => {
    const name = await api.make.group({ discoverable: true });
    for (const path of ['/register/groups', `/register/groups/${name}`])
      await api.anonymous.get(path).expect(401);
    await api.anonymous.post(`/register/groups/${name}`).expect(401);
    await api.anonymous.delete(`/register/groups/${name}`).expect(401);
    const client = await api.signIn(await api.make.user());
    await client.get('/register/groups/no!bad').expect(422);
  });
});
