import type { GatehouseClient } from '@gatehouse/api-client';
import { OpenId2Server } from '@gatehouse/testing';
import { done, refused } from './generated-client';
import type { Scenario } from './scenario-client';

/** Identities of users at providers, where none is configured. */
export const identities: Scenario = async (scenarioClient) => {
  const admin = await scenarioClient.administrator();
  const { name, client } = await scenarioClient.newUser(admin);
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
  const discovery = done(await admin.POST('/discovery', { body: { issuer: 'http://127.0.0.1:9/' } }));
  expect([discovery.state, discovery.stated_issuer]).toEqual(['unusable', null]);
  const definition = { name: 'scenario', preset: 'google', client_id: 'scenario' };
  const { provider } = done(
    await admin.POST('/providers', { body: { definition, client_secret: 'scenario' } }),
  );
  expect([provider.provider_name, provider.source, provider.has_secret]).toEqual(['scenario', 'api', true]);
  const ofProvider = { params: { path: { provider_name: 'scenario' } } };
  const change = { ...ofProvider, body: { definition: { display_name: 'Scenario' } } };
  const changed = done(await admin.PATCH('/providers/{provider_name}', change));
  expect(done(await admin.GET('/providers/{provider_name}', ofProvider)).provider).toEqual(changed.provider);
  done(await admin.DELETE('/providers/{provider_name}', ofProvider));
  await linkWithOpenId2(admin, client);
  done(await admin.DELETE('/users/{user_name}', ofUser));
};

/** A user links an identity at a provider of OpenID 2.0 that the scenario defines, and unlinks it. */
async function linkWithOpenId2(admin: GatehouseClient, client: GatehouseClient): Promise<void> {
  const server = await OpenId2Server.start();
  try {
    const definition = {
      name: 'node',
      protocol: 'openid2',
      identifier_url: server.identifier('{username}'),
    };
    done(await admin.POST('/providers', { body: { definition } }));
    const body = { provider_name: 'node', external_user_name: 'anna' };
    const { location } = done(await client.POST('/users/current/identities', { body }));
    expect(new URL(location).searchParams.get('openid.claimed_id')).toBe(server.identifier('anna'));
    const back = await client.GET('/providers/{provider_name}/signin', {
      params: { path: { provider_name: 'node' } },
      querySerializer: () => new URL(server.returned(location)).search,
    });
    expect(back.response.status).toBe(302);
    const [identity] = done(await client.GET('/users/current/identities')).identities;
    expect(identity).toMatchObject({ provider_name: 'node', external_id: server.identifier('anna') });
    const ofIdentity = { params: { path: { identity_id: identity?.identity_id ?? 0 } } };
    done(await client.DELETE('/users/current/identities/{identity_id}', ofIdentity));
    done(await admin.DELETE('/providers/{provider_name}', { params: { path: { provider_name: 'node' } } }));
  } finally {
    await server.stop();
  }
}
