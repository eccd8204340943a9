import { command } from '../declaration/command';
import { json, required, secret, text } from '../declaration/field';
import { column } from '../declaration/shown';

const PROVIDER = required(text('provider', 'Name of the identity provider.'));
const DEFINITION = json('The definition, as in the reference of identity providers.');
const SECRET = secret('Client secret.');
const COLUMNS = [
  column('PROVIDER', 'provider_name'),
  column('SOURCE', 'source'),
  column('SECRET', 'has_secret'),
  column('DEFINITION', 'definition'),
];

export const PROVIDER_COMMANDS = [
  command({
    name: 'providers list',
    summary: 'List the identity providers.',
    needs: 'token',
    operation: 'GET /providers',
    shows: {
      kind: 'list',
      in: 'identity_providers',
      columns: [
        column('PROVIDER', 'provider_name'),
        column('DISPLAY NAME', 'display_name'),
        column('PROTOCOL', 'protocol'),
        column('SIGN-IN URL', 'sign_in_url'),
      ],
      empty: 'There are no identity providers.',
    },
    examples: [{ line: 'providers list', does: 'All that users can sign in with' }],
  }),
  command({
    name: 'providers show',
    summary: 'Show the definition of an identity provider.',
    needs: 'token',
    arguments: { provider_name: PROVIDER },
    operation: 'GET /providers/{provider_name}',
    shows: { kind: 'record', in: 'provider', columns: COLUMNS },
    examples: [{ line: 'providers show keycloak --json', does: 'For a file' }],
  }),
  command({
    name: 'providers create',
    summary: 'Create an identity provider.',
    needs: 'token',
    options: { definition: required(DEFINITION), client_secret: SECRET },
    operation: 'POST /providers',
    shows: { kind: 'sentence', text: () => 'The identity provider is created.' },
    examples: [
      {
        line: 'providers create --definition @keycloak.yml --client-secret-stdin',
        does: 'With the secret on standard input',
      },
    ],
  }),
  command({
    name: 'providers change',
    summary: 'Change an identity provider.',
    needs: 'token',
    arguments: { provider_name: PROVIDER },
    options: { definition: DEFINITION, client_secret: SECRET },
    operation: 'PATCH /providers/{provider_name}',
    shows: {
      kind: 'sentence',
      text: ({ provider_name }) => `The identity provider ${provider_name} is changed.`,
    },
    examples: [{ line: 'providers change keycloak --client-secret-stdin', does: 'A new secret' }],
  }),
  command({
    name: 'providers delete',
    summary: 'Delete an identity provider. Accounts stay, and can no longer sign in with it.',
    needs: 'token',
    arguments: { provider_name: PROVIDER },
    operation: 'DELETE /providers/{provider_name}',
    confirms: ({ provider_name }) =>
      `Delete the identity provider ${provider_name}? Its users can no longer sign in with it.`,
    shows: {
      kind: 'sentence',
      text: ({ provider_name }) => `The identity provider ${provider_name} is deleted.`,
    },
    examples: [{ line: 'providers delete keycloak', does: 'After a confirmation' }],
  }),
  command({
    name: 'providers discover',
    summary: 'Check what an issuer of OpenID Connect says about itself.',
    needs: 'token',
    arguments: { issuer: required(text('url', 'The issuer.')) },
    operation: 'POST /discovery',
    shows: {
      kind: 'record',
      columns: [
        column('STATE', 'state', { colour: ({ state }) => (state === 'usable' ? 'good' : 'bad') }),
        column('REASON', 'reason'),
        column('STATED ISSUER', 'stated_issuer'),
      ],
    },
    examples: [
      {
        line: 'providers discover https://login.example.org/realms/institute',
        does: 'Before the provider is created',
      },
    ],
  }),
];
