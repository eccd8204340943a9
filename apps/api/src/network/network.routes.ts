import { Delete, Get, Patch, Post } from '@nestjs/common';
import type { EndpointDeclaration } from '@gatehouse/http';

type Declared = Pick<EndpointDeclaration, 'name' | 'summary' | 'access' | 'changesState'>;

export interface NetworkRoute {
  readonly mapping: MethodDecorator;
  readonly declaration: EndpointDeclaration;
}

function route(mapping: MethodDecorator, declared: Declared, status: number, detail: string): NetworkRoute {
  return { mapping, declaration: { ...declared, success: { status, detail }, errors: ['network_disabled'] } };
}

const NODE = 'nodes/:node_name';
const REMOTE_USER = `${NODE}/remote_users/:remote_user_name`;

/** The operations between the instances of a network. Reference: http#privileges, http#network-mode. */
export const NETWORK_ROUTES: readonly NetworkRoute[] = [
  route(
    Get('nodes'),
    { name: 'list_network_nodes', summary: 'List the other instances', access: 'authenticated' },
    200,
    'Nodes listed.',
  ),
  route(
    Post('nodes'),
    { name: 'create_network_node', summary: 'Register another instance', access: 'administrator' },
    201,
    'Node registered.',
  ),
  route(
    Get(NODE),
    { name: 'get_network_node', summary: 'Read another instance', access: 'administrator' },
    200,
    'Node found.',
  ),
  route(
    Patch(NODE),
    { name: 'update_network_node', summary: 'Change another instance', access: 'administrator' },
    200,
    'Node changed.',
  ),
  route(
    Delete(NODE),
    { name: 'delete_network_node', summary: 'Delete another instance', access: 'administrator' },
    200,
    'Node deleted.',
  ),
  route(
    Get(`${NODE}/token`),
    {
      name: 'request_network_token',
      summary: 'Request a personal token from another instance, replacing the previous one',
      access: 'authenticated',
      changesState: true,
    },
    200,
    'Token issued.',
  ),
  route(
    Delete(`${NODE}/token`),
    {
      name: 'cancel_network_token',
      summary: 'Revoke the personal token of another instance',
      access: 'authenticated',
    },
    200,
    'Token cancelled.',
  ),
  route(
    Post(`${NODE}/link`),
    {
      name: 'link_network_account',
      summary: 'Start linking the account of the caller with one of another instance',
      access: 'authenticated',
    },
    302,
    'Go on at the other instance.',
  ),
  route(
    Get('remote_users'),
    { name: 'list_remote_users', summary: 'List the users of other instances', access: 'administrator' },
    200,
    'Remote users listed.',
  ),
  route(
    Post('remote_users'),
    { name: 'create_remote_user', summary: 'Admit a user of another instance', access: 'administrator' },
    201,
    'Remote user created.',
  ),
  route(
    Get('remote_users/current'),
    {
      name: 'list_own_remote_users',
      summary: 'List the users of other instances that are linked with the account of the caller',
      access: 'authenticated',
    },
    200,
    'Remote users listed.',
  ),
  route(
    Get(REMOTE_USER),
    { name: 'get_remote_user', summary: 'Read a user of another instance', access: 'authenticated' },
    200,
    'Remote user found.',
  ),
  route(
    Patch(REMOTE_USER),
    { name: 'update_remote_user', summary: 'Change a user of another instance', access: 'administrator' },
    200,
    'Remote user changed.',
  ),
  route(
    Delete(REMOTE_USER),
    { name: 'delete_remote_user', summary: 'Delete a user of another instance', access: 'authenticated' },
    200,
    'Remote user deleted.',
  ),
  route(
    Post('token'),
    { name: 'issue_network_token', summary: 'Issue a token to another instance', access: 'public' },
    201,
    'Token issued.',
  ),
  route(
    Delete('token'),
    { name: 'revoke_network_token', summary: 'Revoke a token of another instance', access: 'public' },
    200,
    'Token revoked.',
  ),
  route(
    Delete('tokens'),
    { name: 'purge_network_tokens', summary: 'Delete tokens of other instances', access: 'administrator' },
    200,
    'Tokens deleted.',
  ),
  route(
    Get('jwks'),
    { name: 'list_network_keys', summary: 'List the public keys of this instance', access: 'public' },
    200,
    'Keys listed.',
  ),
  route(
    Get('decode_jwt'),
    {
      name: 'decode_network_jwt',
      summary: 'Decode a token that another instance has signed',
      access: 'administrator',
    },
    200,
    'Token decoded.',
  ),
  route(
    Get('link'),
    {
      name: 'complete_network_link',
      summary: 'Complete the link with an account of another instance',
      access: 'authenticated',
      changesState: true,
    },
    200,
    'Accounts linked.',
  ),
];
