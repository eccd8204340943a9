import {
  nameOf,
  nodesOf,
  parentOf,
  rulesOf,
  type WorkedExample,
  workedExamples,
} from '@gatehouse/conformance';
import {
  Group,
  GroupPermission,
  Membership,
  Resource,
  ServiceRow,
  UnitOfWork,
  UserPermission,
} from '@gatehouse/database';
import { call } from './support/exchange';
import { Fixture, cookieOf } from './support/fixture';
import { type Upstream, startUpstream } from './support/upstream';

const GROUPS = ['group', 'g1', 'g2'];
const METHODS: Readonly<Record<string, string>> = { read: 'GET', write: 'POST', access: 'GET' };

/** The worked examples as requests, missing children included; the engine and the API run the same examples. */
describe('the proxy decides as the worked examples specify:', () => {
  let fixture: Fixture;
  let upstream: Upstream;
  let unitOfWork: UnitOfWork;
  let port: number;
  let user: number;
  let cookie: string;
  const groups = new Map<string, number>();

  beforeAll(async () => {
    fixture = await Fixture.open();
    upstream = await startUpstream();
    unitOfWork = new UnitOfWork(fixture.database.dataSource);
    ({ port } = await fixture.startProxy());
    user = await fixture.addUser();
    cookie = cookieOf(await fixture.signIn(user));
    groups.set('public', await fixture.groupId('anonymous'));
    await unitOfWork.run(async () => {
      for (const name of GROUPS) {
        const { id } = await unitOfWork.manager.save(unitOfWork.manager.create(Group, { name }));
        groups.set(name, id);
        await unitOfWork.manager.insert(Membership, { userId: user, groupId: id });
      }
    });
  });
  afterAll(async () => {
    await fixture.close();
    await upstream.close();
  });

  /** Creates the tree and its assignments in one revision; returns the name of the service and that revision. */
  async function build(example: WorkedExample, serviceName: string): Promise<number> {
    return unitOfWork.run(async () => {
      const { manager } = unitOfWork;
      const ids = new Map<string, number>();
      for (const path of nodesOf(example)) {
        const parent = parentOf(path);
        const name = parent === undefined ? serviceName : nameOf(path);
        const { id } = await manager.save(
          manager.create(Resource, {
            name,
            displayName: name,
            type: parent === undefined ? 'service' : 'route',
            parentId: parent === undefined ? null : ids.get(parent),
            rootServiceId: parent === undefined ? null : ids.get(path.split('/')[0] ?? ''),
            ordering: ids.size,
          }),
        );
        ids.set(path, id);
        if (parent === undefined) {
          await manager.insert(ServiceRow, { resourceId: id, type: example.serviceType, url: upstream.url });
        }
        for (const { principal, permission } of rulesOf(example, path)) {
          const rule = { resourceId: id, ...partsOf(permission) };
          if (principal === 'user') await manager.insert(UserPermission, { userId: user, ...rule });
          else await manager.insert(GroupPermission, { groupId: groups.get(principal) ?? 0, ...rule });
        }
      }
      return unitOfWork.revision ?? 0;
    });
  }

  it.each(workedExamples().map((example, index) => [example.name, example, `example-${index}`] as const))(
    '%s',
    async (_, example, service) => {
      const revision = await build(example, service);
      for (const [path, expected] of Object.entries(example.expected)) {
        for (const [permission, answer] of Object.entries(expected)) {
          const rest = path.split('/').slice(1).map(encodeURIComponent).join('/');
          const { status } = await call(port, {
            method: METHODS[permission] ?? '',
            path: `/ows/proxy/${service}${rest === '' ? '' : `/${rest}`}`,
            headers: { cookie, 'x-access-revision': String(revision) },
          });
          const reported = `${path} ${permission} ${status === 200 ? 'A' : status}`;
          expect(reported).toBe(`${path} ${permission} ${answer.startsWith('A') ? 'A' : 403}`);
        }
      }
    },
  );
});

/** `read-deny-match` and its shorter forms, as the examples write them. */
function partsOf(permission: string): {
  name: string;
  access: 'allow' | 'deny';
  scope: 'match' | 'recursive';
} {
  const [name = '', ...modifiers] = permission.split('-');
  return {
    name,
    access: modifiers.includes('deny') ? 'deny' : 'allow',
    scope: modifiers.includes('match') ? 'match' : 'recursive',
  };
}
