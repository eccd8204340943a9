import { UnitOfWork } from '@gatehouse/database';
import { randomIntegers } from './random-tree';
import type { TestApi } from './start-api';

/** How many rows of each kind a world has. */
export interface WorldSize {
  readonly resources: number;
  readonly assignments: number;
  /** Levels of a chain below the first service, besides the others. */
  readonly depth: number;
}

/** Names of services that objects order in their own way, and others. */
const SERVICES: readonly [name: string, type: string][] = [
  ['zeta', 'api'],
  ['10', 'api'],
  ['9', 'api'],
  ['4294967294', 'api'],
  ['4294967295', 'api'],
  ['alpha:beta', 'api'],
  ['Data-1', 'thredds'],
  ['2', 'thredds'],
  ['empty', 'access'],
];
const DISPLAY_NAMES = ['<b>&"\'', 'a "quoted" one', 'été 😀', '\u2028\t', ']]>', 'plain', '{"a": 1}', ''];

export const WORLD_USERS = ['ada', 'bo', 'cy'];
export const WORLD_GROUPS = ['blue', '7', 'green'];

/**
 * Fills the database of an API with services, resources, users, groups and assignments, random but reproducible, in one revision. The ids
 * of siblings have neither the order of their positions nor that of their insertion.
 */
export async function fillWorld(api: TestApi, seed: number, size: WorldSize): Promise<void> {
  const unitOfWork = api.app.get(UnitOfWork);
  const insert = (sql: string, ...values: unknown[][]) => unitOfWork.manager.query(sql, values);
  const below = randomIntegers(seed);
  const pick = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value;
  const ids = shuffled(SERVICES.length + size.resources + size.depth, below).map((id) => 1_000 + id);
  const nextId = (): number => ids.pop() ?? 0;
  const services = SERVICES.map(([name, type]) => ({ id: nextId(), name, type }));
  const withChildren = services.filter(({ type }) => type !== 'access');
  const nodes: { id: number; parent: number; root: number; service: string; type: string }[] = [];
  const add = (parent: { id: number; root: number; service: string }): void => {
    const type = parent.service === 'api' ? 'route' : pick(['directory', 'directory', 'file']);
    nodes.push({ id: nextId(), parent: parent.id, root: parent.root, service: parent.service, type });
  };
  const roots = withChildren.map(({ id, type }) => ({ id, root: id, service: type }));
  add(roots[0]!);
  for (let level = 1; level < size.depth; level += 1) add(nodes.at(-1)!);
  while (nodes.length < size.resources + size.depth) {
    const parents = nodes.filter(({ type }) => type !== 'file');
    add(below(3) === 0 ? pick(roots) : pick(parents));
  }
  const targets = [
    ...services.map(({ id, type }) => ({ id, service: type })),
    ...nodes.map(({ id, service }) => ({ id, service })),
  ];
  const assignments = (count: number) => {
    const made = new Map<string, readonly unknown[]>();
    for (let left = count; left > 0; left -= 1) {
      const { id, service } = pick(targets);
      const name =
        service === 'access' ? 'access' : pick(service === 'api' ? ['read', 'write'] : ['browse', 'read']);
      const principal = below(3);
      made.set(`${principal} ${id} ${name}`, [
        principal,
        id,
        name,
        pick(['allow', 'deny']),
        pick(['recursive', 'match']),
      ]);
    }
    return [...made.values()];
  };
  const columnsOf = (rows: readonly (readonly unknown[])[], from = 1): unknown[][] =>
    [0, 1, 2, 3, 4].slice(from).map((column) => rows.map((row) => row[column]));
  await unitOfWork.run(async () => {
    await insert(
      `INSERT INTO resources (id, name, display_name, type, ordering) OVERRIDING SYSTEM VALUE
       SELECT id, name, name, 'service', 0 FROM unnest($1::int[], $2::text[]) AS s (id, name)`,
      services.map(({ id }) => id),
      services.map(({ name }) => name),
    );
    await insert(
      `INSERT INTO services (resource_id, type, url, sync_type)
       SELECT id, type, 'http://localhost/' || id, CASE WHEN id % 2 = 0 THEN type END FROM unnest($1::int[], $2::text[]) AS s (id, type)`,
      services.map(({ id }) => id),
      services.map(({ type }) => type),
    );
    await insert(
      `INSERT INTO resources (id, parent_id, root_service_id, name, display_name, type, ordering) OVERRIDING SYSTEM VALUE
       SELECT * FROM unnest($1::int[], $2::int[], $3::int[], $4::text[], $5::text[], $6::text[], $7::int[])`,
      nodes.map(({ id }) => id),
      nodes.map(({ parent }) => parent),
      nodes.map(({ root }) => root),
      nodes.map(({ id }) => (id % 3 === 0 ? `${id}` : `r-${id}`)),
      nodes.map(({ id }) => pick(DISPLAY_NAMES) || (id % 3 === 0 ? `${id}` : `r-${id}`)),
      nodes.map(({ type }) => type),
      nodes.map(() => below(1_000)),
    );
    await insert(
      `INSERT INTO users (name, email) SELECT name, '' FROM unnest($1::text[]) AS u (name)`,
      WORLD_USERS,
    );
    await insert(
      `INSERT INTO groups (name, description) SELECT name, '' FROM unnest($1::text[]) AS g (name)`,
      WORLD_GROUPS,
    );
    const [users, groups] = [await idsOf('users', WORLD_USERS), await idsOf('groups', WORLD_GROUPS)];
    const anonymous = await idsOf('groups', ['anonymous']);
    const memberships = users.flatMap((user) =>
      [...anonymous, ...groups.filter(() => below(3) > 0)].map((group) => [user, group]),
    );
    await insert(
      'INSERT INTO memberships (user_id, group_id) SELECT * FROM unnest($1::int[], $2::int[])',
      ...columnsOf(memberships, 0).slice(0, 2),
    );
    for (const [kind, principals] of [
      ['user', users],
      ['group', groups],
    ] as const) {
      const rows = assignments(size.assignments);
      await insert(
        `INSERT INTO ${kind}_permissions (${kind}_id, resource_id, name, access, scope)
         SELECT * FROM unnest($1::int[], $2::int[], $3::text[], $4::text[], $5::text[])`,
        rows.map(([principal]) => principals[principal as number]),
        ...columnsOf(rows),
      );
    }
  });
  async function idsOf(table: 'users' | 'groups', names: readonly string[]): Promise<number[]> {
    const rows = await unitOfWork.manager.query<{ id: number; name: string }[]>(
      `SELECT id, name FROM ${table} WHERE name = ANY ($1::text[])`,
      [names],
    );
    return names.map((name) => rows.find((row) => row.name === name)?.id ?? 0);
  }
}

/** The numbers below `length` in a random order. */
function shuffled(length: number, below: (bound: number) => number): number[] {
  const numbers = Array.from({ length }, (_, index) => index);
  for (let left = length; left > 1; left -= 1) {
    const other = below(left);
    [numbers[left - 1], numbers[other]] = [numbers[other]!, numbers[left - 1]!];
  }
  return numbers;
}
