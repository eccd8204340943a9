import type { OpenAPIObject } from '@nestjs/swagger';
import type { DeclaredRoute } from '../declared-routes';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Parameter = NonNullable<Operation['parameters']>[number];

/** What the variables of paths name. One that is missing here fails the description, and with it the start. */
const MEANINGS: Readonly<
  Record<string, { description: string; type: 'string' | 'integer'; example: unknown }>
> = {
  user_name: { description: 'Name of a user, in whatever case.', type: 'string', example: 'bob' },
  group_name: { description: 'Name of a group.', type: 'string', example: 'hydrologists' },
  service_name: { description: 'Name of a service.', type: 'string', example: 'rivers' },
  service_type: { description: 'Name of a type of service.', type: 'string', example: 'api' },
  resource_id: { description: 'Identifier of a resource or service.', type: 'integer', example: 31 },
  permission_name: {
    description: 'A permission as text; its modifiers do not count.',
    type: 'string',
    example: 'read',
  },
  provider_name: { description: 'Name of an identity provider.', type: 'string', example: 'gatehouse' },
  node_name: { description: 'Name of another instance in the network.', type: 'string', example: 'node-b' },
  remote_user_name: {
    description: 'Name of a user on that instance.',
    type: 'string',
    example: 'billy',
  },
};

/** The variables of a path in its order: handlers take what they name, which tells the description nothing. */
export function pathParameters(route: DeclaredRoute): Parameter[] {
  return route.params.map((name) => {
    const { description, type, example } = meaningOf(name, route);
    return { name, in: 'path', required: true, description, example, schema: { type } };
  });
}

/** The path of an endpoint with the examples of its variables. */
export function examplePath(route: DeclaredRoute): string {
  return route.template.replace(/\{(\w+)\}/g, (_, name: string) => String(meaningOf(name, route).example));
}

function meaningOf(name: string, { template }: DeclaredRoute): (typeof MEANINGS)[string] & object {
  const meaning = MEANINGS[name];
  if (!meaning) throw new Error(`nobody has said what ${name} of ${template} means`);
  return meaning;
}
