import { type OpenAPIObject, getSchemaPath } from '@nestjs/swagger';
import { CommonBodyDto } from '@gatehouse/dto';
import type { DeclaredRoute } from '../declared-route';
import { formats } from './formats';
import { examplePath } from './path-parameters';
import { type Schema, type Schemas, resolved, sampleOf } from './sample';

type Components = NonNullable<OpenAPIObject['components']>;
type ResponseObject = Exclude<NonNullable<Components['responses']>[string], { $ref: string }>;

const API_DESCRIPTION: Schema = {
  type: 'object',
  description: 'This description, as OpenAPI has it.',
  additionalProperties: true,
};

/** The response by which the console answers browsers: a page of it, or a redirect to one. */
export function pageResponse(status: number): ResponseObject {
  const content = { 'text/html': { schema: { type: 'string' as const } } };
  if (status < 300) return { description: 'The page of the console, for browsers.', content };
  const Location = { description: 'The page of the console.', schema: { type: 'string' as const } };
  return { description: 'The page is at another address, for browsers.', headers: { Location }, content };
}

/** The responses of an endpoint on success, with an example under `publicUrl`. */
export function successResponse(
  route: DeclaredRoute,
  status: number,
  schemas: Schemas,
  publicUrl: string,
): ResponseObject {
  const { success, raw } = route.declaration;
  const description = success.detail;
  const mediaType = raw?.split(';', 1)[0];
  if (mediaType) {
    const schema: Schema = mediaType.endsWith('json')
      ? define('ApiDescription', API_DESCRIPTION, schemas)
      : { type: 'string' };
    return { description, content: { [mediaType]: { schema } } };
  }
  const schema = replySchema(route, schemas);
  const path = examplePath(route);
  const example = {
    ...(sampleOf(schema, schemas) as object),
    code: status,
    type: 'application/json',
    detail: description,
    path,
    url: publicUrl + path,
    method: route.method,
  };
  const headers = headersOf(route);
  return {
    description,
    ...(headers ? { headers } : {}),
    content: formats(schema, example),
  };
}

/**
 * Reference to the content and the common body around it, in one schema with a name: generators name a shape that has none
 * after the operation and the status. It refers to both, so that generators do not repeat the common fields.
 */
function replySchema({ declaration: { success } }: DeclaredRoute, schemas: Schemas): Schema {
  const { body, membersByName } = success;
  if (membersByName) {
    const common = resolved({ $ref: getSchemaPath(CommonBodyDto) }, schemas);
    const additionalProperties = { $ref: getSchemaPath(membersByName) };
    return define(`${nameOf(membersByName)}ByNameReply`, { ...common, additionalProperties }, schemas);
  }
  if (!body) return { $ref: getSchemaPath(CommonBodyDto) };
  const reply = { allOf: [{ $ref: getSchemaPath(body) }, { $ref: getSchemaPath(CommonBodyDto) }] };
  return define(`${nameOf(body).replace(/Reply$/, '')}Reply`, reply, schemas);
}

function define(name: string, schema: Schema, schemas: Schemas): Schema {
  schemas[name] = schema;
  return { $ref: `#/components/schemas/${name}` };
}

function nameOf({ name }: abstract new () => object): string {
  return name.replace(/Dto$/, '');
}

function headersOf({ method, declaration }: DeclaredRoute): ResponseObject['headers'] {
  const named = Object.entries(declaration.success.headers ?? {}).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ]);
  return method === 'GET' && named.length === 0
    ? undefined
    : { ...Object.fromEntries(named), ...(method === 'GET' ? {} : REVISION) };
}

const REVISION: ResponseObject['headers'] = {
  'X-Access-Revision': {
    description: 'Revision of the change; absent where nothing has changed.',
    schema: { type: 'integer', minimum: 0 },
  },
};
