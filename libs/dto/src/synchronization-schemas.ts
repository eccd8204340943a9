import type { OpenAPIObject } from '@nestjs/swagger';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;

/** Named schemas, since generators of clients read `nullable` beside a reference in different ways. */
export const SYNCHRONIZATION_SCHEMAS: Schemas = {
  SynchronizationResult: {
    type: 'object',
    description: 'What a synchronization has found and done; null until everything was read.',
    nullable: true,
    required: [
      'complete',
      'skipped',
      'resources',
      'appeared',
      'vanished',
      'retitled',
      'renamed',
      'unusable',
      'created',
      'removed',
      'held',
    ],
    properties: {
      complete: {
        type: 'boolean',
        description:
          'Whether everything was read, down to the depth of the service; only then is anything found to have vanished.',
        example: true,
      },
      skipped: {
        type: 'array',
        items: { type: 'string' },
        description: 'Addresses of documents that were left out, at most twenty.',
        example: [],
      },
      resources: { type: 'integer', description: 'Resources of the service.', example: 340 },
      appeared: { type: 'integer', description: 'Resources that are not registered.', example: 3 },
      vanished: {
        type: 'integer',
        description: 'Registered resources that the service does not have, without those below them.',
        example: 1,
      },
      retitled: { type: 'integer', description: 'Resources with another title.', example: 0 },
      renamed: { type: 'integer', description: 'Resources that were renamed, probably.', example: 0 },
      unusable: { type: 'integer', description: 'Resources that cannot be registered.', example: 0 },
      created: {
        type: 'integer',
        description: 'Resources that the synchronization has created.',
        example: 0,
      },
      removed: {
        type: 'integer',
        description: 'Resources that the synchronization has removed, without those below them.',
        example: 0,
      },
      held: {
        type: 'array',
        items: { type: 'string' },
        description: 'Why changes that the mode would make have become suggestions.',
        example: [],
      },
    },
  },
  SynchronizationFailure: {
    type: 'object',
    description: 'Why a synchronization has failed; null if it has not.',
    nullable: true,
    required: ['code', 'detail', 'language'],
    properties: {
      code: { type: 'string', description: 'Code of the reason.', example: 'source_unreachable' },
      detail: {
        type: 'string',
        description:
          'The reason, in the language of `Accept-Language` where that is stored, otherwise in English.',
        example: 'http://localhost:9000/catalog.xml cannot be reached.',
      },
      language: { type: 'string', description: 'The language of `detail`: `en` or `fr`.', example: 'en' },
    },
  },
};
