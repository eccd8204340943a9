import { STATUS_CODES } from 'node:http';
import type { INestApplication, Type } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule, getSchemaPath } from '@nestjs/swagger';
import { CommonBodyDto, ErrorBodyDto } from '@gatehouse/dto';
import type { DeclaredRoute } from '../declared-routes';
import { statusesOf, successesOf, takesBody } from '../statuses';
import { withLoggedPaths } from './logged-paths';
import { pathParameters } from './path-parameters';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type ResponseObject = Exclude<NonNullable<Operation['responses']>[string], { $ref: string } | undefined>;

export interface DescriptionOptions {
  readonly version: string;
  readonly publicUrl: string;
  readonly cookieName: string;
  /** Keyword of `SVC_LOGGED_USER`, under which the paths of a user are described once more. */
  readonly loggedUser: string;
}

/** Media types in which every endpoint reads its body. */
const READ = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'];

/**
 * The OpenAPI document of an application, made from the declarations of its endpoints: what a handler does not declare
 * is not described, and what is described is what guards and tests read. Spec: decisions 1.
 */
export function describeApi(
  app: INestApplication,
  routes: readonly DeclaredRoute[],
  options: DescriptionOptions,
): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Gatehouse')
    .setDescription(
      'Identity and access control for web services: users, groups, protected services and permissions.',
    )
    .setVersion(options.version)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer(options.publicUrl)
    .addSecurity('session', {
      type: 'apiKey',
      in: 'cookie',
      name: options.cookieName,
      description: 'The cookie that a sign-in sets.',
    })
    .build();
  const bodies = routes.flatMap(({ declaration }) =>
    declaration.success.body ? [declaration.success.body] : [],
  );
  const document = SwaggerModule.createDocument(app, config, {
    extraModels: [CommonBodyDto, ErrorBodyDto, ...(new Set(bodies) as Set<Type>)],
    operationIdFactory: (_controller, method) => method,
  });
  for (const route of routes) {
    const operation = operationOf(document, route);
    operation.tags = [tagOf(route)];
    operation.security = route.declaration.access === 'public' ? [] : [{ session: [] }];
    operation.parameters = [...pathParameters(route), ...(operation.parameters ?? [])];
    operation.responses = responsesOf(route);
    readsForms(operation, route);
  }
  document.tags = [...new Set(routes.map(tagOf))].sort().map((name) => ({ name }));
  return withLoggedPaths(document, options.loggedUser);
}

function operationOf(document: OpenAPIObject, route: DeclaredRoute): Operation {
  const item = document.paths[route.template] as Record<string, Operation | undefined> | undefined;
  const operation = item?.[route.method.toLowerCase()];
  if (!operation) throw new Error(`${route.method} ${route.template} is missing from the description`);
  return operation;
}

function tagOf({ template }: DeclaredRoute): string {
  const first = template.split('/')[1] ?? '';
  return TAGS[first] ?? 'Service';
}

const TAGS: Readonly<Record<string, string>> = {
  users: 'Users',
  groups: 'Groups',
  services: 'Services',
  resources: 'Resources',
  permissions: 'Permissions',
  changes: 'Audit',
  register: 'Registration',
  network: 'Network',
  session: 'Session',
  signin: 'Session',
  signout: 'Session',
  providers: 'Session',
};

function responsesOf(route: DeclaredRoute): Operation['responses'] {
  const { success, raw } = route.declaration;
  const successes = successesOf(route.declaration);
  return Object.fromEntries(
    statusesOf(route).map((status) => {
      if (!successes.includes(status)) return [String(status), errorResponse(status)];
      const mediaType = raw?.split(';', 1)[0];
      const content = mediaType
        ? { [mediaType]: { schema: { type: mediaType.endsWith('json') ? 'object' : 'string' } as const } }
        : { 'application/json': { schema: successSchema(success.body) } };
      return [String(status), { description: success.detail || 'As it says.', content }];
    }),
  );
}

function successSchema(
  body: (abstract new () => object) | undefined,
): { $ref: string } | { allOf: { $ref: string }[] } {
  const common = { $ref: getSchemaPath(CommonBodyDto) };
  return body ? { allOf: [{ $ref: getSchemaPath(body) }, common] } : common;
}

function errorResponse(status: number): ResponseObject {
  return {
    description: STATUS_CODES[status] ?? String(status),
    content: { 'application/json': { schema: { $ref: getSchemaPath(ErrorBodyDto) } } },
  };
}

/** Bodies are read as forms as well as JSON, by the same fields. */
function readsForms(operation: Operation, route: DeclaredRoute): void {
  const body = operation.requestBody;
  if (!body || !('content' in body) || !takesBody(route)) return;
  const schema = body.content['application/json']?.schema;
  if (schema) body.content = Object.fromEntries(READ.map((mediaType) => [mediaType, { schema }]));
}
