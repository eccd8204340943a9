import { refused } from './generated-client';
import type { Scenario } from './scenario-client';

/** The paths of the network, while network mode is off. */
export const network: Scenario = async (scenarioClient) => {
  const admin = await scenarioClient.administrator();
  const ofNode = { params: { path: { node_name: 'node-b' } } };
  const ofRemoteUser = { params: { path: { node_name: 'node-b', remote_user_name: 'billy' } } };
  const remoteUser = '/network/nodes/{node_name}/remote_users/{remote_user_name}' as const;
  const host = 'https://b.example.org';
  const node = {
    name: 'node-b',
    base_url: host,
    jwks_url: `${host}/network/jwks`,
    token_url: `${host}/network/token`,
    authorization_url: `${host}/ui/network/authorize`,
  };
  const message = { token: 'message' };
  const replies = [
    await admin.GET('/network/nodes'),
    await admin.POST('/network/nodes', { body: node }),
    await admin.GET('/network/nodes/{node_name}', ofNode),
    await admin.PATCH('/network/nodes/{node_name}', { ...ofNode, body: { base_url: node.base_url } }),
    await admin.DELETE('/network/nodes/{node_name}', ofNode),
    await admin.GET('/network/nodes/{node_name}/state', ofNode),
    await admin.POST('/network/nodes/{node_name}/state', ofNode),
    await admin.GET('/network/nodes/{node_name}/token', ofNode),
    await admin.DELETE('/network/nodes/{node_name}/token', ofNode),
    await admin.POST('/network/nodes/{node_name}/link', { ...ofNode, body: {} }),
    await admin.GET('/network/remote_users'),
    await admin.POST('/network/remote_users', { body: { remote_user_name: 'billy', node_name: 'node-b' } }),
    await admin.GET('/network/remote_users/current'),
    await admin.GET(remoteUser, ofRemoteUser),
    await admin.PATCH(remoteUser, { ...ofRemoteUser, body: { assign_anonymous: true } }),
    await admin.DELETE(remoteUser, ofRemoteUser),
    await admin.POST('/network/token', { body: message }),
    await admin.DELETE('/network/token', { body: message }),
    await admin.DELETE('/network/tokens', { body: { expired_only: true } }),
    await admin.GET('/network/jwks'),
    await admin.GET('/network/decode_jwt', { params: { query: message } }),
    await admin.GET('/network/link', { params: { query: { token: 'message' } } }),
    await admin.GET('/network/authorize'),
    await admin.POST('/network/authorize', { body: { request_token: 'request' } }),
    await admin.GET('/ui/network/authorize'),
  ];
  for (const reply of replies) expect(refused(reply, 501).detail).toBe('Network mode is disabled.');
};
