/** A JSON schema as far as the description of the API uses it. */
export interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly example?: unknown;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly oneOf?: readonly Schema[];
}

/** One method of one path of the description, with what a caller may send to it. */
export interface Operation {
  readonly method: string;
  /** `/users/{user_name}/groups` */
  readonly template: string;
  readonly queryNames: readonly string[];
  /** Declared fields of the body by name; none where the endpoint reads no fields. */
  readonly bodyFields: Readonly<Record<string, Schema>>;
  /** Answers without the common body. */
  readonly isRaw: boolean;
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface DescribedOperation {
  readonly operationId?: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly responses: Readonly<Record<string, object>>;
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema & { readonly $ref?: string } }>>;
  };
}

/** Every operation of the text of `GET /json`. */
export function operationsOf(text: string): readonly Operation[] {
  const { paths, components } = JSON.parse(text) as Description;
  return Object.entries(paths).flatMap(([template, item]) =>
    Object.entries(item)
      .filter(([, described]) => described.operationId !== undefined)
      .map(([method, { parameters = [], requestBody, responses }]) => {
        const schema = requestBody?.content['application/json']?.schema;
        const named = schema?.$ref ? components.schemas[schema.$ref.split('/').at(-1) ?? ''] : schema;
        return {
          method: method.toUpperCase(),
          template,
          queryNames: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
          bodyFields: named?.properties ?? {},
          isRaw: responses['406'] === undefined,
        };
      }),
  );
}

/**
 * The operation that a path is served by, as the router finds it: decoded once, literal segments before variables. A
 * path that exists without the method has none: `/services/types` is not a service for any method.
 */
export function operationAt(
  operations: readonly Operation[],
  method: string,
  path: string,
): Operation | undefined {
  const segments = decodedSegments(path);
  if (!segments) return undefined;
  const templates = [...new Set(operations.map(({ template }) => template))]
    .map((template) => ({ template, parts: template.split('/').slice(1) }))
    .filter(({ parts }) => parts.length === segments.length)
    .filter(({ parts }) => parts.every((part, index) => fits(part, segments[index] ?? '')));
  const literals = (parts: readonly string[]): string =>
    parts.map((part) => (isVariable(part) ? 'v' : 'l')).join('');
  templates.sort((one, other) => (literals(one.parts) < literals(other.parts) ? -1 : 1));
  const served = method === 'HEAD' ? 'GET' : method;
  return operations.find(
    (operation) => operation.template === templates[0]?.template && operation.method === served,
  );
}

const isVariable = (part: string): boolean => part.startsWith('{');

function fits(part: string, segment: string): boolean {
  return isVariable(part) ? segment !== '' : part === segment;
}

function decodedSegments(path: string): string[] | undefined {
  try {
    return decodeURIComponent(path).replace(/^\/+/, '').split('/');
  } catch {
    return undefined;
  }
}
