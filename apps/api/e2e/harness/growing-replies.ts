import type { DeclaredRoute } from '@gatehouse/http';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Parameter {
  readonly name: string;
  readonly schema?: { readonly maximum?: number };
}

interface Operation {
  readonly responses: Readonly<Record<string, Response>>;
  readonly parameters?: readonly Parameter[];
}

/** The description of the API, as far as the size of replies follows from it. */
export interface DescribedSizes {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}

function operationOf({ paths }: DescribedSizes, { method, template }: DeclaredRoute): Operation {
  const operation = paths[template]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${template} is not described`);
  return operation;
}

/**
 * Whether the content of a reply to a successful request has lists or objects with any names, or is raw: nothing in its schema limits
 * its size.
 */
export function canGrow(description: DescribedSizes, route: DeclaredRoute): boolean {
  if (route.declaration.raw !== undefined) return true;
  const { schemas, responses } = description.components;
  const isUnlimited = (schema: Schema, within: readonly string[] = []): boolean => {
    if (schema.$ref !== undefined) {
      const name = schema.$ref.split('/').at(-1) ?? '';
      const next = schemas[name];
      return next !== undefined && !within.includes(name) && isUnlimited(next, [...within, name]);
    }
    const { additionalProperties: others } = schema;
    if (schema.type === 'array' || (others !== undefined && others !== false)) return true;
    const parts = [
      ...(schema.allOf ?? []),
      ...(schema.oneOf ?? []),
      ...(schema.anyOf ?? []),
      ...Object.values(schema.properties ?? {}),
    ];
    return parts.some((part) => isUnlimited(part, within));
  };
  return Object.entries(operationOf(description, route).responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, response]) =>
      response.$ref === undefined ? response : (responses[response.$ref.split('/').at(-1) ?? ''] ?? {}),
    )
    .flatMap(({ content = {} }) => Object.values(content))
    .some(({ schema }) => schema !== undefined && isUnlimited(schema));
}

/** The most entries that a request can ask for; undefined if its query does not limit them. */
export function largestPage(description: DescribedSizes, route: DeclaredRoute): number | undefined {
  const { parameters = [] } = operationOf(description, route);
  return parameters.find(({ name }) => name === 'limit')?.schema?.maximum;
}

/** The rows of the table in the documentation. */
export function sizeRows(description: DescribedSizes, routes: readonly DeclaredRoute[]): string[][] {
  const keyOf = ({ template, method }: DeclaredRoute) => `${template} ${method}`;
  return routes
    .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
    .flatMap((route): string[][] => {
      const { growth } = route.declaration;
      if (growth === undefined) return [];
      const page = largestPage(description, route);
      const most = page === undefined ? '' : `, \`limit\` at most ${page.toLocaleString('en')}`;
      const size = typeof growth === 'string' ? `${growth}${most}` : `bounded: ${growth.boundedBy}`;
      return [[`\`${route.method} ${route.template}\``, size]];
    });
}
