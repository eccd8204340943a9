import { isDeepStrictEqual } from 'node:util';
import {
  SERVICE_TYPE_NAMES,
  SYNC_TYPE_NAMES,
  type ServiceType,
  configurationProblems,
  resolvedConfiguration,
  serviceTypeOf,
} from '@gatehouse/service-types';
import { PARAM, RESOURCE_NAME, SERVICE_URL, MAX_SERVICE_URL_LENGTH, isResourceName } from '@gatehouse/names';
import { patternEngine } from '@gatehouse/patterns';
import { type Problem, type ProblemDetails, listText, notFoundParam, problem } from '@gatehouse/problems';
import { serviceOptionsProblems } from '@gatehouse/proxy-options';
import { SERVICE_TABLE } from '../fields/service';
import { withDefaults } from '../fields/values';
import type { NewService, ProtectedService } from './protected-service';
import { validateSynchronization } from './synchronization-options';

/**
 * `/services/types` is a separate path, so a service of that name would be unreachable; and a reply holds the tree of a
 * service under its name, next to the common fields of bodies.
 */
const RESERVED_NAMES = ['types', 'code', 'type', 'detail', 'path', 'url', 'method'];

const STORABLE = 'texts without NUL and without unpaired surrogates';

type Configuration = Readonly<Record<string, unknown>>;

/** The type with this name. Throws `service_type_unknown` (400): for names in bodies and in paths of listings. */
export function requireServiceType(name: string): ServiceType {
  const type = serviceTypeOf(name);
  if (type) return type;
  throw problem(
    'service_type_unknown',
    { types: SERVICE_TYPE_NAMES.join(', ') },
    {
      param: {
        name: 'service_type',
        value: name,
        compare: listText(SERVICE_TYPE_NAMES),
        conditions: { is_in: false },
      },
      extras: { service_type: name },
    },
  );
}

/** The type with this name. Throws `service_type_name_invalid` (422) or `service_type_not_found` (404): for names in paths. */
export function findServiceType(name: string): ServiceType {
  if (!PARAM.test(name)) {
    throw problem(
      'service_type_name_invalid',
      {},
      {
        param: {
          name: 'service_type',
          value: name,
          compare: PARAM.source,
          conditions: { not_empty: name !== '', matches: false },
        },
      },
    );
  }
  const type = serviceTypeOf(name);
  if (type) return type;
  throw problem('service_type_not_found', {}, notFoundParam('service_type', name));
}

/**
 * The service to store for a new one. Throws the first rule that it violates. `checkUrl` throws for an address that it cannot have.
 * Reference: http#creating-services.
 */
export function validateService(
  input: NewService,
  checkUrl: (url: string) => void = validateServiceUrl,
): Omit<ProtectedService, 'id'> {
  const type = requireServiceType(input.typeName);
  const { name, url, syncType } = input;
  if (syncType !== undefined && syncType !== null) rejectUnknownSyncType(syncType);
  const configuration = validateConfiguration(type, input.configuration ?? null);
  const proxy = validateProxyOptions(type, input.proxy ?? null);
  const synchronization = validateSynchronization(input.synchronization ?? null);
  validateServiceName(name);
  checkUrl(url);
  const fields = withDefaults(SERVICE_TABLE, {
    ...input,
    type: type.name,
    configuration,
    proxy,
    synchronization,
  });
  return { ...fields, name, type };
}

/** Throws `service_name_invalid` (422) or `service_name_reserved` (403). */
export function validateServiceName(name: string): void {
  if (!isResourceName(name)) {
    throw problem(
      'service_name_invalid',
      {},
      {
        param: {
          name: 'service_name',
          value: name.slice(0, 200),
          compare: RESOURCE_NAME.source,
          conditions: { not_empty: name !== '', matches: false },
        },
      },
    );
  }
  if (!RESERVED_NAMES.includes(name)) return;
  throw problem(
    'service_name_reserved',
    { name },
    {
      param: {
        name: 'service_name',
        value: name,
        compare: listText(RESERVED_NAMES),
        conditions: { not_in: false },
      },
    },
  );
}

/** Throws `value_invalid` (422), which does not repeat the URL: it may contain credentials. */
export function validateServiceUrl(url: string): void {
  if (url.length <= MAX_SERVICE_URL_LENGTH && SERVICE_URL.test(url)) return;
  throw problem(
    'value_invalid',
    { field: 'service_url' },
    {
      status: 422,
      param: {
        name: 'service_url',
        value: null,
        compare: SERVICE_URL.source,
        conditions: { matches: false },
      },
    },
  );
}

/**
 * The same for configuration files, in which hosts need no domain: containers know one another by single names. Any address that
 * requests may have can be in files as well.
 */
export function validateServiceUrlInFile(url: string): void {
  const isAddress = url.length <= MAX_SERVICE_URL_LENGTH && ADDRESS.test(url) && URL.canParse(url);
  if (!isAddress) validateServiceUrl(url);
}

/** Without control characters and spaces, which URLs are cleared of when they are parsed. */
const ADDRESS = /^https?:\/\/[^\x00-\x20\x7f]+$/i;

export function rejectUnknownSyncType(syncType: string): void {
  if (SYNC_TYPE_NAMES.includes(syncType)) return;
  throw problem(
    'service_sync_type_unknown',
    { types: SYNC_TYPE_NAMES.join(', ') },
    {
      param: {
        name: 'service_sync_type',
        value: syncType,
        compare: listText(SYNC_TYPE_NAMES),
        conditions: { is_in: false },
      },
    },
  );
}

/** The configuration to store; null if the type has none. Throws `service_configuration_invalid` (422). */
export function validateConfiguration(type: ServiceType, value: unknown): Configuration | null {
  const [found] = configurationProblems(type, value, patternEngine);
  if (found) throw invalidConfiguration(found.path, found.expected);
  if (hasUnstorableText(value)) throw invalidConfiguration('', STORABLE);
  return type.configuration ? (value as Configuration | null) : null;
}

/** The options of the proxy to store for a service of the type. Throws `service_proxy_options_invalid` (422). */
export function validateProxyOptions(type: ServiceType, value: unknown): Configuration | null {
  const [found] = serviceOptionsProblems(value, patternEngine, type);
  if (found) throw invalidProxyOptions(found.path, found.expected);
  if (hasUnstorableText(value)) throw invalidProxyOptions('', STORABLE);
  return value as Configuration | null;
}

/** Whether a configuration equals the stored one, either as stored or as replies show it, with defaults. */
export function isConfigured(
  type: ServiceType,
  stored: Configuration | null,
  input: Configuration | null,
): boolean {
  return isDeepStrictEqual(input, stored) || isDeepStrictEqual(input, resolvedConfiguration(type, stored));
}

function invalidConfiguration(path: string, expected: string): Problem {
  const at = pathOf('configuration', path);
  return problem('service_configuration_invalid', { path: at, expected }, invalidAt(at, expected));
}

function invalidProxyOptions(path: string, expected: string): Problem {
  const at = pathOf('proxy', path);
  return problem('service_proxy_options_invalid', { path: at, expected }, invalidAt(at, expected));
}

function pathOf(field: string, path: string): string {
  return path === '' ? field : `${field}.${path}`;
}

function invalidAt(name: string, expected: string): ProblemDetails {
  return { param: { name, value: null, compare: expected, conditions: { is_type: false } } };
}

/** PostgreSQL stores neither in JSON. The depth of bodies is bounded before. */
function hasUnstorableText(value: unknown): boolean {
  if (typeof value === 'string') return /[\0\p{Surrogate}]/u.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, member]) => hasUnstorableText(key) || hasUnstorableText(member));
}
