import { UnitOfWork } from '@gatehouse/database';
import fc from 'fast-check';
import { type NetworkInstance, connect, startInstance } from './harness/network';

/** The account that stands for the users of the other instance. */
const OF_NODE = 'gatehouse_network_node-a';

interface Assignment {
  readonly user: string;
  readonly onService: boolean;
  readonly name: 'read' | 'write';
  readonly access: 'allow' | 'deny';
  readonly scope: 'match' | 'recursive';
}

describe('an assignment of a permission to a user', () => {
  let a: NetworkInstance;
  let b: NetworkInstance;
  let service: string;
  let serviceId: number;
  let child: string;
  let childId: number;
  let person: string;
  beforeAll(async () => {
    a = await startInstance('node-a');
    b = await startInstance('node-b');
    await connect(a, b);
    service = await b.make.service({ service_type: 'api' });
    serviceId = await b.make.serviceId(service);
    child = 'child';
    childId = await b.make.resource(serviceId, { resource_name: child });
    person = await b.make.user();
  });
  afterAll(() => Promise.all([a.close(), b.close()]));

  const resourceOf = ({ onService }: Assignment) => (onService ? serviceId : childId);
  const textOf = ({ name, access, scope }: Assignment) => `${name}-${access}-${scope}`;
  const changeOf = (one: Assignment) => ({
    resource_id: resourceOf(one),
    user_name: one.user,
    permission_name: one.name,
    access: one.access,
    scope: one.scope,
  });
  const branchOf = (one: Assignment) => {
    const last = { permission: textOf(one), user: one.user };
    const top = { resource_name: service, resource_type: 'service' };
    return one.onService
      ? [{ ...top, ...last }]
      : [top, { resource_name: child, resource_type: 'route', ...last }];
  };
  const ofResource = (one: Assignment) => `/users/${one.user}/resources/${resourceOf(one)}/permissions`;
  const ofService = (one: Assignment) => `/users/${one.user}/services/${service}/permissions`;

  /** Every route that writes an assignment for a user, or computes what it would do. */
  const routes: Readonly<Record<string, (one: Assignment) => Promise<{ status: number }>>> = {
    'POST on a resource': async (one) => b.admin.post(ofResource(one), { permission: textOf(one) }),
    'PUT on a resource': async (one) => b.admin.put(ofResource(one), { permission: textOf(one) }),
    'POST on a service': async (one) =>
      b.admin.post(ofService({ ...one, onService: true }), { permission: textOf(one) }),
    'PUT on a service': async (one) =>
      b.admin.put(ofService({ ...one, onService: true }), { permission: textOf(one) }),
    'PATCH of a branch': async (one) => b.admin.patch('/permissions', { permissions: branchOf(one) }),
    'POST of changes': async (one) => b.admin.post('/permissions/changes', { changes: [changeOf(one)] }),
    'POST of a preview': async (one) => b.admin.post('/permissions/preview', { changes: [changeOf(one)] }),
  };

  const stored = (): Promise<readonly object[]> =>
    b.dataSource.query('SELECT * FROM user_permissions ORDER BY 1, 2, 3');
  const write = (sql: string, values: readonly unknown[] = []) => {
    const unitOfWork = b.app.get(UnitOfWork);
    return unitOfWork.run(() => unitOfWork.manager.query(sql, [...values]));
  };

  it('is accepted by every route that writes one, or by none: those of accounts without a known user', async () => {
    const assignments = fc.record<Assignment>({
      user: fc.constantFrom('person', 'anonymous', OF_NODE, OF_NODE.toUpperCase(), 'ANONYMOUS'),
      onService: fc.boolean(),
      name: fc.constantFrom('read', 'write'),
      access: fc.constantFrom('allow', 'deny'),
      scope: fc.constantFrom('match', 'recursive'),
    });
    const outcomes = new Set<string>();
    await fc.assert(
      fc.asyncProperty(assignments, async (drawn) => {
        const isPerson = drawn.user === 'person';
        const one = { ...drawn, user: isPerson ? person : drawn.user };
        for (const [route, send] of Object.entries(routes)) {
          const { status } = await send(one);
          expect([route, one.user, status < 300, isPerson || status]).toEqual([
            route,
            one.user,
            isPerson,
            isPerson || 403,
          ]);
          expect((await stored()).length).toBe(isPerson && !route.includes('preview') ? 1 : 0);
          if (isPerson) await write('DELETE FROM user_permissions');
        }
        outcomes.add(one.user);
      }),
      { numRuns: 16, seed: 5 },
    );
    expect(outcomes.size).toBe(5);
  });

  it('is not restored by an undo for such an account, and can be taken back by one', async () => {
    const [{ id }] = await b.dataSource.query('SELECT id FROM users WHERE name = $1', [OF_NODE]);
    // As an earlier version stored it.
    await write(
      "INSERT INTO user_permissions (user_id, resource_id, name, access, scope) VALUES ($1, $2, 'read', 'allow', 'match')",
      [id, childId],
    );
    const granted = await newest();
    await b.admin.post(`/changes/${granted}/undo`).expect(200);
    expect(await stored()).toEqual([]);
    const refused = await b.admin.post(`/changes/${await newest()}/undo`).expect(403);
    expect(refused.body.error_code).toBe('anonymous_user_permissions');
    expect(await stored()).toEqual([]);
  });

  const newest = async (): Promise<number> =>
    Number((await b.dataSource.query('SELECT value FROM access_revision'))[0].value);
});
