import { inject, Injectable } from '@angular/core';
import type { Schema } from '@gatehouse/api-client';
import { ApiClient } from './api-client';

export type NetworkNode = Schema<'ListedNodeDto'>;
export type NewNode = Schema<'CreateNodeDto'>;
export type NodeChanges = Schema<'UpdateNodeDto'>;
export type NodeState = Schema<'NodeStateDto'>;
export type RemoteUser = Schema<'RemoteUserDto'>;
export type NewRemoteUser = Schema<'CreateRemoteUserDto'>;

/** Other instances, their users here, and one's own tokens of them. Reference: network-protocol#nodes */
@Injectable({ providedIn: 'root' })
export class NodesApi {
  private readonly api = inject(ApiClient);

  /** In full for administrators, only names for others. */
  async list(): Promise<readonly NetworkNode[]> {
    return (await this.api.get('/network/nodes')).nodes;
  }

  async create(node: NewNode): Promise<void> {
    await this.api.post('/network/nodes', { body: node });
  }

  async change(node_name: string, changes: NodeChanges, ifMatch?: number): Promise<void> {
    await this.api.patch('/network/nodes/{node_name}', { path: { node_name }, body: changes, ifMatch });
  }

  async delete(node_name: string): Promise<void> {
    await this.api.delete('/network/nodes/{node_name}', { path: { node_name } });
  }

  /** What the last check has found. */
  async state(node_name: string): Promise<NodeState> {
    return (await this.api.get('/network/nodes/{node_name}/state', { path: { node_name } })).state;
  }

  /** Checks the connection now. */
  async check(node_name: string): Promise<NodeState> {
    return (await this.api.post('/network/nodes/{node_name}/state', { path: { node_name } })).state;
  }

  /** A new token of the signed-in user at the node, which replaces the previous one. It is shown this once. */
  async requestToken(node_name: string): Promise<string> {
    return (await this.api.get('/network/nodes/{node_name}/token', { path: { node_name } })).token;
  }

  /** A refusal with status 404 means that there is no token. */
  async cancelToken(node_name: string): Promise<void> {
    await this.api.delete('/network/nodes/{node_name}/token', { path: { node_name } });
  }

  async remoteUsers(): Promise<readonly RemoteUser[]> {
    return (await this.api.get('/network/remote_users')).remote_users;
  }

  /** Users of other instances who are linked with the account of the signed-in user. */
  async ownRemoteUsers(): Promise<readonly RemoteUser[]> {
    return (await this.api.get('/network/remote_users/current')).remote_users;
  }

  async createRemoteUser(user: NewRemoteUser): Promise<void> {
    await this.api.post('/network/remote_users', { body: user });
  }

  async deleteRemoteUser({ node_name, remote_user_name }: RemoteUser): Promise<void> {
    const path = { node_name, remote_user_name };
    await this.api.delete('/network/nodes/{node_name}/remote_users/{remote_user_name}', { path });
  }

  /** Cancels the tokens of all users of other instances; returns how many there were. */
  async purgeTokens(): Promise<number> {
    return (await this.api.delete('/network/tokens')).deleted;
  }
}
