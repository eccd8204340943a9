import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type SentRequest, type WrittenRequest, sentRequest } from './sent-request';

/**
 * A service with its tree, and the expected mapping of requests to it.
 * Reference: request-mapping#parameters, request-mapping#grammars.
 */
export interface MappingSuite {
  readonly name: string;
  readonly serviceType: string;
  /** As stored; null if there is none. */
  readonly configuration: Readonly<Record<string, unknown>> | null;
  /** The type of each node by its path, which starts with the service; each node after its parent. */
  readonly nodes: Readonly<Record<string, string>>;
  /** Whether the private URL of the service must be without a path, on which the results depend. */
  readonly isAtRoot: boolean;
  readonly cases: readonly MappingCase[];
}

export interface MappingCase {
  readonly name: string;
  readonly sent: SentRequest;
  readonly expected: MappingExpectation;
  /** Why the result differs from the table in the specification. */
  readonly deviation?: string;
}

export type MappingExpectation =
  | { readonly kind: 'covered'; readonly requirements: readonly ExpectedRequirement[] }
  /** No entry of the grammar describes it. */
  | {
      readonly kind: 'outside';
      readonly code: string;
      readonly locator: string;
      /** Whether only administrators may do it, regardless of permissions. */
      readonly forAdministrators: boolean;
    };

/** A permission on some resources, for names that are not registered, or everywhere. */
interface ExpectedRequirement {
  readonly permission: string;
  readonly resources: readonly ExpectedResource[];
  readonly below: readonly ExpectedBelow[];
  readonly everywhere: boolean;
}

/** A node, and whether it is exactly the requested one: only then do its match assignments apply. */
interface ExpectedResource {
  readonly path: string;
  readonly exact: boolean;
}

/** A name that is not registered: the node from which it inherits, and the one below which nothing may be denied. */
interface ExpectedBelow {
  readonly path: string;
  readonly top: string;
}

interface Written {
  name: string;
  service_type: string;
  configuration?: MappingSuite['configuration'];
  nodes: MappingSuite['nodes'];
  at_root?: boolean;
  cases: (WrittenRequest & { name?: string; expected: string; deviation?: string })[];
}

const FOLDER = join(__dirname, '../cases/request-mapping');

/** All suites, one file a service type. */
export function mappingSuites(): MappingSuite[] {
  return readdirSync(FOLDER)
    .sort()
    .flatMap((file) => parse(readFileSync(join(FOLDER, file), 'utf8')) as Written[])
    .map(
      ({
        name,
        service_type: serviceType,
        configuration = null,
        nodes,
        at_root: isAtRoot = false,
        cases,
      }) => ({
        name,
        serviceType,
        configuration,
        nodes,
        isAtRoot,
        cases: cases.map((written) => ({
          name: [written.name ?? written.request, written.expected].join(': '),
          sent: sentRequest(written),
          expected: expectation(written.expected, nodes),
          ...(written.deviation === undefined ? {} : { deviation: written.deviation }),
        })),
      }),
    );
}

/**
 * `outside <code> <locator>[, administrators]`, or requirements separated by semicolons, each
 * `<permission> <path> exact|partial|below[ <top>], …, everywhere`. The top is the path unless it is given.
 */
function expectation(text: string, nodes: MappingSuite['nodes']): MappingExpectation {
  const [, code, locator, administrators] =
    /^outside (\w+) ([\w:.-]+|\*)(, administrators)?$/.exec(text) ?? [];
  if (code !== undefined && locator !== undefined) {
    return { kind: 'outside', code, locator, forAdministrators: administrators !== undefined };
  }
  return { kind: 'covered', requirements: text.split('; ').map((one) => requirement(one, nodes)) };
}

function requirement(text: string, nodes: MappingSuite['nodes']): ExpectedRequirement {
  const [, permission, list = ''] = /^([a-z]+) (.+)$/.exec(text) ?? [];
  if (permission === undefined) throw new Error(`Not an expectation: ${text}`);
  const entries = list.split(', ');
  const resources: ExpectedResource[] = [];
  const below: ExpectedBelow[] = [];
  for (const entry of entries.filter((one) => one !== 'everywhere')) {
    const [, path = '', reach, top = path] = /^(.+?) (exact|partial|below)(?: (.+))?$/.exec(entry) ?? [];
    if (![path, top].every((node) => Object.hasOwn(nodes, node))) throw new Error(`Not a node: ${entry}`);
    if (reach === 'below') below.push({ path, top });
    else resources.push({ path, exact: reach === 'exact' });
  }
  return { permission, resources, below, everywhere: entries.includes('everywhere') };
}

/** A permission assignment. */
export interface SufficientAssignment {
  readonly path: string;
  readonly permission: string;
}

/**
 * The narrowest permission assignments with which a request is allowed: without any one of them it is denied. For tests of
 * interfaces that return decisions without their reasons. `service` is the path of the service itself.
 */
export function sufficientAssignments(
  { requirements }: Extract<MappingExpectation, { kind: 'covered' }>,
  service: string,
): readonly SufficientAssignment[] {
  return requirements.flatMap(({ permission, resources, below, everywhere }) =>
    everywhere
      ? [{ path: service, permission: `${permission}-allow-recursive` }]
      : sufficientOn(permission, [...resources, ...below.map(({ path }) => ({ path, exact: false }))]),
  );
}

/**
 * Permission assignments with which a request is refused although they contain the sufficient ones: a denial of a node below the
 * closest registered ancestor of a name that is not registered. One set for each such name.
 */
export function deniedBelow(
  expected: Extract<MappingExpectation, { kind: 'covered' }>,
  { nodes }: Pick<MappingSuite, 'nodes'>,
): readonly (readonly SufficientAssignment[])[] {
  const [service = ''] = Object.keys(nodes);
  const sufficient = sufficientAssignments(expected, service);
  return expected.requirements.flatMap(({ permission, below }) =>
    below.flatMap(({ top }) => {
      const path = Object.keys(nodes).find(
        (node) => node.startsWith(`${top}/`) && !sufficient.some((rule) => rule.path === node),
      );
      return path === undefined ? [] : [[...sufficient, { path, permission: `${permission}-deny-match` }]];
    }),
  );
}

function sufficientOn(
  permission: string,
  resources: readonly ExpectedResource[],
): readonly SufficientAssignment[] {
  const partial = new Set(resources.filter(({ exact }) => !exact).map(({ path }) => path));
  // A recursive assignment on an ancestor would make those below it superfluous.
  const isCovered = (path: string) => [...partial].some((above) => path.startsWith(`${above}/`));
  const paths = [...new Set(resources.map(({ path }) => path))].filter((path) => !isCovered(path));
  return paths.map((path) => ({
    path,
    permission: `${permission}-allow-${partial.has(path) ? 'recursive' : 'match'}`,
  }));
}
