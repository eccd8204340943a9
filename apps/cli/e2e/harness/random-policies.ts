import { type MappingSuite, type SentRequest, mappingSuites } from '@gatehouse/conformance';
import { TYPE_CATALOGUE } from '@gatehouse/service-types';
import type { Expectation } from '../../src/policy/expectations';

/** Numbers from 0 to below 1, the same for the same seed (a linear congruential generator). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Question = Pick<Expectation, 'subject' | 'question'>;

/** An expectation, and the request whose outcome shows what is decided. */
export interface RandomExpectation extends Question {
  readonly sent: SentRequest;
  /** The user who sends it; undefined for nobody. */
  readonly sender: string | undefined;
}

/** A configuration of one service with users, groups and permissions of its own, in the form of files. */
export interface RandomPolicy {
  readonly service: string;
  readonly users: readonly string[];
  readonly content: object;
  /** Permissions that are set and removed, and another treatment of names: a file that is applied over the first. */
  readonly changes: object;
  expectations(count: number): RandomExpectation[];
}

const SUITES = mappingSuites();
/** What the routes of an `api` need for a method. */
const METHOD_OF = { read: 'GET', write: 'POST' } as const;

/** A random state around a service of the conformance cases, whose requests exercise the grammar of its type. */
export function randomPolicy(seed: number, url: string): RandomPolicy {
  const random = randomOf(seed * 7_919 + 17);
  const upTo = (count: number): number => Math.floor(random() * count);
  const pick = <T>(values: readonly T[]): T => values[upTo(values.length)] as T;
  // Every type of service after another.
  const suite = SUITES[seed % SUITES.length] as MappingSuite;
  const service = `service-${seed}`;
  const groups = [`left-${seed}`, `right-${seed}`];
  const [ada, bob, root, member] = ['ada', 'bob', 'root', 'member'].map((name) => `${name}-${seed}`) as [
    string,
    string,
    string,
    string,
  ];
  const [top = ''] = Object.keys(suite.nodes);
  /** What the requests need: other permissions would decide nothing. */
  const needed = suite.cases.flatMap(({ expected }) =>
    expected.kind === 'covered' ? expected.requirements.map(({ permission }) => permission) : [],
  );
  const paths = Object.keys(suite.nodes);
  const typesAlong = (path: string): string =>
    path
      .split('/')
      .slice(1)
      .map(
        (_, index) =>
          suite.nodes[
            path
              .split('/')
              .slice(0, index + 2)
              .join('/')
          ],
      )
      .join('/');
  const placeOf = (path: string) =>
    path === top ? { service } : { service, resource: path.slice(top.length), type: typesAlong(path) };
  const entry = () => {
    const path = random() < 0.4 ? top : pick(paths);
    const names = TYPE_CATALOGUE.permissionsOf(suite.serviceType, suite.nodes[path] ?? '');
    const asked = names.filter((name) => needed.includes(name));
    const name = pick(asked.length > 0 ? asked : names);
    const access = random() < 0.7 ? 'allow' : 'deny';
    const scope = random() < 0.5 ? 'recursive' : 'match';
    const holder = pick([
      { user: ada },
      { user: bob },
      { group: groups[0] },
      { group: groups[1] },
      { group: 'anonymous' },
    ]);
    return { ...placeOf(path), permission: `${name}-${access}-${scope}`, ...holder };
  };
  const proxy = () =>
    pick([undefined, undefined, { unregistered_names: 'refuse' }, { registered_names_only: true }]);
  const provider = (options: object | undefined) => ({
    type: suite.serviceType,
    url,
    ...(suite.configuration && { configuration: suite.configuration }),
    ...(options && { proxy: options }),
    resources: paths
      .filter((path) => path !== top)
      .map((path) => ({ path: path.slice(top.length), type: typesAlong(path) })),
  });
  const permissions = Array.from({ length: 4 + upTo(24) }, entry);
  const account = (username: string, names: readonly string[]) => ({
    username,
    groups: names,
    create: 'always',
  });
  return {
    service,
    users: [ada, bob, root, member],
    content: {
      providers: { [service]: provider(proxy()) },
      groups: groups.map((name) => ({ name, create: 'always' })),
      users: [
        account(ada, groups.slice(0, upTo(3))),
        account(bob, [pick(groups)]),
        account(root, ['administrators']),
        account(member, [groups[0] as string]),
      ],
      permissions,
    },
    changes: {
      providers: { [service]: provider(proxy() ?? {}) },
      permissions: [
        ...permissions.filter(() => random() < 0.3).map((one) => ({ ...one, action: 'remove' })),
        ...Array.from({ length: upTo(5) }, entry),
      ],
    },
    expectations: (count) =>
      Array.from({ length: count }, (): RandomExpectation => {
        const [subject, sender] = pick<readonly [Expectation['subject'], string | undefined]>([
          [{ user: ada }, ada],
          [{ user: bob }, bob],
          [{ user: root }, root],
          [{ group: groups[0] as string }, member],
          ['everyone', undefined],
        ]);
        if (suite.serviceType === 'api' && random() < 0.5) {
          const path = pick(paths.filter((one) => /^[\w/-]+$/.test(one)));
          const permission = pick(['read', 'write'] as const);
          const sent = { method: METHOD_OF[permission], path: path.slice(top.length), query: '' };
          return { subject, question: { permission, on: `${service}${sent.path}` }, sent, sender };
        }
        const { sent } = pick(suite.cases);
        const { method, path, query, contentType, body } = sent;
        const headers = contentType === undefined ? undefined : { 'Content-Type': contentType };
        const request = `${method} /ows/proxy/${service}${path}${query}`;
        return { subject, question: { request, headers, body }, sent, sender };
      }),
  };
}
