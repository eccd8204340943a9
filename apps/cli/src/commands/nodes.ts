import { command } from '../declaration/command';
import { list, required, text } from '../declaration/field';
import { type Column, column } from '../declaration/shown';
import { timeColumn } from './fields';

const NODE = required(text('node', 'Name of the other instance.'));
const BASE_URL = text('url', 'Its address, for display.');
const JWKS_URL = text('url', 'Address of its public keys.');
const TOKEN_URL = text('url', 'Address where it issues tokens.');
const AUTHORIZATION_URL = text('url', 'Address of its page that requests consent.');
const REDIRECT_URIS = list('url', 'Address that the consent page may return to; can be repeated.', {
  long: 'redirect-uri',
});
const STATE: readonly Column[] = [
  column('NODE', 'name'),
  column('CONDITION', 'condition', { colour: ({ condition }) => (condition === 'ok' ? 'good' : 'bad') }),
  column('DETAIL', 'detail'),
  timeColumn('CHECKED', 'checked'),
  column('GATEHOUSE', 'gatehouse'),
];

export const NODE_COMMANDS = [
  command({
    name: 'nodes list',
    summary: 'List the other instances of the network.',
    needs: 'token',
    operation: 'GET /network/nodes',
    shows: {
      kind: 'list',
      in: 'nodes',
      columns: [
        column('NODE', 'name'),
        column('BASE URL', 'base_url'),
        column('TOKEN URL', 'token_url', { isDetail: true }),
      ],
      empty: 'There are no nodes.',
    },
    examples: [{ line: 'nodes list', does: 'All nodes' }],
  }),
  command({
    name: 'nodes show',
    summary: 'Show a node.',
    needs: 'token',
    arguments: { node_name: NODE },
    operation: 'GET /network/nodes/{node_name}',
    shows: {
      kind: 'record',
      columns: [
        column('NODE', 'name'),
        column('BASE URL', 'base_url'),
        column('KEYS', 'jwks_url'),
        column('TOKEN URL', 'token_url'),
        column('AUTHORIZATION URL', 'authorization_url'),
        column('REDIRECT URIS', 'redirect_uris'),
      ],
    },
    examples: [{ line: 'nodes show node-b', does: 'Its addresses' }],
  }),
  command({
    name: 'nodes create',
    summary: 'Create a node, under the exact name of the other instance.',
    needs: 'token',
    isBatch: true,
    arguments: { name: NODE },
    options: {
      base_url: required(BASE_URL),
      jwks_url: required(JWKS_URL),
      token_url: required(TOKEN_URL),
      authorization_url: required(AUTHORIZATION_URL),
      redirect_uris: REDIRECT_URIS,
    },
    operation: 'POST /network/nodes',
    shows: { kind: 'sentence', text: ({ name }) => `The node ${name} is created.` },
    examples: [
      {
        line: 'nodes create node-b --base-url https://b.example.org --jwks-url https://b.example.org/network/jwks --token-url https://b.example.org/network/token --authorization-url https://b.example.org/ui/network/authorize',
        does: 'Another Gatehouse',
      },
    ],
  }),
  command({
    name: 'nodes change',
    summary: 'Change the name or addresses of a node.',
    needs: 'token',
    arguments: { node_name: NODE },
    options: {
      new_name: text('name', 'New name.', { wire: 'name', long: 'name' }),
      base_url: BASE_URL,
      jwks_url: JWKS_URL,
      token_url: TOKEN_URL,
      authorization_url: AUTHORIZATION_URL,
      redirect_uris: REDIRECT_URIS,
    },
    operation: 'PATCH /network/nodes/{node_name}',
    shows: { kind: 'sentence', text: ({ node_name }) => `The node ${node_name} is changed.` },
    examples: [
      { line: 'nodes change node-b --jwks-url https://keys.example.org/jwks', does: 'Its keys have moved' },
    ],
  }),
  command({
    name: 'nodes delete',
    summary: 'Delete a node, with its user, group and remote users.',
    needs: 'token',
    arguments: { node_name: NODE },
    operation: 'DELETE /network/nodes/{node_name}',
    confirms: ({ node_name }) => `Delete the node ${node_name}, with its user, group and remote users?`,
    shows: { kind: 'sentence', text: ({ node_name }) => `The node ${node_name} is deleted.` },
    examples: [{ line: 'nodes delete node-b', does: 'After a confirmation' }],
  }),
  command({
    name: 'nodes state',
    summary: 'Show what the last check of a node has found.',
    needs: 'token',
    arguments: { node_name: NODE },
    operation: 'GET /network/nodes/{node_name}/state',
    shows: { kind: 'record', in: 'state', columns: STATE },
    examples: [{ line: 'nodes state node-b', does: 'Without a new check' }],
  }),
  command({
    name: 'nodes check',
    summary: 'Check the connection with a node now.',
    needs: 'token',
    arguments: { node_name: NODE },
    operation: 'POST /network/nodes/{node_name}/state',
    shows: { kind: 'record', in: 'state', columns: STATE },
    examples: [{ line: 'nodes check node-b', does: 'After its addresses were changed' }],
  }),
];
