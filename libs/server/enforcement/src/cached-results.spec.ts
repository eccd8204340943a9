import {
  AccessSnapshot,
  type AssignmentRow,
  type ChangeEntry,
  type ServiceRow,
} from '@gatehouse/access-engine';
import { UsableServices } from '@gatehouse/access';
import { silentLogger } from '@gatehouse/logging';
import { patternEngine } from '@gatehouse/patterns';
import { TYPE_CATALOGUE } from '@gatehouse/service-types';
import fc from 'fast-check';
import type { AuthorizationRequest } from './authorization';
import type { Caller } from './caller';
import { PendingDecision } from './pending-decision';
import { PolicyEvaluator } from './policy-evaluator';
import { cachedRoutes } from './cached-routes';
import { type ServiceRoute, routeReader } from './routes';

const NAMES = { adminGroup: 'administrators', anonymousGroup: 'anonymous', anonymousUser: 'anonymous' };
const LIMITS = {
  elements: 10,
  attributes: 10,
  elementAttributes: 10,
  jsonValues: 10,
  formFields: 10,
  names: 10,
  interpreted: 1_000,
};
const USERS = [1, 2, 3];
const RESOURCES = [10, 11, 12, 20, 21];

const service = (resourceId: number, type: string, proxy: unknown = null): ServiceRow => ({
  resourceId,
  type,
  url: 'http://127.0.0.1:9/base',
  configuration: null,
  proxy,
});

/** An api with routes `top` and `top/leaf`, and a catalogue of files with a directory. */
function newSnapshot(): AccessSnapshot {
  const resource = (
    id: number,
    name: string,
    type: string,
    parentId: number | null,
    rootServiceId: number,
  ) => ({
    id,
    name,
    type,
    parentId,
    rootServiceId,
    ordering: id,
  });
  return AccessSnapshot.load(
    {
      revision: 1,
      users: ['anonymous', 'ada', 'bo'].map((name, index) => ({ id: index + 1, name })),
      groups: ['anonymous', 'administrators', 'readers'].map((name, index) => ({ id: index + 1, name })),
      memberships: USERS.map((userId) => ({ userId, groupId: 1 })),
      resources: [
        resource(10, 'maps', 'service', null, 10),
        resource(11, 'top', 'route', 10, 10),
        resource(12, 'leaf', 'route', 11, 10),
        resource(20, 'files', 'service', null, 20),
        resource(21, 'top', 'directory', 20, 20),
      ],
      services: [service(10, 'api'), service(20, 'thredds')],
      userAssignments: [],
      groupAssignments: [],
    },
    NAMES,
    TYPE_CATALOGUE,
  );
}

/** What a random write changes, by its numbers. */
type Write = readonly [kind: number, a: number, b: number, c: number];

/** Applies a random revision; a write that does not fit the rows is an empty revision. */
class Writer {
  private readonly assignments = new Map<string, ChangeEntry>();
  private readonly members = new Set<string>();

  /** Initially, two users may read the api, and all users the files. */
  constructor(private readonly snapshot: AccessSnapshot) {
    this.apply([
      this.assignment('user_rule', 1, 0, 2),
      this.assignment('user_rule', 2, 0, 2),
      this.assignment('group_rule', 0, 3, 2),
    ]);
  }

  write(write: Write): void {
    this.apply(this.entries(write));
  }

  private apply(entries: readonly ChangeEntry[]): void {
    this.snapshot.apply({ revision: this.snapshot.revision + 1, entries });
  }

  private entries([kind, a, b, c]: Write): ChangeEntry[] {
    switch (kind % 6) {
      case 0:
        return [this.membership(USERS[a % USERS.length] ?? 1, 2 + (b % 2))];
      case 1: {
        const options = [null, { paths: ['path-parameters'] }, { forward_cookies: ['a'] }, { unknown: 1 }];
        return [
          { entity: 'service', op: 'update', row: service(10, 'api', options[a % options.length]) },
          { entity: 'service', op: 'update', row: service(20, 'thredds', options[b % options.length]) },
        ];
      }
      case 2:
        return [];
      default:
        return [this.assignment(kind % 2 === 0 ? 'user_rule' : 'group_rule', a, b, c)];
    }
  }

  private membership(userId: number, groupId: number): ChangeEntry {
    const key = `${userId} ${groupId}`;
    const isMember = this.members.delete(key);
    if (!isMember) this.members.add(key);
    return { entity: 'membership', op: isMember ? 'delete' : 'insert', row: { userId, groupId } };
  }

  private assignment(entity: 'user_rule' | 'group_rule', a: number, b: number, c: number): ChangeEntry {
    const row: AssignmentRow = {
      principalId: 1 + (a % 3),
      resourceId: RESOURCES[b % RESOURCES.length] ?? 10,
      name: c % 4 === 0 ? 'write' : 'read',
      access: c % 3 === 0 ? 'deny' : 'allow',
      scope: c % 2 === 0 ? 'recursive' : 'match',
    };
    const key = `${entity} ${row.principalId} ${row.resourceId} ${row.name}`;
    const before = this.assignments.get(key);
    if (before && c % 5 === 0) {
      this.assignments.delete(key);
      return { ...before, op: 'delete' } as ChangeEntry;
    }
    this.assignments.set(key, { entity, op: 'insert', row });
    return { entity, op: before ? 'update' : 'insert', row };
  }
}

const TARGETS = [
  '/proxy/maps',
  '/proxy/maps/',
  '/proxy/maps/top',
  '/proxy/maps/top/',
  '/proxy/maps/top/leaf',
  '/proxy/maps/top/leaf?q=1',
  '/proxy/maps/top/l%65af',
  '/proxy/maps/top/leaf;v=1',
  '/proxy/maps/top/other',
  '/verify/maps/top/leaf',
  '/verify//maps/top/leaf',
  '/proxy/files/top',
  '/proxy/files/catalog/top/catalog.html',
  '/proxy/files/fileServer/top/a.nc',
  '/verify/files/fileServer/top/a.nc',
  '/proxy/nothing/top',
];
const HEADERS = [
  {},
  { 'content-length': '0' },
  { 'content-length': '3' },
  { 'transfer-encoding': 'chunked' },
];

/** A random question, by its numbers. */
type Sample = readonly [target: number, user: number, form: number, headers: number];

function requestOf(route: ServiceRoute, [, , form, headers]: Sample): AuthorizationRequest {
  const methods = ['GET', 'GET', 'GET', 'HEAD', 'POST', 'MOVE'];
  return {
    request: { headers: HEADERS[headers % 8] ?? {} },
    route,
    method: methods[form % methods.length] ?? 'GET',
    methodIsDeclared: form % 5 !== 0,
    bodyIsVisible: form % 7 !== 0,
    upgrades: false,
    destination: form % 11 === 0 ? ['top', 'leaf'] : undefined,
  };
}

function callerOf([, user]: Sample): Caller {
  const kinds = ['unsupported credentials', 'refused credentials', 'unchecked credentials'] as const;
  const userId = user % 8;
  if (userId === 0) return { kind: 'anonymous' };
  if (userId > 4) return { kind: kinds[userId - 5] ?? 'anonymous' };
  const never = new Date(8_640_000_000_000_000);
  const session = {
    sessionId: String(user),
    // One of them exists in no snapshot.
    userId,
    issuedAt: never,
    newestIssuedAt: never,
    expiresAt: never,
    sessionExpiresAt: never,
    signedInAt: null,
    origin: null,
  };
  return { kind: 'session', credentials: user % 3 === 0 ? 'authorization' : 'cookie', session };
}

/** The result of the synchronous steps; `read` if the decision depends on a body. */
function decide(evaluator: PolicyEvaluator, caller: Caller, request: AuthorizationRequest) {
  const decision = new PendingDecision(request);
  decision.caller = caller;
  const outcome =
    evaluator.policy(decision) ??
    evaluator.body(decision) ??
    evaluator.grammar(decision) ??
    evaluator.decision(decision);
  return outcome === 'read' ? outcome : decision.result;
}

describe('an evaluator that caches results', () => {
  const number = fc.nat({ max: 10_000 });
  // Mostly a few forms, so that requests repeat.
  const question = fc.tuple(
    fc.nat({ max: TARGETS.length - 1 }),
    fc.nat({ max: 7 }),
    fc.constantFrom(1, 1, 1, 2, 5, 7, 3, 4, 11),
    fc.constantFrom(0, 0, 0, 1, 2, 3),
  );
  const step = fc.oneof(
    { weight: 1, arbitrary: fc.tuple(number, number, number, number).map((write) => ({ write })) },
    { weight: 12, arbitrary: question.map((sample) => ({ sample })) },
  );

  const setUp = (snapshot: () => AccessSnapshot) => {
    const services = new UsableServices(patternEngine, silentLogger);
    const evaluated = jest.spyOn(services, 'isUsable');
    const options = {
      follower: { snapshot },
      freshness: { refusal: () => undefined },
      services,
      limits: LIMITS,
    };
    return { evaluator: () => new PolicyEvaluator({ ...options, wantsBody: () => false }), evaluated };
  };

  it('decides like a new one, regardless of earlier requests and writes', () => {
    let reused = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 60, maxLength: 120 }), (steps) => {
        const loaded = newSnapshot();
        const writer = new Writer(loaded);
        const warm = setUp(() => loaded);
        const cold = setUp(() => loaded);
        const evaluator = warm.evaluator();
        const readTarget = routeReader('');
        const readCached = cachedRoutes(routeReader(''));
        for (const target of TARGETS) readCached(target);
        for (const one of steps) {
          if ('write' in one) {
            writer.write(one.write);
            continue;
          }
          const { sample } = one;
          const target = TARGETS[sample[0] % TARGETS.length] ?? '';
          const [shared, route] = [readCached(target) as ServiceRoute, readTarget(target) as ServiceRoute];
          expect({ ...shared, isShared: undefined }).toEqual({ ...route, isShared: undefined });
          const caller = callerOf(sample);
          const before = warm.evaluated.mock.calls.length;
          const result = decide(evaluator, caller, requestOf(shared, sample));
          if (warm.evaluated.mock.calls.length === before) reused++;
          expect(result).toEqual(decide(cold.evaluator(), caller, requestOf(route, sample)));
        }
      }),
      { numRuns: 20, seed: 11 },
    );
    expect(reused).toBeGreaterThan(100);
  });

  it('decides again after the snapshot was replaced by another one of the same revision', () => {
    const allowed = newSnapshot();
    const row: AssignmentRow = {
      principalId: 2,
      resourceId: 10,
      name: 'read',
      access: 'allow',
      scope: 'recursive',
    };
    allowed.apply({ revision: 2, entries: [{ entity: 'user_rule', op: 'insert', row }] });
    const denied = newSnapshot();
    denied.apply({ revision: 2, entries: [] });
    let current = allowed;
    const evaluator = setUp(() => current).evaluator();
    const routes = cachedRoutes(routeReader(''));
    routes('/proxy/maps/top');
    const route = routes('/proxy/maps/top') as ServiceRoute;
    expect(route.isShared).toBe(true);
    const sample: Sample = [0, 2, 1, 0];
    const decided = () => decide(evaluator, callerOf(sample), requestOf(route, sample));
    expect(decided()).not.toHaveProperty('refusal');
    current = denied;
    expect(decided()).toHaveProperty('refusal');
  });
});

describe('cached routes', () => {
  const routes = cachedRoutes(routeReader(''));

  it('are one frozen object for all requests for a target from the second one on', () => {
    expect(Object.isFrozen(routes('/proxy/maps/a'))).toBe(false);
    expect(routes('/proxy/maps/a')).toBe(routes('/proxy/maps/a'));
    expect(Object.isFrozen(routes('/proxy/maps/a'))).toBe(true);
  });

  it.each(['/proxy/maps/a?token=secret', '/proxy/maps/%zz', '/health', `/proxy/maps/${'a'.repeat(600)}`])(
    'do not contain %s',
    (target) => {
      expect(routes(target)).toEqual(routeReader('')(target));
      routes(target);
      expect(routes(target)).not.toBe(routes(target));
    },
  );
});
