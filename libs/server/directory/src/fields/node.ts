import type { NetworkNode, RemoteUser } from '@gatehouse/database';
import { tableOf } from './table';

/** Other instances. Reference: network-protocol#nodes. */
export const NODE_TABLE = tableOf<NetworkNode>()({
  name: 'network_nodes',
  entity: 'network_node',
  key: 'id',
  fields: {
    id: { type: 'integer' },
    name: { type: 'text', wire: 'name', setBy: 'administrators', shown: 'public', file: 'name' },
    baseUrl: {
      type: 'text',
      column: 'base_url',
      wire: 'base_url',
      setBy: 'administrators',
      shown: 'list',
      file: 'base_url',
    },
    jwksUrl: {
      type: 'text',
      column: 'jwks_url',
      wire: 'jwks_url',
      setBy: 'administrators',
      shown: 'list',
      file: 'jwks_url',
    },
    tokenUrl: {
      type: 'text',
      column: 'token_url',
      wire: 'token_url',
      setBy: 'administrators',
      shown: 'list',
      file: 'token_url',
    },
    authorizationUrl: {
      type: 'text',
      column: 'authorization_url',
      wire: 'authorization_url',
      setBy: 'administrators',
      shown: 'list',
      file: 'authorization_url',
    },
    redirectUris: {
      type: 'jsonb',
      column: 'redirect_uris',
      wire: 'redirect_uris',
      setBy: 'administrators',
      shown: 'list',
      file: 'redirect_uris',
    },
    userId: { type: 'integer', column: 'user_id', default: null },
    groupId: { type: 'integer', column: 'group_id', default: null },
    createdAt: { type: 'timestamptz', column: 'created_at' },
  },
});

/** Users of other instances. Requests and replies have the names of nodes and users. Reference: network-protocol#remote-users. */
export const REMOTE_USER_TABLE = tableOf<RemoteUser>()({
  name: 'remote_users',
  entity: 'remote_user',
  key: 'id',
  fields: {
    id: { type: 'integer' },
    nodeId: {
      type: 'integer',
      column: 'node_id',
      wire: 'node_name',
      setBy: 'administrators',
      file: 'node_name',
    },
    name: { type: 'text', wire: 'remote_user_name', setBy: 'administrators', file: 'remote_user_name' },
    subject: { type: 'text', default: null },
    userId: {
      type: 'integer',
      column: 'user_id',
      wire: 'user_name',
      setBy: 'administrators',
      default: null,
      file: 'user_name',
    },
    createdAt: { type: 'timestamptz', column: 'created_at' },
  },
});
