import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** A reply under the path of its operation in the description. */
export interface DescribedReply {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly mediaType: string;
  readonly body: unknown;
}

interface Content {
  readonly schema?: object;
}

interface Response {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, { readonly schema?: { readonly enum?: readonly unknown[] } }>>;
  readonly content?: Readonly<Record<string, Content>>;
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { responses: Record<string, Response> }>>>>;
  readonly components: {
    readonly responses: Readonly<Record<string, Response>>;
    readonly schemas: Readonly<Record<string, ObjectSchema>>;
  };
}

interface ObjectSchema {
  readonly type?: string;
  readonly properties?: object;
  readonly required?: readonly string[];
  readonly allOf?: readonly { readonly $ref: string }[];
}

/** Every operation of the text of `GET /json`, as `GET /users/{user_name}`. */
export function operationKeys(description: string): string[] {
  const { paths } = JSON.parse(description) as Description;
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => `${method.toUpperCase()} ${path}`),
  );
}

/**
 * The problems of replies: a status, media type or error code that the operation does not declare, a body in JSON that its schema
 * does not allow, or that has more than the schema declares. The bodies become examples of the description, which the
 * linter of the description checks.
 */
export function complaintsAbout(description: string, replies: readonly DescribedReply[]): string[] {
  const document = JSON.parse(description) as Description;
  const undeclared = replies.flatMap((reply) => declaredContent(document, reply).complaint ?? []);
  return [...new Set(undeclared), ...invalidExamples(withExamples(document, replies))];
}

function declaredContent(
  { paths, components }: Description,
  { method, path, status, mediaType, body }: DescribedReply,
): { content?: Content; complaint?: string } {
  const response = paths[path]?.[method.toLowerCase()]?.responses[String(status)];
  const resolved = response?.$ref ? components.responses[response.$ref.split('/').at(-1) ?? ''] : response;
  if (!resolved) return { complaint: `${method} ${path} does not declare ${status}` };
  const content = resolved.content?.[mediaType];
  const code = errorCodeOf(body);
  const codes = resolved.headers?.['X-Gatehouse-Reason']?.schema?.enum ?? [];
  if (code !== undefined && !codes.includes(code)) {
    return { complaint: `${method} ${path} ${status} does not declare ${JSON.stringify(code)}` };
  }
  return content ? { content } : { complaint: `${method} ${path} ${status} does not declare ${mediaType}` };
}

function errorCodeOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'error_code' in body ? body.error_code : undefined;
}

type Seen = { schema: object; examples: Record<string, { value: unknown }> };
type SeenResponse = { description: string; content: { 'application/json': Seen } };

/** The description with only the JSON replies: each operation and status with the recorded replies. */
function withExamples(document: Description, replies: readonly DescribedReply[]): object {
  const paths: Record<string, Record<string, { responses: Record<string, SeenResponse> }>> = {};
  replies.forEach((reply, index) => {
    const { content } = declaredContent(document, reply);
    if (!content || reply.mediaType !== 'application/json') return;
    const operation = ((paths[reply.path] ??= {})[reply.method.toLowerCase()] ??= { responses: {} });
    const response = (operation.responses[reply.status] ??= {
      description: 'As seen.',
      content: { 'application/json': { schema: content.schema ?? {}, examples: {} } },
    });
    response.content['application/json'].examples[`reply${index}`] = { value: reply.body };
  });
  return { ...document, paths, components: { ...document.components, schemas: merged(document) } };
}

/**
 * The schemas, with those that are composed of others as one: the linter finds additional fields only in what is not
 * composed.
 */
function merged({ components: { schemas } }: Description): Record<string, ObjectSchema> {
  const partsOf = ({ allOf }: ObjectSchema): ObjectSchema[] =>
    (allOf ?? []).map(({ $ref }) => schemas[$ref.split('/').at(-1) ?? ''] ?? {});
  const together = (parts: ObjectSchema[]): ObjectSchema => ({
    type: 'object',
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)) as object,
    required: parts.flatMap(({ required }) => required ?? []),
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      name.endsWith('Reply') && schema.allOf ? together(partsOf(schema)) : schema,
    ]),
  );
}

const LINT = `
import { readFileSync } from 'node:fs';
import { problemsOf } from './openapi-lint.mjs';
const rules = { 'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: false } };
const problems = await problemsOf(readFileSync(0, 'utf8'), { rules });
console.log(JSON.stringify(problems.map(({ message, location }) => message.split('\\n')[0] + ' at ' + location[0].pointer)));
`;

/** The linter is an ES module, which Jest does not load. */
function invalidExamples(document: object): string[] {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', LINT], {
    cwd: join(process.cwd(), 'tools/scripts'),
    input: JSON.stringify(document),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as string[];
}
