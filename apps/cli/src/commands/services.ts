import { command } from '../declaration/command';
import { json, required, text } from '../declaration/field';
import { type Column, column } from '../declaration/shown';
import { SERVICE } from './fields';

const URL_ = text('url', 'Address of the service behind the proxy.', { long: 'url-of-service' });
const CONFIGURATION = json('Configuration of the type of the service.');
const PROXY = json('Options of the proxy for the service.');
const SYNCHRONIZATION = json(
  'How its resources are kept in step: mode, interval_minutes and depth, in the reference of synchronization.',
);
const DETAILS: readonly Column[] = [
  column('SERVICE', 'service_name'),
  column('TYPE', 'service_type'),
  column('URL', 'service_url'),
  column('PUBLIC URL', 'public_url'),
  column('SYNCHRONIZED', 'service_sync_type'),
  column('PERMISSIONS', 'permission_names', { value: ({ permission_names: names }) => shortNames(names) }),
  column('CONFIGURATION', 'configuration'),
  column('PROXY', 'proxy'),
  column('ID', 'resource_id', { isNumber: true }),
];

/** Each name is listed in its short form, and again with access and scope. */
function shortNames(names: unknown): unknown {
  return Array.isArray(names) ? names.filter((name) => !String(name).includes('-')) : names;
}

export const SERVICE_COMMANDS = [
  command({
    name: 'services list',
    summary: 'List services.',
    needs: 'token',
    options: { type: text('types', 'Only services of these types, separated by commas.') },
    operation: 'GET /services',
    constants: { flatten: true },
    shows: {
      kind: 'list',
      in: 'services',
      columns: [
        column('SERVICE', 'service_name'),
        column('TYPE', 'service_type'),
        column('URL', 'service_url'),
        column('PUBLIC URL', 'public_url', { isDetail: true }),
        column('ID', 'resource_id', { isNumber: true }),
      ],
      empty: 'There are no services.',
    },
    examples: [{ line: 'services list --type thredds,wps', does: 'Services of two types' }],
  }),
  command({
    name: 'services show',
    summary: 'Show a service.',
    needs: 'token',
    arguments: { service_name: SERVICE },
    operation: 'GET /services/{service_name}',
    shows: { kind: 'record', in: 'service', columns: DETAILS },
    examples: [
      { line: 'services show thredds', does: 'With its configuration and the options of the proxy' },
    ],
  }),
  command({
    name: 'services create',
    summary: 'Create a service.',
    needs: 'token',
    isBatch: true,
    arguments: { service_name: SERVICE },
    options: {
      service_type: required(text('type', 'Type; gatehouse services types lists them.', { long: 'type' })),
      service_url: required(URL_),
      service_sync_type: text('type', 'How its resources are synchronized.', { long: 'sync-type' }),
      configuration: CONFIGURATION,
      proxy: PROXY,
      synchronization: SYNCHRONIZATION,
    },
    operation: 'POST /services',
    shows: { kind: 'sentence', text: ({ service_name }) => `The service ${service_name} is created.` },
    examples: [
      {
        line: 'services create thredds --type thredds --url-of-service http://thredds.example.org:8080/thredds',
        does: 'A THREDDS server',
      },
      {
        line: 'services create maps --type wfs --url-of-service http://maps.example.org/wfs --proxy \'{"headers_timeout": 120}\'',
        does: 'With an option of the proxy',
      },
    ],
  }),
  command({
    name: 'services change',
    summary: 'Change the name, address, configuration, synchronization or proxy options of a service.',
    needs: 'token',
    isBatch: true,
    arguments: { service_name: SERVICE },
    options: {
      new_name: text('name', 'New name.', { wire: 'service_name', long: 'name' }),
      service_url: URL_,
      configuration: CONFIGURATION,
      proxy: PROXY,
      synchronization: SYNCHRONIZATION,
    },
    operation: 'PATCH /services/{service_name}',
    shows: { kind: 'sentence', text: ({ service_name }) => `The service ${service_name} is changed.` },
    examples: [
      {
        line: 'services change thredds --url-of-service http://thredds2.example.org:8080/thredds',
        does: 'The server has moved',
      },
      {
        line: 'services change thredds --synchronization \'{"mode": "suggest", "interval_minutes": 60}\'',
        does: 'Compared with the real one every hour',
      },
    ],
  }),
  command({
    name: 'services delete',
    summary: 'Delete a service with all its resources and their permissions.',
    needs: 'token',
    isBatch: true,
    arguments: { service_name: SERVICE },
    operation: 'DELETE /services/{service_name}',
    confirms: ({ service_name }) =>
      `Delete the service ${service_name} with all its resources and their permissions?`,
    shows: { kind: 'sentence', text: ({ service_name }) => `The service ${service_name} is deleted.` },
    examples: [{ line: 'services delete thredds', does: 'After a confirmation' }],
  }),
  command({
    name: 'services types',
    summary: 'List the types of services.',
    needs: 'token',
    operation: 'GET /services/types',
    shows: { kind: 'record', columns: [column('TYPES', 'service_types')] },
    examples: [{ line: 'services types', does: 'All types' }],
  }),
];
