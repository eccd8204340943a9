import type { OpenAPIObject } from '@nestjs/swagger';
import type { Schema } from './sample';

type Parameter = NonNullable<NonNullable<OpenAPIObject['components']>['parameters']>[string];
type Content = Record<string, { schema?: Schema; examples?: Record<string, { value: unknown }> }>;

const WRITTEN = { schema: { type: 'string' as const } };

/** A reply in every media type: as JSON by its schema, in the others as text of the same data. Reference: http#reply-formats. */
export function formats(schema: Schema, example: unknown): Content {
  return {
    ...asJson(schema, example),
    'text/html': WRITTEN,
    'text/plain': WRITTEN,
    'text/xml': WRITTEN,
    // The same text. Without a schema: generators derive equal names from both types.
    'application/xml': {},
  };
}

/** A reply that is always JSON. The example has a name: generators repeat those that have none in each type. */
export function asJson(schema: Schema, example: unknown): Content {
  return { 'application/json': { schema, examples: { reply: { value: example } } } };
}

export const FORMAT_REFERENCE = { $ref: '#/components/parameters/Format' };

/** The values of that query, as a separate schema: generated clients have one type for all operations. */
export const REPLY_FORMAT: Schema = {
  type: 'string',
  description: 'Media type of a reply, or a short name of one.',
  enum: [
    'json',
    'html',
    'text',
    'plain',
    'xml',
    'application/json',
    'text/html',
    'text/plain',
    'text/xml',
    'application/xml',
  ],
  example: 'json',
};

/** The query that every endpoint with a negotiated reply understands. */
export const FORMAT: Parameter = {
  name: 'format',
  in: 'query',
  required: false,
  description: 'Media type of the reply, before `Accept`. Other values count as absent.',
  example: 'json',
  schema: { $ref: '#/components/schemas/ReplyFormat' },
};
