import type { OpenAPIObject } from '@nestjs/swagger';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;

/** The schemas of plans of configuration files that are not classes. */
export const CONFIGURATION_SCHEMAS: Schemas = {
  ConfigurationFile: {
    type: 'object',
    description: 'A configuration file.',
    required: ['name', 'content'],
    properties: {
      name: { type: 'string', description: 'Name of the file, for messages.', example: 'maps.yml' },
      content: {
        type: 'string',
        description: 'Its text in YAML or JSON.',
        example: 'groups: [{name: readers}]',
      },
    },
  },
  PlannedChangeCounts: {
    type: 'object',
    description: 'Number of changes of each kind.',
    additionalProperties: { type: 'integer' },
    example: { set_permission: 1 },
  },
  StatedServiceFields: {
    type: 'object',
    description: 'Fields of a service as a file states them.',
    additionalProperties: true,
    example: { url: 'http://maps.internal/geoserver' },
  },
  DriftFields: {
    type: 'object',
    description: 'Fields of an object, by their names in files.',
    additionalProperties: true,
    example: { url: 'http://maps.internal/geoserver' },
  },
  DriftValue: {
    description: 'A permission, or fields of an object.',
    oneOf: [{ type: 'string', nullable: true }, { $ref: '#/components/schemas/DriftFields' }],
    example: 'read-allow-recursive',
  },
};
