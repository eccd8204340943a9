import { type WorkedExample, workedExamples } from '@gatehouse/conformance';
import { enforce } from './enforce';
import { formatExplicit, parsePermission } from './permission';
import { permissionList } from './permission-list';
import { inheritedEntries, resolvedEntries } from './resolve';
import { patternEngine } from '@gatehouse/patterns';
import { PLAIN_OPTIONS, TYPE_CATALOGUE, UNLIMITED, serviceTypeOf } from '@gatehouse/service-types';
import { AccessSnapshot } from './snapshot/access-snapshot';
import type { ResourceRow, AssignmentRow } from './snapshot/rows';
import { LOCAL_VIEWS } from './testing/local-views';

const USER = 7;
const ADMINISTRATOR = 8;
const GROUPS = ['anonymous', 'administrators', 'group', 'g1', 'g2'].map((name, index) => ({
  id: index + 1,
  name,
}));

/** The user is in all groups except the administrators' group. */
function installationOf({ serviceType, nodes }: Pick<WorkedExample, 'serviceType' | 'nodes'>) {
  const ids = new Map(Object.keys(nodes).map((path, index) => [path, index + 1]));
  const resources = [...ids].map(([path, id]): ResourceRow => {
    const parentId = ids.get(path.slice(0, path.lastIndexOf('/'))) ?? null;
    const name = path.slice(path.lastIndexOf('/') + 1);
    return {
      id,
      name,
      type: parentId ? 'route' : 'service',
      parentId,
      rootServiceId: parentId && 1,
      ordering: id,
    };
  });
  const assignments = { user: new Array<AssignmentRow>(), group: new Array<AssignmentRow>() };
  for (const [path, texts] of Object.entries(nodes)) {
    for (const text of texts) {
      const [principal, permission] = text.split(' ') as [string, string];
      const group = GROUPS.find(({ name }) => name === (principal === 'public' ? 'anonymous' : principal));
      assignments[group ? 'group' : 'user'].push({
        principalId: group?.id ?? USER,
        resourceId: ids.get(path)!,
        ...parsePermission(permission)!,
      });
    }
  }
  const users = [
    { id: USER, name: 'ada' },
    { id: ADMINISTRATOR, name: 'root' },
  ];
  return AccessSnapshot.load(
    {
      revision: 1,
      users,
      groups: GROUPS,
      memberships: [
        ...GROUPS.filter(({ id }) => id !== 2).map(({ id }) => ({ userId: USER, groupId: id })),
        { userId: ADMINISTRATOR, groupId: 2 },
      ],
      resources,
      services: [{ resourceId: 1, type: serviceType, url: null, configuration: null, proxy: null }],
      userAssignments: assignments.user,
      groupAssignments: assignments.group,
    },
    { adminGroup: 'administrators', anonymousGroup: 'anonymous', anonymousUser: 'nobody' },
    TYPE_CATALOGUE,
  );
}

/** `A user`, `D g1`, `A multiple`, or `D` if nothing applies. */
function brief({ access, reason }: { access: string; reason: string }): string {
  const letter = access === 'allow' ? 'A' : 'D';
  if (reason === 'no-permission') return letter;
  const [kind, , name] = reason.split(':');
  if (kind === 'user') return `${letter} user`;
  return `${letter} ${name === 'anonymous' ? 'public' : (name ?? kind)}`;
}

const METHODS: Record<string, string> = { read: 'GET', write: 'POST', access: 'GET' };

describe.each(workedExamples().map((example) => [example.name, example] as const))('%s', (_name, example) => {
  const snapshot = installationOf(example);
  const type = serviceTypeOf(example.serviceType)!;
  const [service = ''] = Object.keys(example.nodes);

  /** A request for the path of the node, as the proxy makes it. */
  const request = (userId: number, path: string, permission: string) => {
    const segments = path.split('/').slice(1);
    const reading = type.read(
      {
        method: METHODS[permission]!,
        segments,
        isPlainPath: true,
        query: '',
        body: { kind: 'none' },
        limits: UNLIMITED,
        parseXml: () => ({ problem: 'not expected' }),
      },
      { ...PLAIN_OPTIONS, configuration: {}, patterns: patternEngine, tree: snapshot.treeOf(1) },
    );
    return enforce(snapshot, userId, 1, reading.kind === 'covered' ? reading.target : []);
  };

  test.each(Object.entries(example.expected))('is decided as specified on %s', (path, expected) => {
    for (const [permission, answer] of Object.entries(expected)) {
      const decision = brief(request(USER, path, permission));
      // If an example does not state who decided, only the access is compared.
      expect(`${permission} ${decision.slice(0, answer.length === 1 ? 1 : undefined)}`).toBe(
        `${permission} ${answer}`,
      );
      expect(brief(request(ADMINISTRATOR, path, permission))).toBe('A administrator');
    }
  });

  test('agrees with the effective permissions of the nodes that exist', () => {
    const paths = Object.keys(example.nodes).filter((path) => example.expected[path]);
    for (const path of paths) {
      const segments = path === service ? [] : path.split('/').slice(1);
      const id = segments.reduce((parent, name) => snapshot.childByName(parent, name)!, 1);
      for (const entry of snapshot.effective(USER, id)) {
        expect(brief(entry as { access: string; reason: string })).toBe(
          brief(request(USER, path, entry.name)),
        );
      }
    }
  });
});

describe('E2: the local views of the target', () => {
  test.each(LOCAL_VIEWS)('are as specified for %j', (assignments, inherited, resolved) => {
    const snapshot = installationOf({ serviceType: 'api', nodes: { s: assignments } });
    const held = snapshot.heldAssignments(USER, 1);
    expect(permissionList(inheritedEntries(held), true).permissions).toHaveLength(inherited);
    const shown = resolvedEntries(held).map(
      (entry) => `${formatExplicit(entry)} ${brief({ access: 'allow', reason: entry.reason! }).slice(2)}`,
    );
    expect(shown).toEqual(resolved);
  });
});
