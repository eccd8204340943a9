import { done, refused } from './generated-client';
import type { Chapter } from './story-client';

/** Identities of users at providers, where none is configured. */
export const identities: Chapter = async (storyClient) => {
  const admin = await storyClient.administrator();
  const { name, client } = await storyClient.newUser(admin);
  const ofUser = { params: { path: { user_name: name } } };
  expect(done(await client.GET('/users/current/identities')).identities).toEqual([]);
  expect(done(await admin.GET('/users/{user_name}/identities', ofUser)).identities).toEqual([]);
  const internal = { body: { provider_name: 'gatehouse' } };
  expect(refused(await client.POST('/users/current/identities', internal), 422).error_code).toBe(
    'provider_internal',
  );
  // Only the owner of an account can add an identity to it.
  expect(
    refused(await admin.POST('/users/{user_name}/identities', { ...ofUser, ...internal }), 403).code,
  ).toBe(403);
  const unknown = { params: { path: { user_name: name, identity_id: 1 } } };
  const ownUnknown = { params: { path: { identity_id: 1 } } };
  const replies = [
    await client.DELETE('/users/current/identities/{identity_id}', ownUnknown),
    await admin.DELETE('/users/{user_name}/identities/{identity_id}', unknown),
  ];
  for (const reply of replies) expect(refused(reply, 404).error_code).toBe('external_identity_not_found');
  const logout = await client.POST('/providers/{provider_name}/logout', {
    params: { path: { provider_name: 'gatehouse' } },
    body: { logout_token: 'none' },
  });
  expect(refused(logout, 422).error_code).toBe('provider_internal');
  const definition = { name: 'story', preset: 'google', client_id: 'story' };
  const { provider } = done(await admin.POST('/providers', { body: { definition, client_secret: 'story' } }));
  expect([provider.provider_name, provider.source, provider.has_secret]).toEqual(['story', 'api', true]);
  const ofProvider = { params: { path: { provider_name: 'story' } } };
  const change = { ...ofProvider, body: { definition: { display_name: 'Story' } } };
  const changed = done(await admin.PATCH('/providers/{provider_name}', change));
  expect(done(await admin.GET('/providers/{provider_name}', ofProvider)).provider).toEqual(changed.provider);
  done(await admin.DELETE('/providers/{provider_name}', ofProvider));
  done(await admin.DELETE('/users/{user_name}', ofUser));
};
