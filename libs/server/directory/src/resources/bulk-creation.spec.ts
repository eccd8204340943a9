import { UnitOfWork } from '@gatehouse/database';
import { Problem } from '@gatehouse/problems';
import { type TestDatabase, createTestDatabase } from '@gatehouse/testing';
import { type ResourceDirectory, createResourceDirectory } from '../directory';
import type { Principal } from '../permissions/permission-assignment';
import type { ProtectedService } from '../services/protected-service';
import type { NewTreeResource } from './resource';

const READ = { name: 'read', access: 'allow', scope: 'recursive' } as const;

describe('bulk operations of the directory', () => {
  let database: TestDatabase;
  let unitOfWork: UnitOfWork;
  let directory: ResourceDirectory;
  let service: ProtectedService;
  let names = 0;

  beforeAll(async () => {
    database = await createTestDatabase();
    unitOfWork = new UnitOfWork(database.dataSource);
    directory = createResourceDirectory(unitOfWork);
  });
  beforeEach(async () => {
    service = await directory.services.create({
      name: `s${++names}`,
      typeName: 'api',
      url: 'http://localhost',
    });
  });
  afterAll(() => database.drop());

  const revision = async (): Promise<unknown> =>
    (await database.dataSource.query<unknown[]>('SELECT value FROM access_revision'))[0];
  const route = (name: string, parent: NewTreeResource['parent']): NewTreeResource => ({
    name,
    typeName: 'route',
    parent,
  });
  const pathsBelow = async (): Promise<string[]> => {
    const nodes = await directory.resources.below([service], 1_000);
    const pathOf = (id: number | null): string => {
      const node = nodes.find((one) => one.id === id);
      return node ? `${pathOf(node.parentId)}/${node.name}:${node.ordering}` : '';
    };
    return nodes.map(({ id }) => pathOf(id)).sort();
  };

  /** The code of the error of a bulk operation, which must leave no revision. */
  async function rejection(work: () => Promise<unknown>): Promise<string> {
    const before = await revision();
    const error: unknown = await work().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(await revision()).toEqual(before);
    if (error instanceof Problem) return error.errorCode;
    throw error;
  }

  it('create a tree below stored and new parents, each resource the last child of its parent', async () => {
    const [first] = await directory.resources.createAll(service, [route('a', service.id)]);
    const b = route('b', service.id);
    const created = await directory.resources.createAll(service, [
      b,
      route('c', b),
      route('d', b),
      { ...route('e', first!.id), displayName: 'E' },
    ]);
    expect(created.map(({ name }) => name)).toEqual(['b', 'c', 'd', 'e']);
    expect(await pathsBelow()).toEqual(['/a:1', '/a:1/e:1', '/b:2', '/b:2/c:1', '/b:2/d:2']);
    expect((await directory.resources.byPath(service.id, ['A', 'E']))?.displayName).toBe('E');
  });

  it('create no resource if one of them violates a rule of single resources', async () => {
    const [stored] = await directory.resources.createAll(service, [route('taken', service.id)]);
    const other = await directory.services.create({
      name: `other${names}`,
      typeName: 'api',
      url: 'http://localhost',
    });
    const before = await pathsBelow();
    const cases: readonly [readonly NewTreeResource[], string][] = [
      [[route('TAKEN', service.id)], 'resource_name_taken'],
      [[route('x', service.id), route('X', service.id)], 'resource_name_taken'],
      [[route('a/b', service.id)], 'resource_name_invalid'],
      [[{ ...route('x', service.id), typeName: 'layer' }], 'resource_type_not_allowed'],
      [[{ ...route('x', service.id), typeName: 'zzz' }], 'resource_type_unknown'],
      [[route('x', other.id)], 'parent_resource_not_found'],
      [[route('x', 2 ** 31 - 1)], 'parent_resource_not_found'],
    ];
    for (const [input, code] of cases) {
      const withValid = [route('valid', stored!.id), ...input];
      expect([code, await rejection(() => directory.resources.createAll(service, withValid))]).toEqual([
        code,
        code,
      ]);
    }
    expect(await pathsBelow()).toEqual(before);
  });

  it('report the first resource whose name is in use, in its original spelling', async () => {
    await directory.resources.createAll(service, [route('stored', service.id)]);
    const [a, b] = [route('a', service.id), route('b', service.id)];
    for (const [input, name] of [
      [[a, route('STORED', service.id), route('A', service.id)], 'STORED'],
      [[a, b, route('same', a), route('same', b), route('Same', b)], 'Same'],
    ] as const) {
      await expect(directory.resources.createAll(service, input)).rejects.toMatchObject({
        errorCode: 'resource_name_taken',
        details: { param: { value: name }, extras: { resource_name: name } },
      });
    }
  });

  it('create resources down to the maximum level, also below stored parents', async () => {
    const chain = (length: number, parent: number): NewTreeResource[] => {
      const additions: NewTreeResource[] = [];
      while (additions.length < length)
        additions.push(route(`r${additions.length}`, additions.at(-1) ?? parent));
      return additions;
    };
    const created = await directory.resources.createAll(service, chain(200, service.id));
    const deepest = created.at(-1)!.id;
    expect(await rejection(() => directory.resources.createAll(service, chain(57, deepest)))).toBe(
      'resource_too_deep',
    );
    await expect(directory.resources.createAll(service, chain(56, deepest))).resolves.toHaveLength(56);
  });

  it('create no service if one name is taken or given twice', async () => {
    const newService = (name: string) => ({ name, typeName: 'api', url: 'http://localhost' });
    for (const second of [service.name, 'new']) {
      expect(
        await rejection(() => directory.services.createAll([newService('new'), newService(second)])),
      ).toBe('service_name_taken');
    }
    expect(
      await rejection(() => directory.services.createAll([newService('new'), newService('types')])),
    ).toBe('service_name_reserved');
  });

  it('assign permissions to users and groups, and none of them if one is assigned, unknown or not applicable', async () => {
    const [group] = await unitOfWork.run(() =>
      unitOfWork.manager.query<{ id: number }[]>('INSERT INTO groups (name) VALUES ($1) RETURNING id', [
        `g${names}`,
      ]),
    );
    const principal: Principal = { kind: 'group', id: group!.id, name: `g${names}` };
    const resource = {
      id: service.id,
      name: service.name,
      displayName: '',
      type: 'service',
      serviceType: service.type,
    } as const;
    const { permissions } = directory;
    await permissions.createAll([{ principal, resource, permission: READ }]);
    await expect(permissions.revoke(principal, resource, READ)).resolves.toEqual(READ);
    await permissions.createAll([{ principal, resource, permission: READ }]);
    const write = { ...READ, name: 'write' } as const;
    for (const [bad, code] of [
      [{ principal, resource, permission: { ...READ, access: 'deny' } }, 'permission_already_set'],
      [
        { principal: { ...principal, id: 2 ** 31 - 1 }, resource, permission: READ },
        'permission_target_deleted',
      ],
      [
        { principal, resource: { ...resource, id: 2 ** 31 - 1 }, permission: READ },
        'permission_target_deleted',
      ],
      [{ principal, resource, permission: { ...write, access: 'deny' } }, 'permission_already_set'],
      [{ principal, resource, permission: { ...READ, name: 'getmap' } }, 'permission_not_applicable'],
    ] as const) {
      const input = [{ principal, resource, permission: write }, bad];
      expect(await rejection(() => permissions.createAll(input))).toBe(code);
    }
    expect(await rejection(() => permissions.revoke(principal, resource, write))).toBe('permission_not_set');
    await expect(permissions.createAll([{ principal, resource, permission: READ }])).rejects.toMatchObject({
      details: {
        param: { name: 'permission_name', value: 'read-allow-recursive' },
        extras: { group_id: principal.id, resource_id: resource.id, permission_name: 'read-allow-recursive' },
      },
    });
  });

  it('ensure that a child and a permission exist, without a change if they do', async () => {
    const root = await directory.resources.byId(service.id);
    const ensure = (name: string) =>
      unitOfWork.run(() => directory.resources.ensure(root, { name, typeName: 'route' }));
    const first = await ensure('jobs');
    expect(first.created).toBe(true);
    expect(await ensure('JOBS')).toEqual({ resource: first.resource, created: false });
    expect(await pathsBelow()).toEqual(['/jobs:1']);
  });
});
