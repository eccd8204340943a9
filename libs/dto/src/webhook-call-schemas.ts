import type { OpenAPIObject } from '@nestjs/swagger';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;

/** What was sent to a receiver of webhooks, and its reply: named schemas, since they may be null. */
export const WEBHOOK_CALL_SCHEMAS: Schemas = {
  WebhookRequest: {
    type: 'object',
    description: 'What was sent, without signature and one-time link; null if nothing was sent.',
    nullable: true,
    required: ['method', 'url', 'headers', 'body'],
    properties: {
      method: { type: 'string', description: 'Method.', example: 'POST' },
      url: { type: 'string', description: 'URL.', example: 'https://hooks.example.org/u' },
      headers: { $ref: '#/components/schemas/HeaderFields' },
      body: {
        type: 'string',
        description: 'The first 4096 characters of the body.',
        nullable: true,
        example: '{"login":"bob"}',
      },
    },
  },
  WebhookResponse: {
    type: 'object',
    description: 'The reply of the receiver; null if there was none.',
    nullable: true,
    required: ['status', 'headers', 'body', 'truncated'],
    properties: {
      status: { type: 'integer', description: 'Status.', example: 200 },
      headers: { $ref: '#/components/schemas/HeaderFields' },
      body: { type: 'string', description: 'The first 4096 characters of the body.', example: 'ok' },
      truncated: { type: 'boolean', description: 'Whether the body went on.', example: false },
    },
  },
};
