import type { PermissionName } from '@gatehouse/access-engine';
import { readPairs } from '../grammar/pairs';
import { parameterNames } from '../grammar/parameters';
import { type Outside, invalid, isOutside, unknownParameter } from '../reading';
import type { RequestBody } from '../request';
import type { NamedProcesses } from './wps-processes';

type Members = Extract<RequestBody, { kind: 'json' }>['members'];

interface JsonOperation {
  readonly operation: string;
  readonly permission: PermissionName;
  readonly members: ReadonlySet<string>;
}

const EVERY = 'operation request service version language';

/** The operations of PyWPS in JSON, and their members, whose names have a case. */
const OPERATIONS: ReadonlyMap<string, JsonOperation> = new Map(
  [
    {
      operation: 'GetCapabilities',
      permission: 'getcapabilities' as const,
      members: parameterNames(EVERY, 'acceptedversions'),
    },
    {
      operation: 'DescribeProcess',
      permission: 'describeprocess' as const,
      members: parameterNames(EVERY, 'identifier'),
    },
    {
      operation: 'Execute',
      permission: 'execute' as const,
      members: parameterNames(EVERY, 'identifier inputs outputs raw store_execute status lineage'),
    },
  ].map((one) => [one.operation.toLowerCase(), one]),
);

/** Members whose values are texts. */
const TEXTS = ['operation', 'request', 'service', 'version', 'language', 'identifier'] as const;

/** Members by which the servers of one protocol or another choose an operation or a process. */
const DECISIVE: ReadonlySet<string> = new Set([
  'operation',
  'request',
  'identifier',
  'identifiers',
  'process',
  'processid',
]);

/**
 * Reads a JSON object as PyWPS does: `operation` is Execute where it is absent, regardless of `request` and the query, which
 * therefore must agree with it. `more` are the members that the service's options add.
 */
export function processesInJson(
  members: Members,
  query: string,
  more: ReadonlySet<string>,
): NamedProcesses | Outside {
  const values = new Map(members);
  if (values.size < members.length) return invalid('body', 'A member of the JSON object is repeated.');
  const odd = TEXTS.find((name) => values.has(name) && typeof values.get(name) !== 'string');
  if (odd !== undefined) return invalid(odd, `The value of ${odd} is not a text.`);
  const text = (name: string) => values.get(name) as string | undefined;

  const operation = OPERATIONS.get((text('operation') ?? 'Execute').toLowerCase());
  if (!operation) return invalid('operation', 'The value of operation is not an operation of WPS.');
  const unknown = members.find(([name]) => !operation.members.has(name) && !more.has(name));
  if (unknown) return unknownMember(unknown[0], operation.operation);
  if (!areEqual(text('service') ?? 'wps', 'wps'))
    return invalid('service', 'The value of service is not WPS.');
  if (!areEqual(text('request') ?? operation.operation, operation.operation)) {
    return invalid('request', 'The members request and operation differ; operation is Execute by default.');
  }
  const problem = queryProblem(query, (name) =>
    name === 'service' ? 'wps' : name === 'request' ? operation.operation : text(name),
  );
  if (problem) return problem;
  const identifier = text('identifier');
  return { permission: operation.permission, identifiers: identifier === undefined ? [] : [identifier] };
}

/** Names of members can be any text; replies repeat only those that look like names. */
const NAME = /^[\w.:-]{1,60}$/;

function unknownMember(name: string, operation: string): Outside {
  return NAME.test(name)
    ? { ...unknownParameter(name, operation), locator: name.toLowerCase() }
    : invalid('body', `A member of the JSON object is not defined for ${operation}.`);
}

/** Reads a JSON object that is the inputs of a process, which the path names. */
export function processInPath(process: string, members: Members, query: string): NamedProcesses | Outside {
  for (const [name, value] of members) {
    const key = name.toLowerCase();
    if (!DECISIVE.has(key)) continue;
    const expected = key === 'operation' || key === 'request' ? 'Execute' : process;
    if (typeof value !== 'string' || !areEqual(value, expected)) {
      return invalid(key, `The member ${name} differs from the path.`);
    }
  }
  const stated = new Map([
    ['service', 'wps'],
    ['request', 'Execute'],
    ['identifier', process],
  ]);
  return queryProblem(query, (name) => stated.get(name)) ?? { permission: 'execute', identifiers: [process] };
}

const BESIDE_BODY = parameterNames('service request version language identifier');

function queryProblem(query: string, stated: (name: string) => string | undefined): Outside | undefined {
  const pairs = readPairs(query, 'query');
  if (isOutside(pairs)) return pairs;
  const other = pairs.find(({ name, value }) => !BESIDE_BODY.has(name) || !areEqual(value, stated(name)));
  return other && invalid(other.name, `The query has a parameter that differs from the body: ${other.name}.`);
}

function areEqual(one: string, other: string | undefined): boolean {
  return one.toLowerCase() === other?.toLowerCase();
}
