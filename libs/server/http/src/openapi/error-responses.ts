import { STATUS_CODES } from 'node:http';
import { type OpenAPIObject, getSchemaPath } from '@nestjs/swagger';
import { ErrorBodyDto } from '@gatehouse/dto';
import { CHAPTERS, type ErrorCode, type Problem, problem, statusesOfCode } from '@gatehouse/problems';
import { formats } from './formats';

type Components = NonNullable<OpenAPIObject['components']>;
type ResponseObject = Exclude<NonNullable<Components['responses']>[string], { $ref: string }>;
type Headers = ResponseObject['headers'];

interface ErrorCase {
  /** When the status is answered. */
  readonly about: string;
  readonly problem: Problem;
  readonly method?: string;
  readonly template?: string;
  readonly path?: string;
  readonly more?: Readonly<Record<string, unknown>>;
}

/** Every status that refuses, with a reply as it is seen. A status that is missing here fails the start. */
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
  413: {
    about: 'The body is larger than the service reads.',
    problem: problem('body_too_large', { maximum: 1_000_000 }),
    method: 'POST',
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
    about: 'A defect of the server, or a database that does not answer. The log has the details.',
    problem: problem('unexpected_error'),
  },
  503: {
    about: 'Too many requests of this kind are waiting.',
    problem: problem('password_queue_full', { queue: 100, perAddress: 20 }),
    method: 'POST',
    template: '/signin',
  },
  501: {
    about: 'Network mode is disabled.',
    problem: problem('network_disabled'),
    template: '/network/nodes',
  },
};

const text = (description: string) => ({ description, schema: { type: 'string' as const } });

const HEADERS: Readonly<Record<number, Headers>> = {
  401: {
    'WWW-Authentication': text('How to sign in.'),
    'Location-When-Unauthenticated': text('Where people sign in.'),
    'WWW-Authenticate': text('How to sign in; left out for `X-Requested-With: XMLHttpRequest`.'),
    'Authentication-Control': text('Where people sign in; left out likewise.'),
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

/** Reference to the shared response of a status that refuses. */
export function errorReference(status: number): { $ref: string } {
  return { $ref: `#/components/responses/${nameOf(status)}` };
}

/** The shared responses of all statuses that refuse, by name, with bodies under `publicUrl`. */
export function errorResponses(publicUrl: string): Record<string, ResponseObject> {
  return Object.fromEntries(
    Object.keys(CASES).map((status) => [nameOf(Number(status)), errorResponse(Number(status), publicUrl)]),
  );
}

function errorResponse(status: number, publicUrl: string): ResponseObject {
  const {
    about,
    problem: shown,
    method = 'GET',
    template = '/users',
    path = template,
    more,
  } = caseOf(status);
  const { [status]: headers } = HEADERS;
  const example = {
    ...(more ?? {}),
    code: status,
    type: 'application/json',
    detail: shown.detail,
    path,
    url: publicUrl + path,
    method,
    route_name: template,
    request_url: publicUrl + path,
    error_code: shown.errorCode,
  };
  const schema = { $ref: getSchemaPath(ErrorBodyDto) };
  return {
    description: about,
    headers: { ...headers, 'X-Gatehouse-Reason': reasonHeader(status) },
    content: status === 406 ? { 'application/json': { schema, example } } : formats(schema, example),
  };
}

/** The names of the errors of a status, those of the proxy left out. */
function reasonHeader(status: number): NonNullable<Headers>[string] {
  const codes = Object.entries(CHAPTERS)
    .filter(([title]) => title !== 'Proxy')
    .flatMap(([, chapter]) => Object.keys(chapter) as ErrorCode[]);
  return {
    description: 'The `error_code` of the body.',
    schema: { type: 'string', enum: codes.filter((code) => statusesOfCode(code).includes(status)).sort() },
  };
}

/** `Not Found` becomes `NotFound`. */
function nameOf(status: number): string {
  caseOf(status);
  return (STATUS_CODES[status] ?? String(status)).replaceAll(/[^A-Za-z]/g, '');
}

function caseOf(status: number): ErrorCase {
  const found = CASES[status];
  if (!found) throw new Error(`nobody has said what the status ${status} means`);
  return found;
}
