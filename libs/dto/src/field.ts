import { ApiProperty } from '@nestjs/swagger';
import { Expose } from 'class-transformer';

/** The source of the values of fields, and the class-transformer group in which they are converted. */
export type FieldSource = 'json' | 'form' | 'query';

/** How one field of a body or query is read and converted; class-validator has its constraints. */
export interface Field {
  readonly name: string;
  /** An `object` or `list` is free JSON: its value is passed on as parsed, without class-transformer. */
  readonly kind: 'text' | 'flag' | 'whole' | 'object' | 'list';
  /** Aliases in queries. */
  readonly aliases: readonly string[];
  /** Names in queries are compared ignoring case unless this is set. */
  readonly exactCase: boolean;
}

export interface FieldOptions {
  readonly about: string;
  readonly example?: unknown;
  /** Whether an absent or null value is accepted. */
  readonly optional?: boolean;
  /** Status of an absent value; 400 by default. */
  readonly missing?: 400 | 422;
  /** Status of a value of another JSON type; 422 by default. */
  readonly wrongType?: 400 | 422;
  readonly aliases?: readonly string[];
  readonly exactCase?: boolean;
}

export type PropertySchema = Parameters<typeof ApiProperty>[0];

const fieldsByClass = new WeakMap<object, Map<string, Field>>();

/** The fields of a DTO class in the order of their declaration, those of its parents first. */
export function fieldsOf(dto: abstract new () => object): readonly Field[] {
  const chain: object[] = [];
  for (let at: unknown = dto.prototype; at && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    chain.unshift(at);
  }
  const fields = new Map<string, Field>();
  for (const prototype of chain) {
    for (const [name, field] of fieldsByClass.get(prototype) ?? []) fields.set(name, field);
  }
  return [...fields.values()];
}

/** Declares a field: its conversion and constraints, and its property in the OpenAPI description. */
export function declareField(
  kind: Field['kind'],
  options: FieldOptions,
  schema: PropertySchema,
  decorators: readonly PropertyDecorator[],
): PropertyDecorator {
  const described = ApiProperty({
    description: aboutWithAliases(options),
    required: !options.optional,
    ...(options.example === undefined ? {} : { example: options.example }),
    ...schema,
  } as PropertySchema);
  return (prototype, key) => {
    const name = String(key);
    const { aliases = [], exactCase = false } = options;
    const fields = fieldsByClass.get(prototype) ?? new Map<string, Field>();
    fieldsByClass.set(prototype, fields.set(name, { name, kind, aliases, exactCase }));
    for (const decorate of [Expose(), described, ...decorators]) decorate(prototype, key);
  };
}

function aboutWithAliases({ about, aliases = [] }: FieldOptions): string {
  if (aliases.length === 0) return about;
  return `${about} Aliases: ${aliases.map((alias) => `\`${alias}\``).join(', ')}.`;
}
