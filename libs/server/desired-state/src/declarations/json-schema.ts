import { RESOURCE_FIELDS, SECTIONS } from './sections';
import type { FieldDeclaration, SectionDeclaration } from './section';

type Schema = Readonly<Record<string, unknown>>;

/** The JSON Schema of configuration files, with which editors complete and check them. */
export function configurationSchema(): Schema {
  const sections = Object.entries<SectionDeclaration>(SECTIONS).map(([name, section]) => [
    name,
    sectionSchema(section),
  ]);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Configuration of Gatehouse',
    type: ['object', 'null'],
    properties: {
      $schema: { description: 'The address of this schema, for editors.', type: 'string' },
      ...Object.fromEntries(sections),
      // Their libraries declare the entries.
      webhooks: { description: 'Webhooks.', type: ['array', 'null'], items: { type: 'object' } },
      identity_providers: {
        description: 'Identity providers.',
        type: ['array', 'null'],
        items: { type: 'object' },
      },
      proxy_hooks: {
        description: 'Hooks of the proxy, by the names of their services.',
        type: ['object', 'null'],
        additionalProperties: { type: 'array', items: { type: 'object' } },
      },
    },
    patternProperties: { '^x-': {} },
    additionalProperties: false,
  };
}

function sectionSchema({ form, about: description, fields }: SectionDeclaration): Schema {
  const entry = entrySchema(fields);
  return form === 'mapping'
    ? { description, type: ['object', 'null'], additionalProperties: entry }
    : { description, type: ['array', 'null'], items: entry };
}

function entrySchema(fields: SectionDeclaration['fields']): Schema {
  const required = Object.entries(fields).flatMap(([name, field]) => (field.required ? [name] : []));
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, fieldSchema(name, field)]),
    ),
    required,
    additionalProperties: false,
  };
}

const TYPES: Readonly<Record<FieldDeclaration['type'], readonly string[]>> = {
  text: ['string'],
  flag: ['boolean'],
  object: ['object'],
  list: ['array'],
  'text or object': ['string', 'object'],
};

/** Null is like an absent field, unless the field is required. */
function fieldSchema(
  name: string,
  { type, about: description, choices, required }: FieldDeclaration,
): Schema {
  const types = [...TYPES[type], ...(required ? [] : ['null'])];
  return {
    description,
    type: types,
    ...(choices && { enum: [...choices, ...(required ? [] : [null])] }),
    ...(name === 'resources' && { items: entrySchema(RESOURCE_FIELDS) }),
    ...((name === 'groups' || name === 'redirect_uris') && { items: { type: 'string' } }),
  };
}
