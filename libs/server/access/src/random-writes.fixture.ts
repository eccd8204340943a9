import fc from 'fast-check';
import type { EntityManager } from 'typeorm';
import { UnitOfWork } from '@gatehouse/database';

/** One statement of a random write. `a` and `b` pick among the rows that are there when it runs. */
export interface RandomStatement {
  readonly kind: keyof typeof STATEMENTS;
  readonly a: number;
  readonly b: number;
  readonly name: string;
}

/** One unit of work: what it writes, and whether it changes its mind at the end. */
export interface RandomWrite {
  readonly statements: readonly RandomStatement[];
  readonly rollsBack: boolean;
}

const pick = (table: string, parameter: string, key = 'id', where = 'true') =>
  `(SELECT ${key} FROM ${table} WHERE ${where} ORDER BY ${key}
     OFFSET ${parameter} % greatest((SELECT count(*) FROM ${table} WHERE ${where}), 1) LIMIT 1)`;

const rule = (holder: 'user' | 'group') => `
  INSERT INTO ${holder}_permissions (${holder}_id, resource_id, name, access, scope)
  SELECT h, r, (ARRAY['access', 'read', 'write'])[1 + $1 % 3], (ARRAY['allow', 'deny'])[1 + $2 % 2],
         (ARRAY['match', 'recursive'])[1 + ($1 + $2) % 2]
    FROM ${pick(`${holder}s`, '$1')} AS holder (h), ${pick('resources', '$2')} AS target (r)
  ON CONFLICT (${holder}_id, resource_id, name) DO UPDATE SET access = excluded.access, scope = excluded.scope`;

const notAbove = (moved: string) => `id NOT IN (
  WITH RECURSIVE below AS (
    SELECT id FROM resources WHERE id = ${moved}
    UNION ALL SELECT r.id FROM resources r JOIN below b ON r.parent_id = b.id
  ) SELECT id FROM below)`;

const child = pick('resources', '$1', 'id', 'parent_id IS NOT NULL');

/** `$1` and `$2` are the numbers, `$3` is a name. */
const STATEMENTS = {
  addUser: `INSERT INTO users (name, email) VALUES ($3, $3 || '@example.org')`,
  renameUser: `UPDATE users SET name = $3 WHERE id = ${pick('users', '$1')}`,
  deleteUser: `DELETE FROM users WHERE id = ${pick('users', '$1')}`,
  addGroup: 'INSERT INTO groups (name) VALUES ($3)',
  renameGroup: `UPDATE groups SET name = $3 WHERE id = ${pick('groups', '$1')}`,
  deleteGroup: `DELETE FROM groups WHERE id = ${pick('groups', '$1')}`,
  join: `INSERT INTO memberships (user_id, group_id)
         SELECT u, g FROM ${pick('users', '$1')} AS x (u), ${pick('groups', '$2')} AS y (g) ON CONFLICT DO NOTHING`,
  leave: `DELETE FROM memberships WHERE user_id = ${pick('users', '$1')} AND $2 % 2 = 0`,
  addService: `WITH root AS (
      INSERT INTO resources (name, display_name, type) VALUES ($3, $3, 'service') RETURNING id
    ) INSERT INTO services (resource_id, type, url, configuration)
      SELECT id, (ARRAY['access', 'api'])[1 + $1 % 2], 'http://localhost/' || $3, jsonb_build_object('n', $2::int) FROM root`,
  changeService: `UPDATE services SET url = 'http://localhost/changed/' || $3, configuration = NULL
                  WHERE resource_id = ${pick('services', '$1', 'resource_id')}`,
  addResource: `INSERT INTO resources (name, display_name, type, parent_id, root_service_id, ordering)
                SELECT $3, $3, 'route', id, coalesce(root_service_id, id), 1 + $2 % 5
                  FROM resources WHERE id = ${pick('resources', '$1')}`,
  renameResource: `UPDATE resources SET name = $3 WHERE id = ${pick('resources', '$1')}`,
  reorderResource: `UPDATE resources SET ordering = 1 + $2 % 5 WHERE id = ${child}`,
  moveResource: `UPDATE resources SET parent_id = coalesce(
                   (SELECT id FROM resources WHERE root_service_id = (SELECT root_service_id FROM resources WHERE id = ${child})
                       AND ${notAbove(child)} ORDER BY id OFFSET $2 % 3 LIMIT 1), parent_id) WHERE id = ${child}`,
  deleteResource: `DELETE FROM resources WHERE id = ${pick('resources', '$1')} AND $2 % 3 = 0`,
  putUserRule: rule('user'),
  putGroupRule: rule('group'),
  dropUserRules: `DELETE FROM user_permissions WHERE resource_id = ${pick('resources', '$1')}`,
  dropGroupRules: `DELETE FROM group_permissions WHERE group_id = ${pick('groups', '$1')} AND $2 % 2 = 0`,
  renameRule: `UPDATE user_permissions SET name = 'browse' WHERE user_id = ${pick('users', '$1')} AND name = 'read'`,
} as const;

/** Few names, the special ones among them, so that they meet again in other places and also in one that is taken. */
const NAMES = [
  'administrators',
  'anonymous',
  'ada',
  'bob',
  'eve',
  'maps',
  'data',
  'Data',
  'x',
  'y',
  'z',
  'w',
];

export const randomWrites: fc.Arbitrary<RandomWrite[]> = fc.array(
  fc.record({
    statements: fc.array(
      fc.record({
        kind: fc.constantFrom(...(Object.keys(STATEMENTS) as (keyof typeof STATEMENTS)[])),
        a: fc.nat(50),
        b: fc.nat(50),
        name: fc.constantFrom(...NAMES),
      }),
      { maxLength: 5 },
    ),
    rollsBack: fc.nat(9).map((chance) => chance === 0),
  }),
  { minLength: 1, maxLength: 20 },
);

class ChangedMind extends Error {}

/** Does one random write. One that the database refuses (a taken name) is a unit of work that rolled back. */
export async function perform(unitOfWork: UnitOfWork, write: RandomWrite): Promise<void> {
  try {
    await unitOfWork.run(async () => {
      for (const statement of write.statements) await execute(unitOfWork.manager, statement);
      if (write.rollsBack) throw new ChangedMind();
    });
  } catch (error) {
    const isTaken = error instanceof Error && Reflect.get(error, 'code') === '23505';
    if (!isTaken && !(error instanceof ChangedMind)) throw error;
  }
}

function execute(manager: EntityManager, { kind, a, b, name }: RandomStatement): Promise<unknown> {
  // Every statement takes all three parameters, each with its type, whether it uses them or not.
  const text = `WITH given AS (SELECT $1::int, $2::int, $3::text) ${STATEMENTS[kind].trim().replace(/^WITH/, ',')}`;
  return manager.query(text, [a, b, name]);
}
