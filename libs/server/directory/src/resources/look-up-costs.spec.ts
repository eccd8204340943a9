import { UnitOfWork } from '@gatehouse/database';
import { type TestDatabase, createTestDatabase } from '@gatehouse/testing';
import { type ResourceDirectory, createResourceDirectory } from '../directory';
import { MembershipRepository } from '../memberships/membership-repository';
import { ContentsReader } from '../bulk/directory-contents';
import { ChangedResources } from '../permissions/changes/changed-resources';
import type { ProtectedService } from '../services/protected-service';

/** Resources of the service that is stored first, inserted by one statement. */
const STORED = 100_000;
/** Groups that have a permission on the service that is stored first, and none below it. */
const GROUPS = 10_000;
/** Of a group that is read in the order of all users. */
const MEMBERS = 20_000;
/** Pages of tables and indexes that the look-up of one row may read; each level of an index is one. */
const MAX_PAGES = 100;

/** `services` is too small to be analysed again by itself: the planner knows the first ones, and this is about the last one. */
describe('with a hundred thousand resources of another service, the look-up', () => {
  let database: TestDatabase;
  let unitOfWork: UnitOfWork;
  let directory: ResourceDirectory;
  let service: ProtectedService;
  let resourceId: number;
  let crowdId: number;

  beforeAll(async () => {
    database = await createTestDatabase();
    unitOfWork = new UnitOfWork(database.dataSource);
    directory = createResourceDirectory(unitOfWork);
    const create = (name: string) =>
      directory.services.create({ name, typeName: 'api', url: 'http://localhost' });
    const [first] = await Promise.all(Array.from({ length: 12 }, (_, index) => create(`first-${index}`)));
    if (!first) throw new Error('no service');
    await database.dataSource.query('ANALYZE services');
    await unitOfWork.run(() =>
      unitOfWork.manager.query(
        `INSERT INTO resources (name, display_name, type, parent_id, root_service_id, ordering)
         SELECT 'r' || n, 'r' || n, 'route', $1, $1, n FROM generate_series(1, $2::integer) n`,
        [first.id, STORED],
      ),
    );
    await unitOfWork.run(() =>
      unitOfWork.manager.query(
        `WITH added AS (INSERT INTO groups (name) SELECT 'g' || n FROM generate_series(1, $2::integer) n RETURNING id)
         INSERT INTO group_permissions (group_id, resource_id, name, access, scope) SELECT id, $1, 'read', 'allow', 'recursive' FROM added`,
        [first.id, GROUPS],
      ),
    );
    const [member] = await unitOfWork.run(() =>
      unitOfWork.manager.query<{ group_id: number }[]>(
        `WITH added AS (INSERT INTO users (name, email) SELECT 'u' || n, '' FROM generate_series(1, $1::integer) n RETURNING id)
         INSERT INTO memberships (user_id, group_id) SELECT added.id, g.id FROM added, groups g WHERE g.name = 'g1' RETURNING group_id`,
        [MEMBERS],
      ),
    );
    crowdId = member?.group_id ?? 0;
    service = await create('last');
    const parent = await directory.resources.parentById(service.id);
    ({ id: resourceId } = await directory.resources.create(parent, {
      name: 'r',
      typeName: 'route',
      displayName: undefined,
    }));
    await database.dataSource.query('ANALYZE resources, group_permissions');
    await database.dataSource.query('VACUUM ANALYZE memberships');
  });
  afterAll(() => database.drop());

  /** Pages of tables and indexes that `work` reads, as PostgreSQL counts them for a transaction. */
  function pagesRead(work: () => Promise<unknown>): Promise<number> {
    return unitOfWork.run(async () => {
      const count = async () => {
        const [row] = await unitOfWork.manager.query<{ pages: string }[]>(
          `SELECT sum(pg_stat_get_xact_blocks_fetched(oid)) AS pages FROM pg_class
           WHERE relkind IN ('r', 'i') AND relnamespace = current_schema()::regnamespace`,
        );
        return Number(row?.pages);
      };
      const before = await count();
      await work();
      return (await count()) - before;
    });
  }

  const branch = async () => directory.resources.branch(await directory.resources.byId(resourceId), STORED);
  const contents = () => new ContentsReader(unitOfWork);
  const members = (after: string | undefined, limit: number) =>
    new MembershipRepository(unitOfWork).memberNamesOf(crowdId, { after, limit });
  const all = async (pages: AsyncIterable<readonly unknown[]>) => {
    let rows = 0;
    for await (const page of pages) rows += page.length;
    return rows;
  };

  it.each<[string, () => Promise<unknown>]>([
    ['of a resource by its id', () => directory.resources.byId(resourceId)],
    ['of a resource by its path', () => directory.resources.byPath(service.id, ['r'])],
    ['of a resource for a permission', () => new ChangedResources(unitOfWork).find([resourceId])],
    ['of a service by its name', () => directory.services.byName('last')],
    ['of all services', () => directory.services.list()],
    ['of what is below a service', () => all(contents().tree(service.id))],
    ['of a resource with what is below it', branch],
    ['of the permissions on a resource without any', () => all(contents().assignments([resourceId]))],
    ['of some members of a large group', () => members('u77', 10)],
  ])('%s reads few pages', async (_, lookUp) => {
    expect(await pagesRead(lookUp)).toBeLessThanOrEqual(MAX_PAGES);
  });

  it('of the members of a large group finds each once, in their order', async () => {
    const sorted = Array.from({ length: MEMBERS }, (_each, index) => `u${index + 1}`).sort();
    expect(await members(undefined, MEMBERS)).toEqual(sorted);
    expect(await members('u77', 1_000)).toEqual(sorted.slice(sorted.indexOf('u77') + 1).slice(0, 1_000));
  });
});
