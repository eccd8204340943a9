import type { Context } from '../context';
import { command } from '../declaration/command';
import { required, resource, text } from '../declaration/field';
import { type Row, column } from '../declaration/shown';

const RESOURCE = required(resource('The resource: its identifier, or its path, such as thredds/ocean/2024.'));
const COLUMNS = [
  column('ID', 'resource_id', { isNumber: true }),
  column('NAME', 'resource_name'),
  column('TYPE', 'resource_type'),
  column('DISPLAY NAME', 'resource_display_name'),
];

export const RESOURCE_COMMANDS = [
  command({
    name: 'resources list',
    summary: 'List the children of a resource or service.',
    needs: 'token',
    arguments: { resource_id: RESOURCE },
    operation: 'GET /resources/{resource_id}/children',
    pages: { after: 'resource_id', limit: 1000 },
    shows: {
      kind: 'list',
      in: 'children',
      columns: [...COLUMNS, column('CHILDREN', 'has_children')],
      empty: 'It has no children.',
    },
    examples: [{ line: 'resources list thredds/ocean', does: 'One level of the tree' }],
  }),
  command({
    name: 'resources tree',
    summary: 'Show everything below a resource or service as paths.',
    needs: 'token',
    arguments: { resource_id: RESOURCE },
    run: (context, { resource_id }) => treeOf(context, resource_id),
    shows: {
      kind: 'list',
      in: 'resources',
      columns: [
        column('ID', 'resource_id', { isNumber: true }),
        column('PATH', 'path'),
        column('TYPE', 'resource_type'),
      ],
      empty: 'There is nothing below it.',
    },
    json: '{ resources: (ResourceDto & { path: string })[] }',
    examples: [{ line: 'resources tree thredds --output csv', does: 'For a spreadsheet' }],
  }),
  command({
    name: 'resources show',
    summary: 'Show a resource.',
    needs: 'token',
    arguments: { resource_id: RESOURCE },
    operation: 'GET /resources/{resource_id}/location',
    shows: {
      kind: 'record',
      columns: [
        column('PATH', 'resource_path'),
        column('SERVICE', 'service_name'),
        {
          ...column('ID', 'ancestors', { isNumber: true }),
          value: ({ ancestors }) => last(ancestors)['resource_id'],
        },
        { ...column('TYPE', 'ancestors'), value: ({ ancestors }) => last(ancestors)['resource_type'] },
      ],
    },
    examples: [{ line: 'resources show 31', does: 'Where the resource 31 is' }],
  }),
  command({
    name: 'resources create',
    summary: 'Create a resource.',
    needs: 'token',
    isBatch: true,
    arguments: {
      parent_id: required(resource('The resource or service that it is created in.')),
      resource_name: required(text('name', 'Name, unique among its siblings.')),
    },
    options: {
      resource_type: required(
        text('type', 'Type, such as directory, file, layer or route.', { long: 'type' }),
      ),
      resource_display_name: text('name', 'Name for people; by default the name.', { long: 'display-name' }),
    },
    operation: 'POST /resources',
    shows: {
      kind: 'sentence',
      text: ({ parent_id, resource_name }) => `The resource ${resource_name} is created in ${parent_id}.`,
    },
    examples: [
      { line: 'resources create thredds/ocean 2024 --type directory', does: 'One directory' },
      {
        line: 'resources create --file resources.json',
        does: 'From objects with parent_id, resource_name and resource_type',
      },
    ],
  }),
  command({
    name: 'resources rename',
    summary: 'Rename a resource.',
    needs: 'token',
    isBatch: true,
    arguments: { resource_id: RESOURCE, resource_name: required(text('name', 'New name.')) },
    operation: 'PATCH /resources/{resource_id}',
    shows: {
      kind: 'sentence',
      text: ({ resource_id, resource_name }) => `The resource ${resource_id} is renamed to ${resource_name}.`,
    },
    examples: [{ line: 'resources rename thredds/ocean oceans', does: 'Permissions stay' }],
  }),
  command({
    name: 'resources delete',
    summary: 'Delete a resource with all that is below it, and their permissions.',
    needs: 'token',
    isBatch: true,
    arguments: { resource_id: RESOURCE },
    operation: 'DELETE /resources/{resource_id}',
    confirms: ({ resource_id }) =>
      `Delete the resource ${resource_id} with all that is below it, and their permissions?`,
    shows: { kind: 'sentence', text: ({ resource_id }) => `The resource ${resource_id} is deleted.` },
    examples: [{ line: 'resources delete thredds/ocean/2024', does: 'After a confirmation' }],
  }),
];

function last(ancestors: unknown): Row {
  return (Array.isArray(ancestors) ? ancestors.at(-1) : undefined) ?? {};
}

/** What is below a resource as a list, depth first, with paths that begin with `path`. */
async function treeOf(context: Context, path: string): Promise<Row> {
  const api = await context.api();
  const { resourcesBelow } = await import('../connection/resource-tree');
  return { resources: await resourcesBelow(api, await api.resource(path), path) };
}
