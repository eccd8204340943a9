import { type OpenAPIObject, getSchemaPath } from '@nestjs/swagger';
import { CommonBodyDto } from '@gatehouse/dto';
import type { DeclaredRoute } from '../declared-routes';
import { formats } from './formats';
import { examplePath } from './path-parameters';
import { type Schema, type Schemas, resolved, sampleOf } from './sample';

type Components = NonNullable<OpenAPIObject['components']>;
type ResponseObject = Exclude<NonNullable<Components['responses']>[string], { $ref: string }>;

/** What an endpoint answers when it does what it is asked to, with an example under `publicUrl`. */
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
      ? { type: 'object', additionalProperties: true }
      : { type: 'string' };
    return { description, content: { [mediaType]: { schema } } };
  }
  const schema = schemaOf(route, schemas);
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

/** The content and the common body around it. */
function schemaOf({ declaration: { success } }: DeclaredRoute, schemas: Schemas): Schema {
  const common: Schema = { $ref: getSchemaPath(CommonBodyDto) };
  if (success.membersByName) {
    // In one schema: beside an `allOf` the fields of the common body would count as further names.
    const additionalProperties = { $ref: getSchemaPath(success.membersByName) };
    return { ...resolved(common, schemas), additionalProperties };
  }
  return success.body ? { allOf: [{ $ref: getSchemaPath(success.body) }, common] } : common;
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
