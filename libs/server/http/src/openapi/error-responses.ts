import { STATUS_CODES } from 'node:http';
import { type OpenAPIObject, getSchemaPath } from '@nestjs/swagger';
import { ErrorBodyDto } from '@gatehouse/dto';
import { type ErrorCode, Problem, problem } from '@gatehouse/problems';
import type { DeclaredRoute } from '../declared-route';
import { asJson, formats } from './formats';
import { examplePath } from './path-parameters';

type Components = NonNullable<OpenAPIObject['components']>;
type ResponseObject = Exclude<NonNullable<Components['responses']>[string], { $ref: string }>;
type Headers = ResponseObject['headers'];

interface ErrorCase {
  /** When the status is returned. */
  readonly about: string;
  readonly problem: Problem;
  readonly method?: string;
  readonly template?: string;
  readonly path?: string;
  readonly more?: Readonly<Record<string, unknown>>;
}

/** All error statuses, with an example of each. A missing status fails the start. */
const CASES: Readonly<Record<number, ErrorCase>> = {
  400: {
    about: 'A required value is absent, the body cannot be read, or a value cannot be used.',
    problem: problem('value_invalid', { field: 'user_name' }),
    method: 'POST',
    template: '/users',
    more: {
      param: {
        name: 'user_name',
        value: 'no!bad',
        compare: '^[a-z0-9]+(?:[_.-][a-z0-9]+)*$',
        conditions: { not_empty: true, matches: false },
      },
    },
  },
  401: {
    about: 'The request carries no valid session, or the credentials are wrong.',
    problem: problem('authentication_required'),
  },
  403: {
    about: 'The caller lacks the permission, or the target is protected.',
    problem: problem('permission_denied'),
  },
  404: {
    about: 'What the path or the body names does not exist.',
    problem: problem('group_not_found'),
    template: '/groups/{group_name}',
    path: '/groups/nosuch',
    more: { param: { name: 'group_name', value: 'nosuch', conditions: { not_none: false } } },
  },
  405: {
    about: 'The path exists, but not with this method; `Allow` lists the methods that it has.',
    problem: problem('method_not_allowed'),
    template: '/tmp/{token}',
    path: '/tmp/***',
    method: 'HEAD',
  },
  406: {
    about: 'None of the accepted media types is available. Always answered in JSON.',
    problem: problem('not_acceptable', {
      types: 'application/json, text/html, text/plain, application/xml, text/xml',
    }),
    more: {
      param: {
        name: 'Accept Header or Format Query',
        value: 'application/pdf',
        compare: "['application/json', 'text/html', 'text/plain', 'application/xml', 'text/xml']",
        conditions: { is_in: false },
      },
    },
  },
  409: {
    about: 'What the request creates exists already.',
    problem: problem('group_name_taken'),
    method: 'POST',
    template: '/groups',
    more: {
      group_name: 'hydrologists',
      param: { name: 'group_name', value: 'hydrologists', conditions: { not_in: false } },
    },
  },
  410: {
    about: 'The one-time link has expired.',
    problem: problem('link_expired'),
    template: '/tmp/{token}',
    path: '/tmp/***',
  },
  412: {
    about: 'What the request changes was changed after the revision in `If-Match`.',
    problem: problem('changed_meanwhile'),
    method: 'PATCH',
    template: '/groups/{group_name}',
    path: '/groups/hydrologists',
    more: {
      changed_fields: [
        {
          field: 'description',
          current: 'River models',
          concealed: false,
          revision: 57,
          changed_by: 'ada',
          changed_at: '2026-11-23T09:17:05.120Z',
        },
      ],
    },
  },
  408: {
    about: 'The body did not arrive within the time limit.',
    problem: problem('body_too_slow'),
    method: 'POST',
    template: '/users',
  },
  413: {
    about: 'The body is larger than the service reads.',
    problem: problem('body_too_large', { maximum: 1_000_000 }),
    method: 'POST',
  },
  414: {
    about: 'The URL is longer than the service reads. Always answered in JSON.',
    problem: problem('url_too_long', { maximum: 16_384 }),
  },
  421: {
    about: 'The request names the public host of services, which has no API.',
    problem: problem('misdirected_request'),
  },
  422: {
    about: 'A value of the path, query or body has the wrong type, syntax or meaning.',
    problem: problem('permission_invalid'),
    method: 'POST',
    template: '/groups/{group_name}/resources/{resource_id}/permissions',
    path: '/groups/hydrologists/resources/31/permissions',
    more: {
      param: { name: 'permission', value: 'read-zzz', conditions: { matches: false } },
    },
  },
  429: {
    about: 'Too many sign-in attempts have failed.',
    problem: problem('sign_in_rate_limited', { accountFailures: 10, addressFailures: 100, seconds: 900 }),
    method: 'POST',
    template: '/signin',
  },
  500: {
    about: 'A defect of the server. The log has the details.',
    problem: problem('unexpected_error'),
  },
  502: {
    about: 'A server that the operation asks has given no answer that can be read.',
    problem: problem('service_capabilities_unreadable', { reason: 'it cannot be reached' }),
    template: '/services/{service_name}/announced_names',
    path: '/services/maps/announced_names',
  },
  503: {
    about: 'The database is unavailable, or too many requests of this kind are waiting.',
    problem: problem('database_unavailable'),
  },
  501: {
    about: 'Network mode is disabled, or this kind of one-time link is not supported.',
    problem: problem('network_disabled'),
    template: '/network/nodes',
  },
};

/** Statuses of requests whose accepted formats are unknown or not available. */
const ALWAYS_JSON: ReadonlySet<number> = new Set([406, 414]);

/** Values of the placeholders of texts that examples show. */
const SAMPLE_DATA = {
  field: 'user_name',
  maximum: 64,
  minimum: 12,
  type: 'str',
  types: 'api, wps',
  names: 'read, write',
  values: "['active', 'pending', 'all']",
  settings: 'SVC_CORS_ORIGINS',
  path: 'configuration',
  expected: 'an object',
};

const text = (description: string) => ({ description, schema: { type: 'string' as const } });

const HEADERS: Readonly<Record<number, Headers>> = {
  401: {
    'WWW-Authentication': text('How to sign in.'),
    'Location-When-Unauthenticated': text('Address of the sign-in.'),
    'WWW-Authenticate': text(
      'How to sign in; left out for `X-Requested-With: XMLHttpRequest`. Programs get a further one, `Basic`, where `SVC_TOKEN_BASIC` is set.',
    ),
    'Authentication-Control': text('Address of the sign-in; omitted under the same condition.'),
  },
  503: {
    'Retry-After': {
      description: 'Seconds after which the same request is likely to be served.',
      schema: { type: 'integer' },
    },
  },
  429: {
    'Retry-After': {
      description: 'Seconds after which another attempt makes sense.',
      schema: { type: 'integer' },
    },
  },
};

/** The responses of all errors, for the description. */
export interface ErrorResponses {
  /** Reference to the response of an operation with one of its error statuses. */
  readonly referenceTo: (operation: string, status: number) => { $ref: string };
  /** The responses by name. Operations with the same codes of a status share one. */
  readonly components: Readonly<Record<string, ResponseObject>>;
}

/** A response as operations share it: the first of them serves as example. */
interface SharedResponse {
  readonly status: number;
  readonly codes: readonly ErrorCode[];
  readonly operations: DeclaredRoute[];
}

/** The error responses of the operations, with bodies under `publicUrl`. */
export function errorResponses(routes: readonly DeclaredRoute[], publicUrl: string): ErrorResponses {
  const shared = new Map<string, SharedResponse>();
  for (const route of routes) {
    for (const [status, codes] of route.errors) {
      const key = [status, ...codes].join();
      const response = shared.get(key) ?? { status, codes, operations: [] };
      shared.set(key, response);
      response.operations.push(route);
    }
  }
  const names = new Map<string, string>();
  const components: Record<string, ResponseObject> = {};
  for (const response of shared.values()) {
    const name = nameOf(response, [...shared.values()]);
    components[name] = errorResponse(response, publicUrl);
    for (const { declaration } of response.operations)
      names.set(`${declaration.name} ${response.status}`, name);
  }
  return {
    components: Object.fromEntries(
      Object.entries(components).sort(([one], [other]) => (one < other ? -1 : 1)),
    ),
    referenceTo: (operation, status) => {
      const name = names.get(`${operation} ${status}`);
      if (name === undefined) throw new Error(`${operation} declares no errors of the status ${status}`);
      return { $ref: `#/components/responses/${name}` };
    },
  };
}

/** The response that most operations of a status share has the name of the status alone, e.g. `NotFound`. */
function nameOf({ status, operations }: SharedResponse, all: readonly SharedResponse[]): string {
  const plain = (STATUS_CODES[status] ?? String(status)).replaceAll(/[^A-Za-z]/g, '');
  const [most] = all
    .filter((other) => other.status === status)
    .sort((one, other) => other.operations.length - one.operations.length);
  if (most?.operations === operations) return plain;
  const [first] = operations;
  const words = first?.declaration.name.split('_') ?? [];
  return plain + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function errorResponse({ status, codes, operations }: SharedResponse, publicUrl: string): ResponseObject {
  const { about } = caseOf(status);
  const { [status]: headers } = HEADERS;
  const schema = { $ref: getSchemaPath(ErrorBodyDto) };
  const example = exampleOf(status, codes, operations, publicUrl);
  const listed = codes.map((code) => `\`${code}\``).join(', ');
  return {
    description: codes.length === 0 ? `${about} Reserved.` : `${about} Error codes: ${listed}.`,
    headers: { ...headers, ...(codes.length === 0 ? {} : { 'X-Gatehouse-Reason': reasonHeader(codes) }) },
    content: (ALWAYS_JSON.has(status) ? asJson : formats)(schema, example),
  };
}

/** The sample of the status if its code is one of the codes, or else the first code, returned by the first operation. */
function exampleOf(
  status: number,
  codes: readonly ErrorCode[],
  [first]: readonly DeclaredRoute[],
  publicUrl: string,
): Readonly<Record<string, unknown>> {
  const sample = caseOf(status);
  const [code = sample.problem.errorCode] = codes;
  const isSampled = codes.length === 0 || codes.includes(sample.problem.errorCode) || !first;
  const shown: ErrorCase = isSampled
    ? sample
    : {
        about: sample.about,
        problem: new Problem(code, SAMPLE_DATA),
        method: first.method,
        template: first.template,
        path: examplePath(first),
      };
  const { problem: answered, method = 'GET', template = '/users', path = template, more } = shown;
  return {
    ...(more ?? {}),
    code: status,
    type: 'application/json',
    detail: answered.detail,
    path,
    url: publicUrl + path,
    method,
    route_name: template,
    request_url: publicUrl + path,
    error_code: answered.errorCode,
  };
}

function reasonHeader(codes: readonly ErrorCode[]): NonNullable<Headers>[string] {
  return { description: 'The `error_code` of the body.', schema: { type: 'string', enum: [...codes] } };
}

function caseOf(status: number): ErrorCase {
  const found = CASES[status];
  if (!found) throw new Error(`the status ${status} has no description`);
  return found;
}
