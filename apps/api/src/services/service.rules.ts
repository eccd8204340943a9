import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import {
  SERVICE_TYPE_NAMES,
  type ServiceType,
  configurationProblems,
  resolvedConfiguration,
  serviceTypeOf,
} from '@gatehouse/service-types';
import { patternEngine } from '@gatehouse/patterns';
import { serviceOptionsProblems } from '@gatehouse/proxy-options';
import { PARAM } from '@gatehouse/names';
import { type Problem, badRequest, forbidden, listText, noSuch, unprocessable } from '@gatehouse/http';

/**
 * `/services/types` is a path of its own, behind which a service of that name could not be reached; and the tree of a
 * service stands in its reply under its name, beside the fields of the common body.
 */
const RESERVED_NAMES = ['types', 'code', 'type', 'detail', 'path', 'url', 'method'];

/** A service type stands for its own strategy; one further strategy has no service type. Spec: permissions 6.3. */
const SYNC_TYPES = [...SERVICE_TYPE_NAMES, 'geoserver-api'].sort();

type Configuration = Readonly<Record<string, unknown>>;

const STORABLE = 'texts without NUL and without halves of surrogate pairs';

/** What services may be called, which types there are and what may be configured. Spec: http-api 12.3 and 12.4. */
@Injectable()
export class ServiceRules {
  /** A type that a body or the path of a listing names. */
  usableType(name: string): ServiceType {
    const type = serviceTypeOf(name);
    if (!type) {
      throw badRequest('There is no such type of service.', {
        param: {
          name: 'service_type',
          value: name,
          compare: listText(SERVICE_TYPE_NAMES),
          conditions: { is_in: false },
        },
        extras: { service_type: name },
      });
    }
    return type;
  }

  /** A type whose resources a path is about. */
  existingType(name: string): ServiceType {
    if (!PARAM.test(name)) {
      throw unprocessable('This is not the name of a type of services.', {
        param: {
          name: 'service_type',
          value: name,
          compare: PARAM.source,
          conditions: { not_empty: name !== '', matches: false },
        },
      });
    }
    const type = serviceTypeOf(name);
    if (!type) throw noSuch('service type', 'service_type', name);
    return type;
  }

  /** Whether a configuration is the one that is stored, or the one that replies show with defaults for what is not. */
  isConfigured(type: ServiceType, stored: Configuration | null, given: Configuration | null): boolean {
    return isDeepStrictEqual(given, stored) || isDeepStrictEqual(given, resolvedConfiguration(type, stored));
  }

  refuseReservedName(name: string): void {
    if (!RESERVED_NAMES.includes(name)) return;
    // The words are those that clients of the reference look for.
    throw forbidden('The name of the service is a reserved keyword.', {
      param: {
        name: 'service_name',
        value: name,
        compare: listText(RESERVED_NAMES),
        conditions: { not_in: false },
      },
    });
  }

  refuseUnknownSyncType(syncType: string): void {
    if (SYNC_TYPES.includes(syncType)) return;
    throw unprocessable('There is no such type of synchronisation.', {
      param: {
        name: 'service_sync_type',
        value: syncType,
        compare: listText(SYNC_TYPES),
        conditions: { is_in: false },
      },
    });
  }

  /** The configuration to store; none where the type cannot be configured. */
  storableConfiguration(type: ServiceType, value: unknown): Configuration | null {
    const [problem] = configurationProblems(type, value, patternEngine);
    if (problem) throw unusable('configuration', problem.path, problem.expected);
    if (holdsUnstorableText(value)) {
      throw unusable('configuration', '', STORABLE);
    }
    return type.configuration ? (value as Configuration | null) : null;
  }

  /** The options to store of how the proxy treats requests for a service of the type. */
  storableProxyOptions(type: ServiceType, value: unknown): Readonly<Record<string, unknown>> | null {
    const [problem] = serviceOptionsProblems(value, patternEngine, type);
    if (problem) throw unusable('proxy', problem.path, problem.expected);
    if (holdsUnstorableText(value)) throw unusable('proxy', '', STORABLE);
    return value as Readonly<Record<string, unknown>> | null;
  }
}

function unusable(field: 'configuration' | 'proxy', path: string, expected: string): Problem {
  const what = field === 'configuration' ? 'configuration' : 'options of the proxy';
  return unprocessable(`The ${what} cannot be used.`, {
    param: {
      name: path === '' ? field : `${field}.${path}`,
      value: null,
      compare: expected,
      conditions: { is_type: false },
    },
  });
}

/** PostgreSQL keeps neither in JSON. The depth of a body is bounded before anything looks at it. */
function holdsUnstorableText(value: unknown): boolean {
  if (typeof value === 'string') return /[\0\p{Surrogate}]/u.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([key, member]) => holdsUnstorableText(key) || holdsUnstorableText(member),
  );
}
