import type { OpenAPIObject } from '@nestjs/swagger';

type Parameter = NonNullable<NonNullable<OpenAPIObject['components']>['parameters']>[string];

export const ACCESS_REVISION_REFERENCE = { $ref: '#/components/parameters/AccessRevision' };

/** The header by which a read requires a minimum revision. Reference: data#access-revision. */
export const ACCESS_REVISION: Parameter = {
  name: 'X-Access-Revision',
  in: 'header',
  required: false,
  description:
    'Revision, as a write has answered with, that the reply has to show at least. One that is not committed yet is 400.',
  example: 0,
  schema: { type: 'integer', minimum: 0, maximum: 999999999999999 },
};
