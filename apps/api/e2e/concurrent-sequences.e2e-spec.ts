import fc from 'fast-check';
import type { Response, Test } from 'supertest';
import { FOR_CONCURRENT_WRITES, type Outcome, MAX_AT_ONCE, atOnce, isSomeSequence } from './harness/at-once';
import { type TestApi, startApi } from './harness/start-api';

/** An entity as these tests model it; undefined once it is deleted. */
type Entity = { readonly name: string; readonly text: string } | undefined;

/** Names and texts by number: 0 is the initial one, name 3 belongs to another entity. */
type Change =
  | { readonly kind: 'rename'; readonly to: number }
  | { readonly kind: 'describe'; readonly as: number }
  | { readonly kind: 'delete' };

interface Domain {
  /** Creates an entity and a sibling; returns the names and texts that changes refer to. */
  readonly make: () => Promise<{ names: readonly string[]; texts: readonly string[]; id: number }>;
  readonly send: (change: Change, made: Made) => Test;
  /** The part of a reply that the model compares. */
  readonly answerOf: (reply: Response) => unknown;
  readonly apply: (change: Change, made: Made, entity: Entity) => Outcome<Entity>;
  readonly read: (made: Made) => Promise<Entity>;
}

type Made = Awaited<ReturnType<Domain['make']>>;

const rename = fc.record({ kind: fc.constant('rename' as const), to: fc.nat(3) });
const describing = fc.record({ kind: fc.constant('describe' as const), as: fc.nat(2) });
const deletion = fc.record({ kind: fc.constant('delete' as const) });

const changes = (...kinds: readonly [fc.Arbitrary<Change>, number][]) =>
  fc.array(fc.oneof(...kinds.map(([arbitrary, weight]) => ({ arbitrary, weight }))), {
    minLength: 2,
    maxLength: MAX_AT_ONCE,
  });

const refused = (status: number, state: Entity): Outcome<Entity> => ({ answer: status, state });

describe('concurrent requests, which all read an entity before the first of them writes,', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi(FOR_CONCURRENT_WRITES);
  });
  afterAll(() => api.close());

  /** Expects the replies and the final state to be those of the requests in some sequential order. */
  async function areSomeSequence(domain: Domain, batch: readonly Change[]): Promise<void> {
    const made = await domain.make();
    const before = await domain.read(made);
    const replies = await atOnce(
      api,
      batch.map((change) => () => domain.send(change, made)),
    );
    const operations = batch.map((change, at) => ({
      got: domain.answerOf(replies[at] as Response),
      apply: (entity: Entity) => domain.apply(change, made, entity),
    }));
    const after = await domain.read(made);
    if (!isSomeSequence(operations, before, after)) {
      const got = operations.map((operation) => operation.got);
      throw new Error(`no sequence answers ${JSON.stringify({ batch, got, before, after })}`);
    }
  }

  const resources: Domain = {
    make: async () => {
      const names = [0, 1, 2, 3].map(() => api.make.name('n'));
      const parent = await api.make.serviceId(await api.make.service({ service_type: 'api' }));
      await api.make.resource(parent, { resource_name: names[3] ?? '' });
      return { names, texts: [], id: await api.make.resource(parent, { resource_name: names[0] ?? '' }) };
    },
    send: (change, { id, names }) =>
      change.kind === 'rename'
        ? api.admin.patch(`/resources/${id}`, { resource_name: names[change.to] })
        : api.admin.delete(`/resources/${id}`),
    answerOf: ({ status, body }) =>
      'old_resource_name' in body ? [status, body.old_resource_name, body.new_resource_name] : status,
    apply: (change, { names }, entity) => {
      if (!entity) return refused(404, entity);
      if (change.kind !== 'rename') return { answer: 200, state: undefined };
      const name = names[change.to] ?? '';
      if (name === entity.name) return refused(400, entity);
      if (change.to === 3) return refused(409, entity);
      return { answer: [200, entity.name, name], state: { ...entity, name } };
    },
    read: async ({ id }) => {
      const { status, body } = await api.admin.get(`/resources/${id}`);
      return status === 200 ? { name: body['resource'].resource_name, text: '' } : undefined;
    },
  };

  /** Groups and services: paths contain their initial name. */
  function named(
    path: string,
    fields: { name: string; text: string },
    make: Domain['make'],
    read: (id: number) => Promise<Entity>,
  ): Domain {
    return {
      make,
      send: (change, { names, texts }) => {
        const at = `${path}/${names[0]}`;
        if (change.kind === 'rename') return api.admin.patch(at, { [fields.name]: names[change.to] });
        if (change.kind === 'describe') return api.admin.patch(at, { [fields.text]: texts[change.as] });
        return api.admin.delete(at);
      },
      answerOf: ({ status }) => status,
      apply: (change, { names, texts }, entity) => {
        if (!entity || entity.name !== names[0]) return refused(404, entity);
        if (change.kind === 'delete') return { answer: 200, state: undefined };
        const changed =
          change.kind === 'rename'
            ? { ...entity, name: names[change.to] ?? '' }
            : { ...entity, text: texts[change.as] ?? '' };
        if (JSON.stringify(changed) === JSON.stringify(entity)) return refused(400, entity);
        if (changed.name === names[3]) return refused(409, entity);
        return { answer: 200, state: changed };
      },
      read: ({ id }) => read(id),
    };
  }

  const groups = named(
    '/groups',
    { name: 'group_name', text: 'description' },
    async () => {
      const names = [0, 1, 2, 3].map(() => api.make.name('g'));
      await api.make.group({ group_name: names[3] ?? '' });
      await api.make.group({ group_name: names[0] ?? '', description: 'first' });
      const { group } = (await api.admin.get(`/groups/${names[0]}`).expect(200)).body;
      return { names, texts: ['first', 'second', 'third'], id: group.group_id };
    },
    async (id) => {
      const [row] = await api.dataSource.query<{ name: string; text: string }[]>(
        'SELECT name, description AS text FROM groups WHERE id = $1',
        [id],
      );
      return row;
    },
  );

  const services = named(
    '/services',
    { name: 'service_name', text: 'service_url' },
    async () => {
      const names = [0, 1, 2, 3].map(() => api.make.name('s'));
      await api.make.service({ service_name: names[3] ?? '' });
      const texts = [0, 1, 2].map((at) => `http://localhost:900${at}`);
      await api.make.service({ service_name: names[0] ?? '' });
      return { names, texts, id: await api.make.serviceId(names[0] ?? '') };
    },
    async (id) => {
      const [row] = await api.dataSource.query<{ name: string; text: string }[]>(
        `SELECT r.name, s.url AS text FROM services s JOIN resources r ON r.id = s.resource_id WHERE r.id = $1`,
        [id],
      );
      return row;
    },
  );

  const some = { numRuns: 12 };

  it('rename and delete a resource as if they were executed in some sequential order', async () => {
    const batches = changes([rename, 6], [deletion, 1]);
    await fc.assert(
      fc.asyncProperty(batches, (batch) => areSomeSequence(resources, batch)),
      some,
    );
  });

  it('rename, describe and delete a group as if they were executed in some sequential order', async () => {
    const batches = changes([rename, 3], [describing, 3], [deletion, 1]);
    await fc.assert(
      fc.asyncProperty(batches, (batch) => areSomeSequence(groups, batch)),
      some,
    );
  });

  it('rename, change the address of and delete a service as if they were executed in some sequential order', async () => {
    const batches = changes([rename, 3], [describing, 3], [deletion, 1]);
    await fc.assert(
      fc.asyncProperty(batches, (batch) => areSomeSequence(services, batch)),
      some,
    );
  });
});
