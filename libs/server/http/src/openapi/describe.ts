import type { INestApplication, Type } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { CommonBodyDto, ErrorBodyDto, NAMED_SCHEMAS } from '@gatehouse/dto';
import type { DeclaredRoute } from '../declared-route';
import { statusesOf, successesOf, takesBody } from '../statuses';
import { type ErrorResponses, errorResponses } from './error-responses';
import { ACCESS_REVISION, ACCESS_REVISION_REFERENCE } from './access-revision';
import { FORMAT, FORMAT_REFERENCE, REPLY_FORMAT } from './formats';
import { type Limits, limitBody } from './limits';
import { withLoggedPaths } from './logged-paths';
import { IF_MATCH, IF_MATCH_REFERENCE } from './if-match';
import { pathParameters } from './path-parameters';
import { withoutUnusedSchemas } from './referenced-schemas';
import { type Schema, type Schemas, resolved, sampleOf } from './sample';
import { pageResponse, successResponse } from './success-responses';
import { tagOf, tagsOf } from './tags';

type Item = OpenAPIObject['paths'][string];
type Operation = NonNullable<Item['get']>;
type Parameter = NonNullable<Operation['parameters']>[number];

export interface DescriptionOptions extends Limits {
  readonly version: string;
  readonly publicUrl: string;
  readonly cookieName: string;
  /** Whether API tokens are accepted as passwords of `Basic`. */
  readonly tokenBasic: boolean;
  /** Keyword of `SVC_LOGGED_USER`, under which the paths of a user are described once more. */
  readonly loggedUser: string;
}

/**
 * Every endpoint reads forms wherever it reads JSON. They are described where a page may send one, which is the sign-in:
 * with several media types, generators choose an arbitrary one. Reference: http#request-bodies.
 */
const FORM = 'application/x-www-form-urlencoded';
const DESCRIBED_WITH_FORM = new Set(['sign_in']);

/**
 * The OpenAPI document of an application, generated from the declarations of its endpoints: what a handler does
 * not declare is not described, and what is described is what guards and tests read. Reference: http#version.
 */
export function describeApi(
  app: INestApplication,
  routes: readonly DeclaredRoute[],
  options: DescriptionOptions,
): OpenAPIObject {
  const bodies = routes.flatMap(({ declaration: { success } }) =>
    [success.body, success.membersByName].filter((body) => body !== undefined),
  );
  const document = SwaggerModule.createDocument(app, frameOf(options), {
    extraModels: [CommonBodyDto, ErrorBodyDto, ...(new Set(bodies) as Set<Type>)],
    operationIdFactory: (_controller, method) => method,
  });
  const schemas = Object.assign(((document.components ??= {}).schemas ??= {}), NAMED_SCHEMAS, {
    ReplyFormat: REPLY_FORMAT,
  });
  const errors = errorResponses(routes, options.publicUrl);
  for (const route of routes) completeOperation(document, route, { schemas, errors, options });
  document.components = {
    ...document.components,
    parameters: { Format: FORMAT, AccessRevision: ACCESS_REVISION, IfMatch: IF_MATCH },
    responses: errors.components,
  };
  document.tags = tagsOf(routes);
  return withoutUnusedSchemas(withLoggedPaths(inOrder(document), options.loggedUser));
}

function frameOf({
  version,
  publicUrl,
  cookieName,
  tokenBasic,
}: DescriptionOptions): ReturnType<DocumentBuilder['build']> {
  const builder = new DocumentBuilder()
    .setTitle('Gatehouse')
    .setDescription(
      'Identity and access control for web services: users, groups, protected services and permissions.',
    )
    .setVersion(version)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer(publicUrl)
    .addSecurity('session', {
      type: 'apiKey',
      in: 'cookie',
      name: cookieName,
      description: 'The cookie that a sign-in sets.',
    })
    .addSecurity('apiToken', {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'gth_…',
      description:
        'An API token. It neither creates nor changes tokens, and makes no sensitive changes (403 `token_not_sufficient`); with a ' +
        'restriction it reads the session and the own permissions (403 `token_restricted`).',
    });
  if (tokenBasic)
    builder.addSecurity('apiTokenBasic', {
      type: 'http',
      scheme: 'basic',
      description: 'An API token as the password, with any user name.',
    });
  return builder.build();
}

/** The sources of the descriptions of operations. */
interface Parts {
  readonly schemas: Schemas;
  readonly errors: ErrorResponses;
  readonly options: DescriptionOptions;
}

function completeOperation(
  document: OpenAPIObject,
  route: DeclaredRoute,
  { schemas, errors, options }: Parts,
): void {
  const operation = operationOf(document, route);
  operation.tags = [tagOf(route)];
  operation.security = securityOf(route, options);
  operation.parameters = [
    ...pathParameters(route),
    ...(operation.parameters ?? []).map((one) => withExampleBeside(one, schemas)),
    ...(route.declaration.raw === undefined ? sharedParameters(route) : []),
  ];
  const { name, success } = route.declaration;
  const successes = successesOf(route.declaration);
  const responseOf = (status: number) => {
    if (success.pages?.includes(status)) return pageResponse(status);
    return successes.includes(status)
      ? successResponse(route, status, schemas, options.publicUrl)
      : errors.referenceTo(name, status);
  };
  operation.responses = Object.fromEntries(
    statusesOf(route).map((status) => [String(status), responseOf(status)]),
  );
  describeBody(operation, route, schemas, options);
}

/** Writes are always made at the newest revision, so that `X-Access-Revision` is not described for them. */
function sharedParameters(route: DeclaredRoute): Parameter[] {
  if (route.method === 'GET') return [ACCESS_REVISION_REFERENCE, FORMAT_REFERENCE];
  return route.declaration.ifMatch ? [IF_MATCH_REFERENCE, FORMAT_REFERENCE] : [FORMAT_REFERENCE];
}

function operationOf(document: OpenAPIObject, route: DeclaredRoute): Operation {
  const item = document.paths[route.template] as Record<string, Operation | undefined> | undefined;
  const operation = item?.[route.method.toLowerCase()];
  if (!operation) throw new Error(`${route.method} ${route.template} is missing from the description`);
  return operation;
}

/** An endpoint that answers callers without session for some paths has a further alternative. */
function securityOf(
  { declaration: { access } }: DeclaredRoute,
  { tokenBasic }: DescriptionOptions,
): NonNullable<Operation['security']> {
  if (access === 'public') return [];
  const names = ['session', 'apiToken', ...(tokenBasic ? ['apiTokenBasic'] : [])];
  const schemes = names.map((name) => ({ [name]: [] }));
  return access === 'owner-or-anonymous' ? [...schemes, {}] : schemes;
}

/** Declarations of fields serve bodies as well, whose examples are in the schema and which may be write-only. */
function withExampleBeside(parameter: Parameter, schemas: Schemas): Parameter {
  if ('$ref' in parameter) return parameter;
  const kept = Object.entries(parameter).filter(([key]) => key !== 'writeOnly');
  const rest = Object.fromEntries(kept) as typeof parameter;
  const { schema } = rest;
  if (schema && '$ref' in schema) return { example: sampleOf(schema, schemas), ...rest };
  if (schema?.example === undefined) return rest;
  const { example, ...bare } = schema;
  return { ...rest, example, schema: bare };
}

/** A body without required fields may be left out of a DELETE; for other methods it would be meaningless. */
function describeBody(operation: Operation, route: DeclaredRoute, schemas: Schemas, limits: Limits): void {
  const body = operation.requestBody;
  if (!body || !('content' in body) || !takesBody(route)) return;
  const schema = body.content['application/json']?.schema;
  if (!schema) return;
  const withForm = DESCRIBED_WITH_FORM.has(route.declaration.name);
  if (!withForm) limitBody(resolved(schema, schemas), limits);
  const described = { schema, example: sampleOf(schema, schemas) };
  body.required = route.method !== 'DELETE' || requires(schema, schemas);
  body.content = { 'application/json': described };
  if (withForm) body.content[FORM] = { ...described, schema: formOf(schema, schemas) };
}

/** The same schema under a separate name: clients choose the media type by the type of the body. */
function formOf(schema: Schema, schemas: Schemas): Schema {
  const { $ref } = '$ref' in schema ? schema : { $ref: '' };
  const form = $ref.replace(/(?:Dto)?$/, 'Form');
  schemas[form.split('/').at(-1) ?? ''] = resolved(schema, schemas);
  return { $ref: form };
}

function requires(schema: Schema, schemas: Schemas): boolean {
  const { required = [] } = resolved(schema, schemas);
  return required.length > 0;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Methods in one order, regardless of the order of the handlers. */
function inOrder(document: OpenAPIObject): OpenAPIObject {
  const paths = Object.entries(document.paths).map(([path, item]) => [
    path,
    Object.fromEntries(METHODS.flatMap((method) => (item[method] ? [[method, item[method]]] : []))) as Item,
  ]);
  return { ...document, paths: Object.fromEntries(paths) as OpenAPIObject['paths'] };
}
