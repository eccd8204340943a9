import type { OpenAPIObject } from '@nestjs/swagger';

export type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
export type Schema = Schemas[string];

const PLAIN: Readonly<Record<string, unknown>> = { integer: 0, number: 0, boolean: false };

/**
 * A value of a schema, composed of the examples of its fields: an example of a reply, without
 * being written a second time. Where there is a choice it is the first one.
 */
export function sampleOf(schema: Schema, schemas: Schemas): unknown {
  if ('$ref' in schema) return sampleOf(resolved(schema, schemas), schemas);
  if (schema.example !== undefined) return schema.example;
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => sampleOf(part, schemas)));
  const [choice] = schema.oneOf ?? [];
  if (choice) return sampleOf(choice, schemas);
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'array') return schema.items ? [sampleOf(schema.items, schemas)] : [];
  if (schema.type === 'object' || schema.properties) return sampleOfObject(schema.properties ?? {}, schemas);
  return PLAIN[String(schema.type)] ?? '';
}

function sampleOfObject(properties: Schemas, schemas: Schemas): Record<string, unknown> {
  const members = Object.entries(properties).map(([name, member]) => [name, sampleOf(member, schemas)]);
  return Object.fromEntries(members) as Record<string, unknown>;
}

/** The schema that another one may refer to. */
export function resolved(schema: Schema, schemas: Schemas): Exclude<Schema, { $ref: string }> {
  if (!('$ref' in schema)) return schema;
  const name = schema.$ref.split('/').at(-1) ?? '';
  const named = schemas[name];
  if (!named) throw new Error(`the description names a schema ${name} that it does not hold`);
  return resolved(named, schemas);
}
