import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type SentRequest, type WrittenRequest, sentRequest } from './sent-request';

/** A service with its tree, and what requests to it ask for. Spec: permissions 4.5, 4.6. */
export interface MappingSuite {
  readonly name: string;
  readonly serviceType: string;
  /** As it is stored; null when nothing is. */
  readonly configuration: Readonly<Record<string, unknown>> | null;
  /** The type of each node by its path, which starts with the service; each node after its parent. */
  readonly nodes: Readonly<Record<string, string>>;
  readonly cases: readonly MappingCase[];
}

export interface MappingCase {
  readonly name: string;
  readonly sent: SentRequest;
  readonly expected: MappingExpectation;
  /** Why the answer is another than that of the specification's table. */
  readonly deviation?: string;
}

export type MappingExpectation =
  | { readonly kind: 'mapped'; readonly permission: string; readonly resources: readonly ExpectedResource[] }
  /** To everybody, administrators included. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'invalid'; readonly code: string; readonly locator: string };

/** A node, and whether it is exactly what is asked for: only then do its match rules count. */
export interface ExpectedResource {
  readonly path: string;
  readonly exact: boolean;
}

interface Written {
  name: string;
  service_type: string;
  configuration?: MappingSuite['configuration'];
  nodes: MappingSuite['nodes'];
  cases: (WrittenRequest & { name?: string; expected: string; deviation?: string })[];
}

const FOLDER = join(__dirname, '../cases/request-mapping');

/** All suites, one file a service type. */
export function mappingSuites(): MappingSuite[] {
  return readdirSync(FOLDER)
    .sort()
    .flatMap((file) => parse(readFileSync(join(FOLDER, file), 'utf8')) as Written[])
    .map(({ name, service_type: serviceType, configuration = null, nodes, cases }) => ({
      name,
      serviceType,
      configuration,
      nodes,
      cases: cases.map((written) => ({
        name: [written.name ?? written.request, written.expected].join(': '),
        sent: sentRequest(written),
        expected: expectation(written.expected, nodes),
        ...(written.deviation === undefined ? {} : { deviation: written.deviation }),
      })),
    }));
}

/** `refused`, `400 <code> <locator>`, or `<permission> <path> exact|partial, …`. */
function expectation(text: string, nodes: MappingSuite['nodes']): MappingExpectation {
  if (text === 'refused') return { kind: 'refused' };
  const [, code, locator] = /^400 (\w+) (\w+)$/.exec(text) ?? [];
  if (code !== undefined && locator !== undefined) return { kind: 'invalid', code, locator };
  const [, permission, list = ''] = /^([a-z]+) (.+)$/.exec(text) ?? [];
  const resources = list.split(', ').map((entry): ExpectedResource => {
    const [, path = '', reach] = /^(.+) (exact|partial)$/.exec(entry) ?? [];
    if (!Object.hasOwn(nodes, path)) throw new Error(`Not a node: ${entry}`);
    return { path, exact: reach === 'exact' };
  });
  if (permission === undefined) throw new Error(`Not an expectation: ${text}`);
  return { kind: 'mapped', permission, resources };
}

/**
 * The narrowest rules with which a request is allowed, as `<path>` and `<permission>`: without any one of them it is
 * refused. A surface that shows decisions only, not what they rest on, is tested with these.
 */
export function sufficientRules({
  permission,
  resources,
}: Extract<MappingExpectation, { kind: 'mapped' }>): { path: string; permission: string }[] {
  const partial = new Set(resources.filter(({ exact }) => !exact).map(({ path }) => path));
  // A recursive rule above would make those below it superfluous.
  const isCovered = (path: string) => [...partial].some((above) => path.startsWith(`${above}/`));
  const paths = [...new Set(resources.map(({ path }) => path))].filter((path) => !isCovered(path));
  return paths.map((path) => ({
    path,
    permission: `${permission}-allow-${partial.has(path) ? 'recursive' : 'match'}`,
  }));
}
