import { refused } from './generated-client';
import type { Chapter } from './story-client';

/** The paths of the network, while network mode is off. */
export const network: Chapter = async (storyClient) => {
  const admin = await storyClient.administrator();
  const ofNode = { params: { path: { node_name: 'node-b' } } };
  const ofRemoteUser = { params: { path: { node_name: 'node-b', remote_user_name: 'billy' } } };
  const remoteUser = '/network/nodes/{node_name}/remote_users/{remote_user_name}' as const;
  const replies = [
    await admin.GET('/network/nodes'),
    await admin.POST('/network/nodes'),
    await admin.GET('/network/nodes/{node_name}', ofNode),
    await admin.PATCH('/network/nodes/{node_name}', ofNode),
    await admin.DELETE('/network/nodes/{node_name}', ofNode),
    await admin.GET('/network/nodes/{node_name}/token', ofNode),
    await admin.DELETE('/network/nodes/{node_name}/token', ofNode),
    await admin.POST('/network/nodes/{node_name}/link', ofNode),
    await admin.GET('/network/remote_users'),
    await admin.POST('/network/remote_users'),
    await admin.GET('/network/remote_users/current'),
    await admin.GET(remoteUser, ofRemoteUser),
    await admin.PATCH(remoteUser, ofRemoteUser),
    await admin.DELETE(remoteUser, ofRemoteUser),
    await admin.POST('/network/token'),
    await admin.DELETE('/network/token'),
    await admin.DELETE('/network/tokens'),
    await admin.GET('/network/jwks'),
    await admin.GET('/network/decode_jwt'),
    await admin.GET('/network/link'),
  ];
  for (const reply of replies) expect(refused(reply, 501).detail).toBe('Network mode is disabled.');
};
