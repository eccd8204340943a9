import type { OpenAPIObject } from '@nestjs/swagger';
import { MAX_ID, PERMISSION_TEXT, SERVICE_TYPE, describedSource } from '@gatehouse/dto';
import { PARAM, type Pattern, SCOPE } from '@gatehouse/names';
import type { DeclaredRoute } from '../declared-route';
import type { Schema } from './sample';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Parameter = NonNullable<Operation['parameters']>[number];

/** Reference: http#names, limited to letters and digits that all dialects of regular expressions share. */
const NODE = '^[A-Za-z0-9_-]+$';

interface Meaning {
  readonly description: string;
  readonly schema: Schema;
  readonly example: string | number;
}

/** Names in paths; a text longer than all stored names is not found. */
const name = (pattern: Pattern): Schema => ({ type: 'string', pattern: describedSource(pattern) });

/** Identifiers that are not numbers. */
const UUID: Schema = {
  type: 'string',
  format: 'uuid',
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
};

/** Descriptions of the variables of paths. A missing one fails the description, and with it the start. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  user_name: { description: 'Name of a user, ignoring case.', schema: name(PARAM), example: 'bob' },
  group_name: { description: 'Name of a group.', schema: name(PARAM), example: 'hydrologists' },
  service_name: { description: 'Name of a service.', schema: name(SCOPE), example: 'rivers' },
  service_type: {
    description: 'Name of a type of service.',
    schema: { $ref: `#/components/schemas/${SERVICE_TYPE.enumName}` },
    example: 'api',
  },
  resource_id: {
    description: 'Identifier of a resource or service.',
    schema: { type: 'integer', minimum: 0, maximum: MAX_ID },
    example: 31,
  },
  permission_name: {
    description: 'A permission as text; its modifiers do not count.',
    schema: { type: 'string', pattern: PERMISSION_TEXT },
    example: 'read',
  },
  token_id: {
    description: 'Identifier of an API token; not the token itself.',
    schema: UUID,
    example: '0f8fad5b-d9cb-469f-a165-70867728950e',
  },
  session_id: {
    description: 'Identifier of a session.',
    schema: UUID,
    example: '6f1d3e0c-57a9-4a55-9d64-0b1c5f0e9a21',
  },
  revision: {
    description: 'A revision of the change log.',
    schema: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    example: 42,
  },
  notification_id: {
    description: 'Identifier of a mail or webhook call.',
    schema: UUID,
    example: '1a0a9a3f-31c7-4f0e-8f6b-2d9a1c7b5e10',
  },
  webhook_id: {
    description: 'Identifier of a webhook.',
    schema: { type: 'integer', minimum: 0, maximum: MAX_ID },
    example: 3,
  },
  delivery_id: {
    description: 'Identifier of a delivery of the webhook.',
    schema: UUID,
    example: '1a0a9a3f-31c7-4f0e-8f6b-2d9a1c7b5e10',
  },
  synchronization_id: {
    description: 'Identifier of a synchronization of the service.',
    schema: { type: 'integer', minimum: 0, maximum: MAX_ID },
    example: 7,
  },
  import_id: {
    description: 'Identifier of an import.',
    schema: { type: 'integer', minimum: 0, maximum: MAX_ID },
    example: 7,
  },
  identity_id: {
    description: 'Identifier of an identity of the user at a provider.',
    schema: { type: 'integer', minimum: 0, maximum: MAX_ID },
    example: 7,
  },
  provider_name: {
    description: 'Name of an identity provider.',
    schema: name(PARAM),
    example: 'keycloak',
  },
  token: {
    description: 'Token of a one-time link: a UUID in lower case.',
    schema: UUID,
    example: '0b1c2d3e-4f50-4a61-8b72-9c83ad94be05',
  },
  registration_name: {
    description: 'User name of a pending registration.',
    schema: name(PARAM),
    example: 'bob',
  },
  submitted_name: {
    description: 'User name that was submitted for registration.',
    schema: name(PARAM),
    example: 'bob',
  },
  node_name: {
    description: 'Name of another instance in the network.',
    schema: { type: 'string', pattern: NODE },
    example: 'node-b',
  },
  remote_user_name: {
    description: 'Name of a user on that instance.',
    schema: name(PARAM),
    example: 'billy',
  },
};

/** The variables of a path in its order: handlers receive the entities, which does not describe the variables. */
export function pathParameters(route: DeclaredRoute): Parameter[] {
  return route.params.map((name) => {
    const { description, schema, example } = meaningOf(name, route);
    return { name, in: 'path', required: true, description, example, schema };
  });
}

/** The path of an endpoint with the examples of its variables. */
export function examplePath(route: DeclaredRoute): string {
  return route.template.replace(/\{(\w+)\}/g, (_, name: string) => String(meaningOf(name, route).example));
}

function meaningOf(name: string, { template }: DeclaredRoute): Meaning {
  const meaning = MEANINGS[name];
  if (!meaning) throw new Error(`${name} of ${template} has no description`);
  return meaning;
}
