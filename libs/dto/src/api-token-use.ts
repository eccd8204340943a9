import type { OpenAPIObject } from '@nestjs/swagger';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;

/** A named schema, since generators of clients read `nullable` beside a reference in different ways. */
export const API_TOKEN_USE: Schemas[string] = {
  type: 'object',
  description: 'Who has last used a token; null if it was never used.',
  nullable: true,
  required: ['time', 'network', 'client'],
  properties: {
    time: {
      type: 'string',
      format: 'date-time',
      description: 'When, to within five minutes.',
      example: '2026-11-27T07:00:00.000Z',
    },
    network: {
      type: 'string',
      description: 'Network of the client; IPv6 by the /64.',
      example: '192.0.2.7',
    },
    client: {
      type: 'string',
      description: '`User-Agent` of the client; null if it sent none.',
      nullable: true,
      example: 'curl/8.5.0',
    },
  },
};
