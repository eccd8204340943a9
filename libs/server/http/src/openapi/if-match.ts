import type { OpenAPIObject } from '@nestjs/swagger';

type Parameter = NonNullable<NonNullable<OpenAPIObject['components']>['parameters']>[string];

export const IF_MATCH_REFERENCE = { $ref: '#/components/parameters/IfMatch' };

/** The header by which a change states the revision on which it is based. Reference: data#conditional-changes. */
export const IF_MATCH: Parameter = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'The revision on which the request is based, in double quotes: that of the reply from which the values were read. Nothing is changed if the request would overwrite what was changed since. `*` is the same as none.',
  example: '"57"',
  schema: { type: 'string', pattern: '^(\\*|"[0-9]{1,15}")$' },
};
