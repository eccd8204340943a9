import { type TestApi, startApi } from './harness/start-api';

describe('groups', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.close());

  it('are created with a name, a description and a discoverable flag', async () => {
    const group_name = api.make.name('group');
    const body = { group_name, description: 'Rivers & lakes!', discoverable: true };
    const reply = await api.admin.post('/groups', body).expect(201);
    expect(reply.body.group).toEqual({ group_name, group_id: expect.any(Number) });
    expect((await api.admin.get(`/groups/${group_name}`).expect(200)).body.group).toEqual({
      ...body,
      group_id: reply.body.group.group_id,
      terms: null,
      priority: 0,
      member_count: 0,
      user_names: [],
      managed_by: [],
    });
  });

  it('have an empty description and are not discoverable by default', async () => {
    const name = await api.make.group();
    expect((await api.admin.get(`/groups/${name}`)).body.group).toMatchObject({
      description: '',
      discoverable: false,
    });
  });

  it.each([
    [400, 'an absent name', { group_name: undefined }],
    [400, 'a null name', { group_name: null }],
    [400, 'an empty name', { group_name: '' }],
    [400, 'a malformed name', { group_name: 'bad!!' }],
    [400, 'a name that is too long', { group_name: 'x'.repeat(65) }],
    [409, 'the name of the anonymous group', { group_name: 'anonymous' }],
    [409, 'the name of the anonymous group in other letters', { group_name: 'Anonymous' }],
    [409, 'the name of the administrators', { group_name: 'administrators' }],
    [409, 'that name in other letters', { group_name: 'Administrators' }],
    [422, 'a name of another type', { group_name: 5 }],
    [422, 'a description of another type', { description: 5 }],
    [422, 'a description with a NUL', { description: 'a\0b' }],
    [422, 'a flag of another type', { discoverable: 'xx' }],
    [422, 'a flag that is a number', { discoverable: 1 }],
    [422, 'terms that are no text', { terms: 7 }],
  ])('are not created, with status %d, from %s', async (status, _, fields) => {
    const before = (await api.admin.get('/groups')).body.group_names;
    const refused = await api.admin
      .post('/groups', { group_name: api.make.name('group'), ...fields })
      .expect(status);
    expect(refused.headers).not.toHaveProperty('x-access-revision');
    expect((await api.admin.get('/groups')).body.group_names).toEqual(before);
  });

  it('accept words as flags in forms only', async () => {
    const [yes, no] = [api.make.name('group'), api.make.name('group')];
    await api.admin.post('/groups').type('form').send({ group_name: yes, discoverable: 'Yes' }).expect(201);
    await api.admin.post('/groups').type('form').send({ group_name: no, discoverable: '0' }).expect(201);
    await api.admin
      .post('/groups')
      .type('form')
      .send({ group_name: 'x', discoverable: 'perhaps' })
      .expect(422);
    expect((await api.admin.get(`/groups/${yes}`)).body.group.discoverable).toBe(true);
    expect((await api.admin.get(`/groups/${no}`)).body.group.discoverable).toBe(false);
  });

  it('of one name are created once by concurrent requests', async () => {
    const group_name = api.make.name('Group');
    const replies = await Promise.all(
      [group_name, group_name.toLowerCase(), group_name].map((name) =>
        api.admin.post('/groups', { group_name: name }),
      ),
    );
    expect(replies.map((reply) => reply.status).sort()).toEqual([201, 409, 409]);
  });

  it('are listed sorted, as a whole and in pages', async () => {
    const { group_names } = (await api.admin.get('/groups').expect(200)).body;
    expect(group_names).toEqual([...group_names].sort());
    const page = (await api.admin.get(`/groups?limit=2&after=${encodeURIComponent(group_names[0])}`)).body
      .group_names;
    expect(page).toEqual(group_names.slice(1, 3));
  });

  it('are listed with the number of their members if `detail` is set', async () => {
    const [full, empty] = [await api.make.group(), await api.make.group()];
    const [one, two] = [await api.make.user(), await api.make.user()];
    for (const name of [one, two])
      await api.admin.post(`/users/${name}/groups`, { group_name: full }).expect(201);
    const { body } = await api.admin.get('/groups?detail=true').expect(200);
    const listed = body as { group_names: string[]; groups: { group_name: string; member_count: number }[] };
    expect(listed.groups.map(({ group_name }) => group_name)).toEqual(listed.group_names);
    expect(listed.groups).toEqual(
      expect.arrayContaining([
        { group_name: full, member_count: 2 },
        { group_name: empty, member_count: 0 },
      ]),
    );
    for (const { group_name, member_count } of listed.groups) {
      const { group } = (await api.admin.get(`/groups/${group_name}`).expect(200)).body;
      expect([group_name, member_count]).toEqual([group_name, group.member_count]);
    }
    await api.admin.delete(`/users/${one}/groups/${full}`).expect(200);
    const after = encodeURIComponent(listed.group_names[listed.group_names.indexOf(full) - 1] ?? '');
    expect(
      (await api.admin.get(`/groups?detail=true&limit=1&after=${after}`).expect(200)).body,
    ).toMatchObject({
      group_names: [full],
      groups: [{ group_name: full, member_count: 1 }],
    });
    expect((await api.admin.get('/groups').expect(200)).body).not.toHaveProperty('groups');
  });

  it('are found by their exact name, including spaces', async () => {
    await api.make.group({ group_name: 'Two words' });
    await api.admin.get('/groups/Two%20words').expect(200);
    await api.admin.get('/groups/two%20words').expect(404);
    await api.admin.get('/groups/Two+words').expect(422);
    expect((await api.admin.get('/groups/nowhere').expect(404)).body['param']).toEqual({
      name: 'group_name',
      value: 'nowhere',
      conditions: { not_none: false },
    });
  });

  it('change in the fields that differ', async () => {
    const name = await api.make.group({ description: 'old' });
    await api.admin.patch(`/groups/${name}`, { description: 'new', discoverable: true }).expect(200);
    expect((await api.admin.get(`/groups/${name}`)).body.group).toMatchObject({
      description: 'new',
      discoverable: true,
    });
    await api.admin.patch(`/groups/${name}`, { description: '' }).expect(200);
    const renamed = api.make.name('renamed');
    await api.admin.patch(`/groups/${name}`, { group_name: renamed }).expect(200);
    await api.admin.get(`/groups/${name}`).expect(404);
    await api.admin.patch(`/groups/${renamed}`, { group_name: renamed.toUpperCase() }).expect(200);
  });

  it('refuse empty changes, invalid names and names that are taken', async () => {
    const name = await api.make.group();
    const other = await api.make.group();
    for (const body of [{}, { group_name: name }, { discoverable: false }, { group_name: null }]) {
      expect((await api.admin.patch(`/groups/${name}`, body).expect(400)).body).toMatchObject({
        group_name: name,
      });
    }
    await api.admin.patch(`/groups/${name}`, { group_name: 'bad!!' }).expect(400);
    await api.admin.patch(`/groups/${name}`, { group_name: '' }).expect(400);
    await api.admin.patch(`/groups/${name}`, { group_name: 'x'.repeat(65) }).expect(400);
    for (const special of ['anonymous', 'administrators', 'Administrators']) {
      const reply = await api.admin.patch(`/groups/${name}`, { group_name: special }).expect(409);
      expect(reply.body).toMatchObject({
        group_name: special,
        param: { name: 'group_name', value: special, conditions: { not_in: false } },
      });
    }
    await api.admin.patch(`/groups/${name}`, { group_name: other.toUpperCase() }).expect(409);
    await api.admin.patch(`/groups/${name}`, { discoverable: 'xx' }).expect(422);
  });

  it('of all users and of administrators can neither be changed nor deleted, regardless of the body', async () => {
    for (const name of ['anonymous', 'administrators']) {
      const reply = await api.admin.patch(`/groups/${name}`, {}).expect(403);
      expect(reply.body['param']).toMatchObject({ name: 'group_name', conditions: { not_in: false } });
      expect(reply.body['detail']).toContain('reserved keyword');
      const deletion = await api.admin.delete(`/groups/${name}`).expect(403);
      expect(deletion.body['detail']).toContain('reserved keyword');
    }
    expect((await api.admin.get('/groups/administrators')).body.group).toMatchObject({
      priority: 'max',
      user_names: ['chief'],
    });
    expect((await api.admin.get('/groups/anonymous')).body.group.priority).toBe(-1);
  });

  it('are deleted with their memberships', async () => {
    const group = await api.make.group();
    const user = await api.make.user({ group_name: group });
    await api.admin.delete(`/groups/${group}`).expect(200);
    expect((await api.admin.get(`/users/${user}`)).body.user.group_names).toEqual(['anonymous']);
    await api.admin.delete(`/groups/${group}`).expect(404);
  });
});
