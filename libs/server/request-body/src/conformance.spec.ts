import {
  AccessSnapshot,
  type ResourceRow,
  type RuleRow,
  type Target,
  enforce,
  parsePermission,
} from '@gatehouse/access-engine';
import {
  type InvalidRequest,
  type ServiceRequest,
  isInvalid,
  resolvedConfiguration,
  TYPE_CATALOGUE,
  serviceTypeOf,
} from '@gatehouse/service-types';
import {
  type DecidedRequests,
  type MappingExpectation,
  type MappingSuite,
  type SentRequest,
  decidedRequests,
  mappingSuites,
  nameOf,
  parentOf,
  sufficientRules,
} from '@gatehouse/conformance';
import { readRequestBody } from './read';

/**
 * The cases of request mapping on the engine alone. What is mapped is allowed by the narrowest rules for it and by
 * nothing less; what is not is refused to administrators too.
 */

const USER = 7;
const ADMINISTRATOR = 8;
const GROUPS = ['anonymous', 'administrators', 'group'].map((name, index) => ({ id: index + 1, name }));

type Service = Pick<MappingSuite, 'serviceType' | 'nodes'> & {
  configuration?: MappingSuite['configuration'];
};
/** By the path of a node: `<holder> <permission>`. */
type Rules = DecidedRequests['rules'];

const idsOf = ({ nodes }: Service) => new Map(Object.keys(nodes).map((path, index) => [path, index + 1]));

/** The user is in all groups but the administrators'. */
function installation(service: Service, rules: Rules): AccessSnapshot {
  const ids = idsOf(service);
  const resources = Object.entries(service.nodes).map(([path, type], index): ResourceRow => {
    const parentId = ids.get(parentOf(path) ?? '') ?? null;
    return {
      id: index + 1,
      name: nameOf(path),
      type,
      parentId,
      rootServiceId: parentId && 1,
      ordering: index,
    };
  });
  const held = Object.entries(rules).flatMap(([path, texts]) =>
    texts.map((text) => {
      const [holder = '', permission = ''] = text.split(' ');
      const group = GROUPS.find(({ name }) => name === holder);
      const row: RuleRow = {
        holderId: group?.id ?? USER,
        resourceId: ids.get(path)!,
        ...parsePermission(permission)!,
      };
      return { group, row };
    }),
  );
  return AccessSnapshot.load(
    {
      revision: 1,
      users: [
        { id: USER, name: 'ada' },
        { id: ADMINISTRATOR, name: 'root' },
      ],
      groups: GROUPS,
      memberships: [
        ...GROUPS.filter(({ id }) => id !== 2).map(({ id }) => ({ userId: USER, groupId: id })),
        { userId: ADMINISTRATOR, groupId: 2 },
      ],
      resources,
      services: [
        {
          resourceId: 1,
          type: service.serviceType,
          url: null,
          configuration: service.configuration ?? null,
          proxy: null,
        },
      ],
      userRules: held.filter(({ group }) => !group).map(({ row }) => row),
      groupRules: held.filter(({ group }) => group).map(({ row }) => row),
    },
    { adminGroup: 'administrators', anonymousGroup: 'anonymous', anonymousUser: 'nobody' },
    TYPE_CATALOGUE,
  );
}

/** The request as the proxy reads it, whose body matters only where the type says so, or where nobody expects one. */
function requestOf({ serviceType, configuration }: Service, sent: SentRequest): ServiceRequest {
  const type = serviceTypeOf(serviceType)!;
  const segments = sent.path.split('/').slice(1).map(decodeURIComponent);
  while (segments.at(-1) === '') segments.pop();
  const head = { method: sent.method, segments, query: [...new URLSearchParams(sent.query)] };
  const body = Buffer.from(sent.body ?? '');
  const isNeeded = type.needsBody?.(head, resolvedConfiguration(type, configuration ?? null) ?? {});
  if (body.length > 0 && !isNeeded) return { ...head, body: { kind: 'unread' } };
  const headers = { contentType: sent.contentType, contentEncoding: undefined };
  return { ...head, body: readRequestBody(headers, body) };
}

function targetOf(service: Service, snapshot: AccessSnapshot, sent: SentRequest) {
  const type = serviceTypeOf(service.serviceType)!;
  const configuration = resolvedConfiguration(type, service.configuration ?? null) ?? {};
  return type.targetOf(requestOf(service, sent), snapshot.treeOf(1), configuration);
}

function inWords(outcome: Target | InvalidRequest | undefined, service: Service): MappingExpectation {
  if (outcome === undefined) return { kind: 'refused' };
  if (isInvalid(outcome)) return { kind: 'invalid', code: outcome.invalid, locator: outcome.locator };
  const paths = Object.keys(service.nodes);
  return {
    kind: 'mapped',
    permission: outcome.permission,
    resources: outcome.resources.map(({ resourceId, exact }) => ({ path: paths[resourceId - 1]!, exact })),
  };
}

describe.each(mappingSuites().map((suite) => [suite.name, suite] as const))('%s', (_, suite) => {
  const nobody = installation(suite, {});

  test.each(suite.cases.map((one) => [one.name, one] as const))('%s', (_name, { sent, expected }) => {
    expect(inWords(targetOf(suite, nobody, sent), suite)).toEqual(expected);
    const narrowest = expected.kind === 'mapped' ? sufficientRules(expected) : undefined;
    const decided = (userId: number, rules: ReturnType<typeof sufficientRules>) => {
      const held = Object.fromEntries(rules.map(({ path, permission }) => [path, [`user ${permission}`]]));
      const snapshot = installation(suite, held);
      return enforce(snapshot, userId, targetOf(suite, snapshot, sent)).access;
    };
    expect(decided(ADMINISTRATOR, [])).toBe(narrowest ? 'allow' : 'deny');
    expect(decided(USER, narrowest ?? [])).toBe(narrowest ? 'allow' : 'deny');
    for (const missing of narrowest ?? []) {
      expect(
        decided(
          USER,
          narrowest!.filter((rule) => rule !== missing),
        ),
      ).toBe('deny');
    }
  });
});

describe.each(decidedRequests().map((example) => [example.name, example] as const))('%s', (_, example) => {
  const snapshot = installation(example, example.rules);

  test.each(example.requests.map((one) => [one.name, one] as const))('%s', (_name, { sent, isAllowed }) => {
    const target = targetOf(example, snapshot, sent);
    expect(enforce(snapshot, USER, target).access).toBe(isAllowed ? 'allow' : 'deny');
    expect(enforce(snapshot, ADMINISTRATOR, target).access).toBe('allow');
  });
});

test('there are cases for every service type', () => {
  const types = new Set(mappingSuites().map(({ serviceType }) => serviceType));
  expect([...types].sort().join(' ')).toBe(
    'access api geoserver geoserverwfs geoserverwms geoserverwps ncwms project-api thredds wfs wps',
  );
});
