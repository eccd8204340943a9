import { done, refused } from './generated-client';
import type { Scenario } from './scenario-client';

/** Users, groups and memberships. */
export const usersAndGroups: Scenario = async (scenarioClient) => {
  const admin = await scenarioClient.administrator();
  const group_name = scenarioClient.name('group');
  const inGroup = { params: { path: { group_name } } };
  const created = done(
    await admin.POST('/groups', { body: { group_name, description: 'Readers', discoverable: true } }),
  );
  expect(created.group.group_id).toBeGreaterThan(0);
  const conflict = refused(await admin.POST('/groups', { body: { group_name } }), 409);
  expect(conflict.param?.name).toBe('group_name');
  expect(done(await admin.GET('/groups', { params: { query: { limit: 1000 } } })).group_names).toContain(
    group_name,
  );
  const withCounts = done(await admin.GET('/groups', { params: { query: { detail: true } } }));
  expect(withCounts.groups).toContainEqual({ group_name, member_count: 0 });
  done(await admin.PATCH('/groups/{group_name}', { ...inGroup, body: { description: 'Who reads' } }));
  const { group } = done(await admin.GET('/groups/{group_name}', inGroup));
  expect([group.description, group.member_count]).toEqual(['Who reads', 0]);

  const { name: user_name, client: reader } = await scenarioClient.newUser(admin);
  const ofUser = { params: { path: { user_name } } };
  const ofMember = { params: { path: { user_name, group_name } } };
  const detailed = { params: { query: { detail: true, status: 'all' } } };
  expect(done(await admin.GET('/users', detailed)).users?.map((one) => one.user_name)).toContain(user_name);
  expect(done(await admin.GET('/users/{user_name}', ofUser)).user.status).toBe('OK');
  done(await admin.PATCH('/users/{user_name}', { ...ofUser, body: { email: `${user_name}@example.com` } }));
  expect(refused(await admin.PATCH('/users/{user_name}', { ...ofUser, body: {} }), 400).user_name).toBe(
    user_name,
  );
  done(await admin.POST('/users/{user_name}/groups', { ...ofUser, body: { group_name } }));
  expect(done(await admin.GET('/users/{user_name}/groups', ofUser)).group_names).toContain(group_name);
  expect(done(await admin.GET('/groups/{group_name}/users', inGroup)).user_names).toEqual([user_name]);
  done(await admin.DELETE('/users/{user_name}/groups/{group_name}', ofMember));

  expect(done(await reader.GET('/users/current')).user.email).toBe(`${user_name}@example.com`);
  done(await reader.PATCH('/users/current', { body: { email: `${user_name}@example.net` } }));
  expect(done(await reader.GET('/register/groups')).group_names).toContain(group_name);
  expect(done(await reader.GET('/register/groups/{group_name}', inGroup)).group.description).toBe(
    'Who reads',
  );
  expect(done(await reader.POST('/register/groups/{group_name}', inGroup)).user_name).toBe(user_name);
  expect(done(await reader.GET('/users/current/groups')).group_names).toContain(group_name);
  done(await reader.DELETE('/register/groups/{group_name}', inGroup));
  expect(refused(await reader.GET('/groups'), 403).method).toBe('GET');

  done(await admin.POST('/users/current/groups', { body: { group_name } }));
  done(await admin.DELETE('/users/current/groups/{group_name}', inGroup));

  done(await reader.DELETE('/users/current'));
  const { name: leaver } = await scenarioClient.newUser(admin);
  done(await admin.DELETE('/users/{user_name}', { params: { path: { user_name: leaver } } }));
  const withTerms = { params: { path: { group_name: scenarioClient.name('terms') } } };
  const { group_name: governed } = withTerms.params.path;
  done(await admin.POST('/groups', { body: { group_name: governed, terms: 'Be nice.' } }));
  const published = await admin.POST('/groups/{group_name}/terms', {
    ...withTerms,
    body: { terms: 'Cite.' },
  });
  expect(done(published).terms.version).toBe(2);
  expect(done(await admin.GET('/groups/{group_name}/terms', withTerms)).terms).toHaveLength(2);
  const acceptances = await admin.GET('/groups/{group_name}/terms/acceptances', withTerms);
  expect(done(acceptances).acceptances).toEqual([]);
  done(await admin.DELETE('/groups/{group_name}', withTerms));

  done(await admin.DELETE('/groups/{group_name}', inGroup));
  expect(refused(await admin.GET('/groups/{group_name}', inGroup), 404).param?.value).toBe(group_name);
};
