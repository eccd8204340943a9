import {
  AccessSnapshot,
  type ResourceRow,
  type AssignmentRow,
  enforce,
  enforceOutside,
  parsePermission,
  isUnregistered,
} from '@gatehouse/access-engine';
import {
  PLAIN_OPTIONS,
  type Reading,
  SERVICE_TYPE_NAMES,
  type ServiceRequest,
  TYPE_CATALOGUE,
  resolvedConfiguration,
  UNLIMITED,
  serviceTypeOf,
} from '@gatehouse/service-types';
import { patternEngine } from '@gatehouse/patterns';
import {
  type DecidedRequests,
  type MappingExpectation,
  type MappingSuite,
  type SentRequest,
  type SufficientAssignment,
  decidedRequests,
  deniedBelow,
  mappingSuites,
  nameOf,
  parentOf,
  sufficientAssignments,
} from '@gatehouse/conformance';
import { readRequestBody, readXmlText } from './read';

const LIMITS = {
  elements: 50_000,
  attributes: 100_000,
  elementAttributes: 1_000,
  jsonValues: 100_000,
  formFields: 1_000,
};

/**
 * The cases of the grammars on the engine. Covered requests are allowed exactly by the narrowest assignments for them;
 * all others, by all permissions everywhere or only to administrators.
 */

const USER = 7;
const ADMINISTRATOR = 8;
const GROUPS = ['anonymous', 'administrators', 'group'].map((name, index) => ({ id: index + 1, name }));

type Service = Pick<MappingSuite, 'serviceType' | 'nodes'> & {
  configuration?: MappingSuite['configuration'];
};
/** By the path of a node: `<principal> <permission>`. */
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
      const [principal = '', permission = ''] = text.split(' ');
      const group = GROUPS.find(({ name }) => name === principal);
      const row: AssignmentRow = {
        principalId: group?.id ?? USER,
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
      userAssignments: held.filter(({ group }) => !group).map(({ row }) => row),
      groupAssignments: held.filter(({ group }) => group).map(({ row }) => row),
    },
    { adminGroup: 'administrators', anonymousGroup: 'anonymous', anonymousUser: 'nobody' },
    TYPE_CATALOGUE,
  );
}

/** The request as the proxy reads it, whose body is read only where the type requires it. */
function requestOf({ serviceType, configuration }: Service, sent: SentRequest): ServiceRequest {
  const type = serviceTypeOf(serviceType)!;
  const raw = sent.path.split('/').slice(1);
  const segments = raw.map(decodeURIComponent);
  while (segments.at(-1) === '') segments.pop();
  const parseXml = (text: string) => readXmlText(text, LIMITS);
  const isPlainPath = raw.every((segment) => !/[%;]/.test(segment));
  const head = {
    method: sent.method,
    segments,
    isPlainPath,
    query: sent.query.slice(1),
    parseXml,
    limits: UNLIMITED,
  };
  const body = Buffer.from(sent.body ?? '');
  if (body.length === 0) return { ...head, body: { kind: 'none' } };
  const isRead = type.readsBody(head, resolvedConfiguration(type, configuration ?? null) ?? {});
  const headers = { contentType: sent.contentType, contentEncoding: undefined };
  return { ...head, body: isRead ? readRequestBody(headers, body, LIMITS) : { kind: 'unread' } };
}

function readingOf(service: Service, snapshot: AccessSnapshot, sent: SentRequest): Reading {
  const type = serviceTypeOf(service.serviceType)!;
  const configuration = resolvedConfiguration(type, service.configuration ?? null) ?? {};
  return type.read(requestOf(service, sent), {
    ...PLAIN_OPTIONS,
    configuration,
    patterns: patternEngine,
    tree: snapshot.treeOf(1),
  });
}

function inWords(reading: Reading, service: Service): MappingExpectation {
  if (reading.kind === 'outside') {
    const { code, locator, forAdministrators } = reading;
    return { kind: 'outside', code, locator, forAdministrators };
  }
  const paths = Object.keys(service.nodes);
  const permissions = [...new Set(reading.target.map(({ permission }) => permission))];
  const requirements = permissions.map((permission) => {
    const own = reading.target.filter((one) => one.permission === permission);
    const pathOf = (id: number) => paths[id - 1]!;
    const resources = own.flatMap(({ on }) => (on === 'everywhere' || isUnregistered(on) ? [] : on));
    const below = own.map(({ on }) => on).filter(isUnregistered);
    return {
      permission,
      resources: resources.map(({ resourceId, exact }) => ({ path: pathOf(resourceId), exact })),
      below: below.map(({ inheritsFrom, below: top }) => ({ path: pathOf(inheritsFrom), top: pathOf(top) })),
      everywhere: own.some(({ on }) => on === 'everywhere'),
    };
  });
  return { kind: 'covered', requirements };
}

/** The decision about a request with rules of the user. */
function accessOf(
  service: Service,
  sent: SentRequest,
  userId: number,
  rules: readonly SufficientAssignment[],
) {
  const held: Record<string, string[]> = {};
  for (const { path, permission } of rules) (held[path] ??= []).push(`user ${permission}`);
  return decided(service, installation(service, held), sent, userId);
}

function decided(service: Service, snapshot: AccessSnapshot, sent: SentRequest, userId: number) {
  const reading = readingOf(service, snapshot, sent);
  if (reading.kind === 'covered') return enforce(snapshot, userId, 1, reading.target).access;
  const type = serviceTypeOf(service.serviceType)!;
  const needs = type.outsideNeeds(resolvedConfiguration(type, service.configuration ?? null) ?? {});
  const names = needs === 'administrator' || reading.forAdministrators ? 'administrator' : needs.names;
  return enforceOutside(snapshot, userId, 1, names).access;
}

/** The rules with which a request outside the grammar is allowed; undefined where none suffice. */
function rulesForOutside({ serviceType, configuration }: Service, root: string, forAdministrators: boolean) {
  const type = serviceTypeOf(serviceType)!;
  const needs = type.outsideNeeds(resolvedConfiguration(type, configuration ?? null) ?? {});
  if (needs === 'administrator' || forAdministrators) return undefined;
  return needs.names.map((name) => ({ path: root, permission: `${name}-allow-recursive` }));
}

describe.each(mappingSuites().map((suite) => [suite.name, suite] as const))('%s', (_, suite) => {
  const unassigned = installation(suite, {});
  const [root = ''] = Object.keys(suite.nodes);

  test.each(suite.cases.map((one) => [one.name, one] as const))('%s', (_name, { sent, expected }) => {
    expect(inWords(readingOf(suite, unassigned, sent), suite)).toEqual(expected);
    expect(accessOf(suite, sent, ADMINISTRATOR, [])).toBe('allow');
    const narrowest =
      expected.kind === 'covered'
        ? sufficientAssignments(expected, root)
        : rulesForOutside(suite, root, expected.forAdministrators);
    expect(accessOf(suite, sent, USER, narrowest ?? [])).toBe(narrowest ? 'allow' : 'deny');
    for (const held of expected.kind === 'covered' ? deniedBelow(expected, suite) : [])
      expect(accessOf(suite, sent, USER, held)).toBe('deny');
    for (const missing of narrowest ?? []) {
      expect(
        accessOf(
          suite,
          sent,
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
    expect(decided(example, snapshot, sent, USER)).toBe(isAllowed ? 'allow' : 'deny');
    expect(decided(example, snapshot, sent, ADMINISTRATOR)).toBe('allow');
  });
});

test('there are cases for every service type', () => {
  const types = new Set(mappingSuites().map(({ serviceType }) => serviceType));
  expect([...types].sort()).toEqual(SERVICE_TYPE_NAMES);
});
